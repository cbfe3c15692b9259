"""EVH202: a query chooses people by a protected attribute."""

from __future__ import annotations

from collections.abc import Iterator

from evenhand.check.catalogue.purposes import manners
from evenhand.check.outcomes.deciders import QUERY
from evenhand.check.rules.interface import CheckedFile, SourceFinding, SourceRule
from evenhand.check.rules.judged_source import judging
from evenhand.check.rules.query_conditions import QueryCondition, query_conditions
from evenhand.findings import Purpose, RuleCode, Severity


def _check(file: CheckedFile) -> Iterator[SourceFinding]:
    judged = judging(file, QUERY)
    for condition in query_conditions(file.source, file.catalogue):
        if condition.attribute in file.loudness.attributes:
            recognised = judged(
                condition.match, condition.column, condition.beside, "", condition.scope
            )
            yield SourceFinding(
                condition.attribute,
                _message(condition, recognised.purpose),
                condition.location,
                condition.line,
                condition.column,
                recognised,
                is_seen_by_runs=True,
            )


def _message(condition: QueryCondition, purpose: Purpose) -> str:
    """`` `age < 40` chooses by age in a query: whoever does not fit is left out ``"""
    attribute = condition.attribute.replace("_", " ")
    fact = f"`{condition.text}` chooses by {attribute} in a query"
    if purpose is Purpose.DECISION:
        return f"{fact}: whoever does not fit is left out"
    return f"{fact} ({manners()[purpose].reason})"


RULE = SourceRule(
    code=RuleCode("EVH202"),
    title="a query chooses people by a protected attribute",
    severity=Severity.INFORMATION,
    check=_check,
)
