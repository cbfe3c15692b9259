"""EVH202: a query chooses people by a protected attribute."""

from __future__ import annotations

from collections.abc import Iterator

from evenhand.check.outcomes.deciders import QUERY
from evenhand.check.rules.interface import CheckedFile, SourceFinding, SourceRule
from evenhand.check.rules.judged_source import judged_findings
from evenhand.check.rules.query_conditions import QueryCondition, query_conditions
from evenhand.findings import RuleCode, Severity


def _check(file: CheckedFile) -> Iterator[SourceFinding]:
    found = query_conditions(file.source, file.catalogue)
    return judged_findings(file, QUERY, found, _said, is_seen_by_runs=lambda _: True)


def _said(condition: QueryCondition) -> tuple[str, str]:
    """`` `age < 40` chooses people by age in a query ``"""
    attribute = condition.attribute.replace("_", " ")
    if condition.in_case:
        fact = f"`{condition.text}` decides by {attribute} in a query"
        return fact, f"what it gives or sets depends on {attribute}"
    fact = f"`{condition.text}` chooses people by {attribute} in a query"
    return fact, f"who is in its result depends on {attribute}"


RULE = SourceRule(
    code=RuleCode("EVH202"),
    title="a query chooses people by a protected attribute",
    claim="chooses people in a query by",
    severity=Severity.INFORMATION,
    check=_check,
)
