"""EVH011: a comment allows a difference that is not there."""

from __future__ import annotations

from collections.abc import Iterator

from evenhand.check.rules.interface import AllowanceRule, AllowanceUse
from evenhand.findings import RuleCode, Severity


def _check(use: AllowanceUse) -> Iterator[str]:
    unused = use.allowance.attributes - use.attributes
    if use.attributes:
        unused -= {"all"}

    if unused and use.judged:
        names = ", ".join(sorted(unused))
        yield f"nothing to allow: no difference for {names} here; delete the comment"
    if not use.allowance.attributes:
        yield "name what is allowed: `# evenhand: allow(age) reason`"


RULE = AllowanceRule(
    code=RuleCode("EVH011"),
    title="an allowance that allows nothing",
    severity=Severity.WARNING,
    check=_check,
)
