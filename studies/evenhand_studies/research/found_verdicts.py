"""The verdicts behind an answer's figures, as evidence that anybody can look at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from evenhand.findings import FileReport, FunctionReport, Verdict


@dataclass(frozen=True, slots=True)
class FoundVerdict:
    """One verdict of a check, in words that can be kept in a file."""

    function: str
    attribute: str
    input: str
    """Where the attribute enters, as the source writes it."""
    verdict: str
    reason: str
    pairs: int
    """Pairs of calls that were compared."""
    calls: tuple[str, ...] = ()
    """The witness: two calls, with everything else that they are given; empty without one."""
    values: tuple[str, ...] = ()
    """The attribute's value in each call."""
    outcomes: tuple[str, ...] = ()
    direction: str = ""
    """Who gains and by how much; empty if the outcomes have no order."""


def verdicts_in(report: FileReport) -> tuple[FoundVerdict, ...]:
    """Every verdict of a report."""
    return tuple(_found(report))


def _found(report: FileReport) -> Iterator[FoundVerdict]:
    for function in report.functions:
        for verdict in function.on_inputs:
            yield _of(function, verdict)


def _of(function: FunctionReport, verdict: Verdict) -> FoundVerdict:
    witness = verdict.witness
    return FoundVerdict(
        function=function.name,
        attribute=verdict.attribute,
        input=verdict.input,
        verdict=verdict.kind.value,
        reason=verdict.reason,
        pairs=verdict.pairs,
        calls=witness.calls if witness else (),
        values=witness.values if witness else (),
        outcomes=witness.outcomes if witness else (),
        direction=witness.direction if witness else "",
    )
