"""EVH101: what tests expect goes with an attribute that the function under test does not read."""

from __future__ import annotations

from collections.abc import Iterator

from evenhand.check.rules.interface import CheckedFile, SourceFinding, SourceRule
from evenhand.check.rules.people_in_tests import GoesWith, going_with
from evenhand.findings import RuleCode, Severity

_MOST_OUTCOMES = 4
"""Outcomes that the message lists."""


def _check(file: CheckedFile) -> Iterator[SourceFinding]:
    for pattern in going_with(file.source, file.catalogue):
        location = pattern.location
        yield SourceFinding(
            pattern.attribute, _message(pattern), location, location.line, pattern.field
        )


def _message(pattern: GoesWith) -> str:
    outcomes = pattern.outcomes[:_MOST_OUTCOMES]
    listed = ", ".join(f"{outcome!r} for {value!r}" for value, outcome in outcomes)
    return (
        f"in all {pattern.rows} tests of `{pattern.function}` what is expected goes with "
        f"`{pattern.field}` ({listed}), which it does not read"
    )


RULE = SourceRule(
    code=RuleCode("EVH101"),
    title="test data tell groups apart that the code does not",
    claim="tests groups of people differently",
    severity=Severity.INFORMATION,
    check=_check,
)
