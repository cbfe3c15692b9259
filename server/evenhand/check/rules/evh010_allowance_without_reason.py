"""EVH010: a comment allows a difference and does not say why."""

from __future__ import annotations

from collections.abc import Iterator

from evenhand.check.rules.interface import AllowanceRule, AllowanceUse
from evenhand.findings import RuleCode, Severity


def _check(use: AllowanceUse) -> Iterator[str]:
    if use.allowance.reason:
        return

    names = ", ".join(sorted(use.allowance.attributes))
    yield f"say why {names or 'this'} may matter here: `# evenhand: allow({names}) reason`"


RULE = AllowanceRule(
    code=RuleCode("EVH010"),
    title="an allowance without a reason",
    severity=Severity.WARNING,
    check=_check,
)
