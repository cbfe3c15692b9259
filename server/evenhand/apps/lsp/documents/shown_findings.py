"""What is known of a document's functions, carried along while its text is edited.

A function whose lines nobody touched keeps its verdicts and moves with its text; one that
was touched keeps its place, and its verdicts are no longer shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from evenhand.apps.lsp.documents.text_positions import LineChange
from evenhand.findings import FileReport, FunctionReport, Remark, Span, Verdict


@dataclass(frozen=True, slots=True)
class ShownFunction:
    report: FunctionReport
    current: bool = True
    """False: its text has changed since."""


@dataclass(frozen=True, slots=True)
class ShownFindings:
    """The functions of a document as far as they have been checked."""

    functions: tuple[ShownFunction, ...] = ()
    remarks: tuple[Remark, ...] = ()
    problem: str | None = None
    """Why the file as it stands could not be read."""

    @property
    def verdicts(self) -> tuple[tuple[FunctionReport, Verdict], ...]:
        """All verdicts to be shown, each with its function."""
        return tuple(
            (known.report, verdict)
            for known in self.functions
            if known.current
            for verdict in known.report.verdicts
            if verdict.shown
        )


def with_report(before: ShownFindings, report: FileReport) -> ShownFindings:
    """What is known after a whole check; a file that cannot be read teaches nothing new."""
    if report.problem is not None:
        return replace(before, remarks=(), problem=report.problem)
    return ShownFindings(tuple(ShownFunction(f) for f in report.functions), report.remarks)


def with_function(before: ShownFindings, report: FunctionReport) -> ShownFindings:
    """What is known while a check goes on."""
    others = tuple(
        known
        for known in before.functions
        if (known.report.name, known.report.line) != (report.name, report.line)
        and not (known.report.name == report.name and not known.current)
    )
    functions = sorted((*others, ShownFunction(report)), key=lambda known: known.report.line)
    return replace(before, functions=tuple(functions), problem=None)


def moved(before: ShownFindings, changes: Iterable[LineChange]) -> ShownFindings:
    """What is known after edits."""
    known = before
    for change in changes:
        known = replace(
            known,
            functions=tuple(f for g in known.functions if (f := _moved_function(g, change))),
            remarks=tuple(r for s in known.remarks if (r := _moved_remark(s, change))),
        )
    return known


def _moved_function(known: ShownFunction, change: LineChange) -> ShownFunction | None:
    span = known.report.span
    if change.first > span.end_line:
        return known
    if change.last < span.line and change.first <= span.line:
        return replace(known, report=_shifted(known.report, change.shift))
    place = _moved_place(known.report.location, change)
    if place is None:
        return None
    end = max(place.end_line, span.end_line + change.shift)
    start = min(span.line, place.line)
    report = replace(known.report, location=place, span=replace(span, line=start, end_line=end))
    return ShownFunction(report, current=False)


def _moved_place(place: Span, change: LineChange) -> Span | None:
    if change.first > place.line:
        return place
    if change.last < place.line:
        return _shifted_span(place, change.shift)
    same_line = change.first == change.last == place.line and change.shift == 0
    return place if same_line else None


def _moved_remark(remark: Remark, change: LineChange) -> Remark | None:
    if change.first > remark.location.end_line:
        return remark
    if change.last < remark.location.line:
        return replace(remark, location=_shifted_span(remark.location, change.shift))
    return None


def _shifted(report: FunctionReport, shift: int) -> FunctionReport:
    if shift == 0:
        return report
    return replace(
        report,
        span=_shifted_span(report.span, shift),
        location=_shifted_span(report.location, shift),
        verdicts=tuple(
            replace(
                verdict,
                location=_shifted_span(verdict.location, shift),
                branch=_shifted_span(verdict.branch, shift) if verdict.branch else None,
            )
            for verdict in report.verdicts
        ),
    )


def _shifted_span(span: Span, shift: int) -> Span:
    return replace(span, line=span.line + shift, end_line=span.end_line + shift)
