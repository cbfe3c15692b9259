"""Runs the rules about a file: those about its text, and those about its allowances."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence, Set

from evenhand.check.reading.allowances import AllowanceIndex
from evenhand.check.reading.source import in_characters
from evenhand.check.rules.interface import AllowanceUse, CheckedFile, SourceFinding, SourceRule
from evenhand.check.rules.loudness import Loudness
from evenhand.check.rules.registry import allowance_rules, source_rules
from evenhand.findings import Allowance, FunctionReport, Remark, Severity, Span, VerdictKind

Uses = Set[tuple[Allowance, str]]
"""Allowances, each with an attribute of which it silenced a finding."""


def source_remarks(
    file: CheckedFile, reports: Sequence[FunctionReport], allowances: Sequence[Allowance]
) -> tuple[tuple[Remark, ...], Uses]:
    """Remarks on checked attributes, and the uses of the allowances that silenced others."""
    index = AllowanceIndex(allowances)
    around = _Surroundings(report.span for report in reports)
    remarks: list[Remark] = []
    uses: set[tuple[Allowance, str]] = set()

    for rule in source_rules():
        for finding in rule.check(file):
            severity = _severity(rule, finding, file.loudness)
            if severity is None or _is_known(finding, reports):
                continue

            allowance = _allowance_of(finding, index, around)
            if allowance is not None:
                uses.add((allowance, finding.attribute))
            else:
                remarks.append(_remark(rule, severity, finding, file.source.text))

    return tuple(remarks), uses


def _remark(rule: SourceRule, severity: Severity, finding: SourceFinding, text: str) -> Remark:
    location = in_characters(finding.location, text)
    about = (finding.attribute, finding.name, finding.recognised, finding.line)
    return Remark(rule.code, severity, finding.message, location, *about)


def _severity(rule: SourceRule, finding: SourceFinding, loudness: Loudness) -> Severity | None:
    """How loudly a finding is shown; None if it is not, or if its attribute is not checked."""
    if finding.attribute not in loudness.attributes:
        return None
    if finding.recognised is None:
        return rule.severity
    return loudness.at_most(loudness.of_attribute(finding.attribute), finding.recognised)


def _is_known(finding: SourceFinding, reports: Iterable[FunctionReport]) -> bool:
    """Whether runs of the function around it have found as much of its attribute.

    What was not checked has not found it, though a hint may say so.
    """
    judged = [
        (report.span, verdict)
        for report in reports
        for verdict in report.verdicts
        if verdict.attribute == finding.attribute and verdict.kind is not VerdictKind.NOT_CHECKED
    ]
    return any(
        (_is_within(finding.line, span) and finding.is_settled_by_runs)
        or (
            verdict.code is not None
            and finding.is_seen_by_runs
            and (_is_within(finding.line, span) or _is_within(finding.location.line, span))
        )
        for span, verdict in judged
    )


def _is_within(line: int, span: Span) -> bool:
    return span.line <= line <= span.end_line


def allowance_remarks(
    allowances: Iterable[Allowance], uses: Uses, judged: bool
) -> tuple[Remark, ...]:
    """Remarks on allowances; `judged` is False if no function was run."""
    remarks: list[Remark] = []
    silenced: dict[Allowance, set[str]] = defaultdict(set)
    for allowance, attribute in uses:
        silenced[allowance].add(attribute)

    for allowance in allowances:
        use = AllowanceUse(allowance, frozenset(silenced[allowance]), judged)

        for rule in allowance_rules():
            for message in rule.check(use):
                remarks.append(Remark(rule.code, rule.severity, message, allowance.location))

    return tuple(remarks)


class _Surroundings:
    """The functions around a line."""

    def __init__(self, spans: Iterable[Span]) -> None:
        outermost: list[Span] = []
        for span in sorted(spans, key=lambda span: (span.line, -span.end_line)):
            if not outermost or span.line > outermost[-1].end_line:
                outermost.append(span)
        self._outermost = outermost

    def outermost(self, line: int) -> Span | None:
        """The largest function around a line; None if it is in none."""
        index = bisect_right(self._outermost, line, key=lambda span: span.line)
        span = self._outermost[index - 1] if index else None
        return span if span is not None and line <= span.end_line else None


def _allowance_of(
    finding: SourceFinding, allowances: AllowanceIndex, around: _Surroundings
) -> Allowance | None:
    """The first comment on or above one of the finding's lines, or in a function around it."""
    lines = {finding.location.line, finding.line}
    places = [(line - 1, line) for line in lines]
    function = around.outermost(finding.line)
    if function is not None:
        places.append((function.line - 1, function.end_line))

    candidates = [allowances.between(*place, finding.attribute) for place in places]
    listed = [candidate for candidate in candidates if candidate is not None]
    return min(listed, key=lambda allowance: allowance.location.line, default=None)
