"""The findings that a person goes through, one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rich.text import Text

from evenhand.apps.cli.output.text_output import finding_text, is_printed, remark_text
from evenhand.check.answered_findings import deciding_signals
from evenhand.check.rules.registry import rule_with_code
from evenhand.findings import FileReport, FunctionReport, Purpose, RuleCode, Severity, Span


@dataclass(frozen=True, slots=True)
class OpenFinding:
    """One finding, with what is needed to decide about it."""

    path: str
    """The file, as the user named it."""
    location: Span
    code: RuleCode
    severity: Severity
    text: Text
    """As a check prints it."""
    attribute: str
    """Empty if it is about none: it cannot be allowed."""
    name: str
    """The name that means the attribute; empty if none does."""
    function: str = ""
    """Empty if it is about a line of the file."""
    number: int = 0
    """Of this function among those of its name, from 0."""
    purpose: Purpose | None = None
    repairable: bool = False
    span: Span | None = None
    """Of the function; None for a line of the file."""
    signals: tuple[str, ...] = ()
    """By which it was taken for a decision."""

    @property
    def identity(self) -> tuple[str, int, str, RuleCode]:
        """What tells it from others of its file, wherever its lines are now."""
        return self.function, self.number, self.attribute, self.code


def open_findings(reports: Iterable[FileReport], verbose: bool) -> list[OpenFinding]:
    """The findings that are printed, in the order of the files and of their lines."""
    return [finding for report in reports for finding in findings_in(report, verbose)]


def findings_in(report: FileReport, verbose: bool) -> list[OpenFinding]:
    """Those of one file."""
    seen: Counter[str] = Counter()
    findings: list[OpenFinding] = []
    for function in report.functions:
        findings += _of_function(report, function, seen[function.name], verbose)
        seen[function.name] += 1

    findings += _remarks(report, verbose)
    return sorted(findings, key=lambda finding: (finding.location.line, finding.location.column))


def _of_function(
    report: FileReport, function: FunctionReport, number: int, verbose: bool
) -> Iterator[OpenFinding]:
    for verdict in function.verdicts:
        severity = verdict.severity if verdict.shown else None
        if verdict.code is None or severity is None or not is_printed(severity, verbose):
            continue

        rule = rule_with_code(verdict.code)
        yield OpenFinding(
            report.path,
            verdict.location,
            verdict.code,
            severity,
            finding_text(report, verdict),
            verdict.attribute,
            verdict.name,
            function.name,
            number,
            verdict.purpose,
            verdict.kind.unequal and rule is not None and rule.repairable,
            function.span,
            deciding_signals(verdict.recognised),
        )


def _remarks(report: FileReport, verbose: bool) -> Iterator[OpenFinding]:
    for remark in report.remarks:
        if is_printed(remark.severity, verbose):
            yield OpenFinding(
                report.path,
                remark.location,
                remark.code,
                remark.severity,
                remark_text(report, remark),
                remark.attribute,
                remark.name,
                purpose=remark.purpose,
                signals=deciding_signals(remark.recognised),
            )
