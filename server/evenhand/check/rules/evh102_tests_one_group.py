"""EVH102: all people on whom a function is tested belong to one group."""

from __future__ import annotations

from collections.abc import Iterator

from evenhand.check.rules.interface import CheckedFile, SourceFinding, SourceRule
from evenhand.check.rules.people_in_tests import OneGroup, one_groups
from evenhand.findings import RuleCode, Severity


def _check(file: CheckedFile) -> Iterator[SourceFinding]:
    for pattern in one_groups(file.source, file.catalogue):
        location = pattern.location
        yield SourceFinding(
            pattern.attribute, _message(pattern), location, location.line, pattern.field
        )


def _message(pattern: OneGroup) -> str:
    return (
        f"all {pattern.rows} people on whom `{pattern.function}` is tested have "
        f"`{pattern.field}` {pattern.value!r}"
    )


RULE = SourceRule(
    code=RuleCode("EVH102"),
    title="everybody in the test data belongs to one group",
    claim="tests with one group of people",
    severity=Severity.INFORMATION,
    check=_check,
)
