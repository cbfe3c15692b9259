"""How far a check came with the differences that it must report: seen, judged, found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.table import Table

from benchmarks.labelled import Record, place_of
from benchmarks.options_and_output import fraction
from evenhand.findings import FileReport, VerdictKind
from evenhand.share import Share


@dataclass(frozen=True)
class Coverage:
    """What became of one attribute that must be reported. Each step implies those before it."""

    seen: bool
    """Some function has a verdict on it."""
    judged: bool
    """It was decided about, by the function that the label names if that has a verdict."""
    found: bool

    @classmethod
    def of(cls, record: Record, attribute: str, report: FileReport) -> Coverage:
        verdicts = [
            (function.name, verdict.kind)
            for function in report.functions
            for verdict in function.verdicts
            if verdict.attribute == attribute
        ]
        place = _last(place_of(record, attribute))
        there = [kind for name, kind in verdicts if _last(name) == place]

        found = any(kind.unequal for _, kind in verdicts)
        asked = there or [kind for _, kind in verdicts]
        judged = any(kind is not VerdictKind.NOT_CHECKED for kind in asked)
        return cls(bool(verdicts), found or judged, found)


Differences = list[tuple[str, str, Coverage]]
"""For each difference the name of its corpus, its purpose and what became of it."""


def coverage_table(title: str, differences: Differences) -> Table:
    """One row for each corpus and purpose, and one for all."""
    body = Table("", "purpose", "differences", "seen", "judged", "found", "recall", title=title)
    groups = sorted({(corpus, purpose) for corpus, purpose, _ in differences})

    for group in groups:
        members = [coverage for *named, coverage in differences if tuple(named) == group]
        body.add_row(*group, *_cells(members))

    body.add_row("all", "", *_cells([coverage for *_, coverage in differences]))
    return body


def _cells(members: Sequence[Coverage]) -> tuple[str, ...]:
    count = len(members)
    seen = sum(coverage.seen for coverage in members)
    judged = sum(coverage.judged for coverage in members)
    found = sum(coverage.found for coverage in members)

    shares = (Share(seen, count), Share(judged, count))
    return (str(count), *map(fraction, shares), str(found), fraction(Share(found, count)))


def _last(name: str) -> str:
    """`fee` of `Account.fee`; empty for the module and for no name."""
    return name.rpartition(".")[2]
