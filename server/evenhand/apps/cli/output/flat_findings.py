"""The findings of reports as one flat list, whether they are about a function or a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from evenhand.findings import FileReport, FunctionReport, Remark, RuleCode, Severity, Span, Witness


@dataclass(frozen=True, slots=True)
class FlatFinding:
    """One finding that is shown, with its file."""

    path: str
    location: Span | None
    """None: somewhere in the file."""
    code: RuleCode
    severity: Severity
    message: str
    function: str = ""
    """Empty if the finding is about the file."""
    attribute: str = ""
    witness: Witness | None = None
    purpose: str = ""
    """What the difference is for; empty if the finding is about none."""

    @property
    def text(self) -> str:
        """The message, followed by the calls that prove it, one a line."""
        return "\n".join([self.message, *call_lines(self.witness)])


def flat_findings(reports: Iterable[FileReport]) -> Iterator[FlatFinding]:
    """All findings that are shown, in the order of the files and of their lines."""
    for report in reports:
        findings = [f for function in report.functions for f in _of_function(report.path, function)]
        findings += [_of_remark(report.path, remark) for remark in report.remarks]
        yield from sorted(findings, key=_position)


def call_lines(witness: Witness | None) -> list[str]:
    """Each call of a witness with its outcome, indented."""
    if witness is None:
        return []
    pairs = zip(witness.calls, witness.outcomes, strict=True)
    return [f"    {call}  -> {outcome}" for call, outcome in pairs]


def _of_function(path: str, function: FunctionReport) -> Iterator[FlatFinding]:
    for verdict in function.verdicts:
        if verdict.allowed is None and verdict.code is not None and verdict.severity is not None:
            yield FlatFinding(
                path,
                verdict.location,
                verdict.code,
                verdict.severity,
                verdict.reason,
                function.name,
                verdict.attribute,
                verdict.witness,
                str(verdict.purpose or ""),
            )


def _of_remark(path: str, remark: Remark) -> FlatFinding:
    return FlatFinding(path, remark.location, remark.code, remark.severity, remark.message)


def _position(finding: FlatFinding) -> tuple[int, int]:
    if finding.location is None:
        return (0, 0)
    return (finding.location.line, finding.location.column)
