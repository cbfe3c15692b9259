"""The findings that are shown of a document, carried along while its text is edited.

A function whose lines were not touched keeps its verdicts and moves with its text; one that
was touched keeps its location, and its verdicts are no longer shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from evenhand.apps.lsp.documents.text_positions import LineChange
from evenhand.findings import FileReport, FunctionReport, Remark, Severity, Span, Verdict


@dataclass(frozen=True, slots=True)
class ShownFunction:
    """A function that has been checked."""

    report: FunctionReport
    current: bool = True
    """False: its text has changed since."""


@dataclass(frozen=True, slots=True)
class ShownFindings:
    """The functions of a document, as far as they have been checked."""

    functions: tuple[ShownFunction, ...] = ()
    remarks: tuple[Remark, ...] = ()
    problem: str | None = None
    """Why the present text could not be read."""

    @property
    def verdicts(self) -> tuple[tuple[FunctionReport, Verdict], ...]:
        """All verdicts to be shown, each with its function."""
        reports = [function.report for function in self.functions if function.current]
        return tuple(
            (report, verdict) for report in reports for verdict in report.verdicts if verdict.shown
        )

    def remarks_in(self, report: FunctionReport) -> tuple[Remark, ...]:
        """Those on what a function says, or on what decides in it."""
        lines = range(report.span.line, report.span.end_line + 1)
        return tuple(r for r in self.remarks if {r.location.line, r.decided_on} & set(lines))

    @property
    def unequal(self) -> int:
        """How many functions treat people differently, going by warnings."""
        functions = {
            report.name
            for report, verdict in self.verdicts
            if verdict.kind.unequal and verdict.severity is Severity.WARNING
        }
        return len(functions)

    def count(self, severity: Severity) -> int:
        """How many findings are shown so loudly, as an editor lists them."""
        verdicts = sum(verdict.severity is severity for _, verdict in self.verdicts)
        return verdicts + sum(remark.severity is severity for remark in self.remarks)


def with_report(findings: ShownFindings, report: FileReport) -> ShownFindings:
    """The findings after a whole check; if the text cannot be read, its functions stay."""
    if report.problem is not None:
        return replace(findings, remarks=(), problem=report.problem)
    return ShownFindings(tuple(ShownFunction(f) for f in report.functions), report.remarks)


def with_function(findings: ShownFindings, report: FunctionReport) -> ShownFindings:
    """The findings while a check goes on, with the report that it has just made."""
    others = [function for function in findings.functions if not _is_replaced(function, report)]
    functions = sorted((*others, ShownFunction(report)), key=lambda shown: shown.report.line)
    return replace(findings, functions=tuple(functions), problem=None)


def moved(findings: ShownFindings, changes: Iterable[LineChange]) -> ShownFindings:
    """The findings after edits of the text."""
    for change in changes:
        functions = (_moved_function(function, change) for function in findings.functions)
        remarks = (_moved_remark(remark, change) for remark in findings.remarks)
        findings = replace(
            findings,
            functions=tuple(function for function in functions if function is not None),
            remarks=tuple(remark for remark in remarks if remark is not None),
        )
    return findings


def _is_replaced(function: ShownFunction, report: FunctionReport) -> bool:
    """Whether `report` is a newer one on the same function."""
    if function.report.name != report.name:
        return False
    return function.report.line == report.line or not function.current


def _moved_function(function: ShownFunction, change: LineChange) -> ShownFunction | None:
    span = function.report.span
    if change.first > span.end_line:
        return function
    if change.last < span.line and change.first <= span.line:
        return replace(function, report=_shifted(function.report, change.shift))

    location = _moved_location(function.report.location, change)
    if location is None:
        return None
    line = min(span.line, location.line)
    end_line = max(location.end_line, span.end_line + change.shift)
    span = replace(span, line=line, end_line=end_line)
    report = replace(function.report, location=location, span=span)
    return ShownFunction(report, current=False)


def _moved_location(location: Span, change: LineChange) -> Span | None:
    if change.first > location.line:
        return location
    if change.last < location.line:
        return location.moved(change.shift)

    begins_here = change.first == change.last == location.line and change.shift >= 0
    return location if begins_here else None


def _moved_remark(remark: Remark, change: LineChange) -> Remark | None:
    if change.last < remark.decided_on:
        remark = replace(remark, decided_on=remark.decided_on + change.shift)
    if change.first > remark.location.end_line:
        return remark
    if change.last < remark.location.line:
        return replace(remark, location=remark.location.moved(change.shift))
    return None


def _shifted(report: FunctionReport, shift: int) -> FunctionReport:
    if shift == 0:
        return report
    return replace(
        report,
        span=report.span.moved(shift),
        location=report.location.moved(shift),
        verdicts=tuple(_shifted_verdict(verdict, shift) for verdict in report.verdicts),
    )


def _shifted_verdict(verdict: Verdict, shift: int) -> Verdict:
    branch = verdict.branch.moved(shift) if verdict.branch is not None else None
    read_at = verdict.read_at.moved(shift) if verdict.read_at is not None else None
    return replace(verdict, location=verdict.location.moved(shift), branch=branch, read_at=read_at)
