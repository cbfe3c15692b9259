"""The findings of reports as one flat list, whether they are about a function or a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from evenhand.apps.cli.output.places import spoken_position
from evenhand.check.proofs.side_by_side_texts import call_lines
from evenhand.check.sentences import rate_of
from evenhand.findings import (
    FileReport,
    FunctionReport,
    Rate,
    Remark,
    RuleCode,
    Severity,
    Span,
    Witness,
)


@dataclass(frozen=True, slots=True)
class FlatFinding:
    """One finding that is shown, with its file."""

    path: str
    location: Span | None
    """None: somewhere in the file, as the message says."""
    code: RuleCode
    severity: Severity
    message: str
    function: str = ""
    """Empty if the finding is about the file."""
    attribute: str = ""
    witness: Witness | None = None
    purpose: str = ""
    """What the difference is for; empty if the finding is about none."""
    rate: Rate | None = None
    touched: str = ""
    """The rate as a sentence; empty if it was not asked for."""
    judged_by: str = ""
    """The second reader that has lowered it; empty if none has."""

    @property
    def text(self) -> str:
        """The message, followed by the calls that prove it and the rate, one a line."""
        rate = [f"    {self.touched}"] if self.touched else []
        return "\n".join([self.message, *call_lines(self.witness), *rate])


def flat_findings(reports: Iterable[FileReport]) -> Iterator[FlatFinding]:
    """All findings that are shown, in the order of the files and of their lines."""
    for report in reports:
        findings = [f for function in report.functions for f in _of_function(report, function)]
        findings += [_of_remark(report, remark) for remark in report.remarks]
        yield from sorted(findings, key=_position)


def _of_function(report: FileReport, function: FunctionReport) -> Iterator[FlatFinding]:
    for verdict in function.verdicts:
        if verdict.allowed is None and verdict.code is not None and verdict.severity is not None:
            yield FlatFinding(
                report.path,
                _location(report, verdict.location),
                verdict.code,
                verdict.severity,
                _message(report, verdict.location, verdict.reason),
                function.name,
                verdict.attribute,
                verdict.witness,
                str(verdict.purpose or ""),
                verdict.rate,
                rate_of(verdict),
                verdict.second_reading.reader if verdict.second_reading is not None else "",
            )


def _of_remark(report: FileReport, remark: Remark) -> FlatFinding:
    location = _location(report, remark.location)
    message = _message(report, remark.location, remark.message)
    return FlatFinding(report.path, location, remark.code, remark.severity, message)


def _location(report: FileReport, span: Span) -> Span | None:
    """Where a span is in the file; None for lines of a cell or a row, which are not the file's."""
    return span if report.is_whole_file else None


def _message(report: FileReport, span: Span, message: str) -> str:
    """The message, after its place if no location can say it."""
    position = spoken_position(report, span)
    return f"{position}: {message}" if position else message


def _position(finding: FlatFinding) -> tuple[int, int]:
    if finding.location is None:
        return (0, 0)
    return (finding.location.line, finding.location.column)
