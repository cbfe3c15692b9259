"""Everything of a report that is shown, one after the other, whatever it is about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from evenhand.findings import FileReport, RuleCode, Severity, Span, Witness


@dataclass(frozen=True, slots=True)
class Shown:
    """One finding with its place."""

    path: str
    location: Span | None
    """None: somewhere in the file."""
    code: RuleCode
    severity: Severity
    message: str
    function: str = ""
    """Empty for what is about the file."""
    attribute: str = ""
    witness: Witness | None = None


def shown(reports: Iterable[FileReport]) -> Iterator[Shown]:
    """All findings, in the order of the files and of their lines."""
    for report in reports:
        found = [
            Shown(
                report.path,
                v.location,
                v.code,
                v.severity,
                v.reason,
                f.name,
                v.attribute,
                v.witness,
            )
            for f in report.functions
            for v in f.verdicts
            if v.shown and v.code is not None and v.severity is not None
        ]
        found += [
            Shown(report.path, r.location, r.code, r.severity, r.message) for r in report.remarks
        ]
        yield from sorted(found, key=_position)


def _position(one: Shown) -> tuple[int, int]:
    return (one.location.line, one.location.column) if one.location is not None else (0, 0)
