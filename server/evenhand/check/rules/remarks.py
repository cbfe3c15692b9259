"""Runs the rules about a file: those about its text, and those about its allowances."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from evenhand.check.catalogue import Catalogue
from evenhand.check.reading.allowances import Allowance
from evenhand.check.reading.source import Source
from evenhand.check.rules.interface import AllowanceUse, SourceFinding
from evenhand.check.rules.registry import allowance_rules, source_rules
from evenhand.findings import FunctionReport, Remark

Uses = Set[tuple[Allowance, str]]
"""Allowances, each with an attribute of which it silenced a finding."""


def source_remarks(
    source: Source,
    catalogue: Catalogue,
    attributes: Iterable[str],
    reports: Iterable[FunctionReport],
    allowances: Sequence[Allowance],
) -> tuple[tuple[Remark, ...], Uses]:
    """Remarks on `attributes`, and the uses of the allowances that silenced others."""
    checked, functions = frozenset(attributes), tuple(reports)
    remarks: list[Remark] = []
    uses: set[tuple[Allowance, str]] = set()

    for rule in source_rules():
        for finding in rule.check(source, catalogue):
            if finding.attribute not in checked:
                continue

            allowance = next((a for a in allowances if _allows(a, finding, functions)), None)
            if allowance is not None:
                uses.add((allowance, finding.attribute))
            else:
                remark = Remark(rule.code, rule.severity, finding.message, finding.location)
                remarks.append(remark)

    return tuple(remarks), uses


def allowance_remarks(
    allowances: Iterable[Allowance], uses: Uses, judged: bool
) -> tuple[Remark, ...]:
    """Remarks on allowances; `judged` is False if no function was run."""
    remarks: list[Remark] = []
    for allowance in allowances:
        attributes = frozenset(attribute for used, attribute in uses if used == allowance)
        use = AllowanceUse(allowance, attributes, judged)

        for rule in allowance_rules():
            for message in rule.check(use):
                remarks.append(Remark(rule.code, rule.severity, message, allowance.location))

    return tuple(remarks)


def _allows(
    allowance: Allowance, finding: SourceFinding, functions: tuple[FunctionReport, ...]
) -> bool:
    """Whether the comment is on or above one of the finding's lines, or in a function around it."""
    if not allowance.attributes & {finding.attribute, "all"}:
        return False

    lines = {finding.location.line, finding.line}
    lines_above = {line - 1 for line in lines}
    if allowance.location.line in lines | lines_above:
        return True

    spans = [function.span for function in functions]
    around = [span for span in spans if span.line <= finding.line <= span.end_line]
    return any(allowance.covers(span) for span in around)
