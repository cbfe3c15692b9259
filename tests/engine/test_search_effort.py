"""How much is tried: less where an input only matters by who has the same value as whom, or is
passed to a call whose answer is unknown."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

from evenhand.check.checking import Checker
from evenhand.findings import VerdictKind
from evenhand.options import CheckOptions

USUAL_PAY = """
    def usual_pay(records, occupation):
        alike = [r for r in records if r["occupation"].lower() == occupation.lower()]
        return sum(r["pay"] for r in alike) / len(alike) if alike else None
"""
WITH_UNUSED_VALUE = """
    def usual_pay(records, occupation):
        is_nurse = occupation == "Nurse"
        alike = [r for r in records if r["occupation"].lower() == occupation.lower()]
        return sum(r["pay"] for r in alike) / len(alike) if alike else None
"""
WITH_BONUS = """
    def usual_pay(records, occupation):
        bonus = 500 if occupation == "Nurse" else 0
        alike = [r for r in records if r["occupation"].lower() == occupation.lower()]
        return sum(r["pay"] for r in alike) / len(alike) + bonus if alike else None
"""

FEE = """
    import no_such


    def fee(age, amount, days, kind):
        rate = no_such.rate({asked})
        if age > 0 and amount > 1200 and days < 7:
            rate = rate + 1
        if kind == "late" and amount / days > 40:
            rate = rate + 2
        if kind == "early" and amount * days > 50_000:
            return rate - 1
        return rate
"""


async def test_what_is_only_compared_with_another_input_is_tried_less(
    checker: Checker, tmp_path: Path
) -> None:
    kinds, calls = await _checked(checker, USUAL_PAY, tmp_path)
    kinds_with_value, calls_with_value = await _checked(checker, WITH_UNUSED_VALUE, tmp_path)

    assert VerdictKind.BIASED not in kinds | kinds_with_value
    assert calls < calls_with_value / 2


async def test_a_value_of_the_codes_own_beside_the_comparison_is_found(
    checker: Checker, tmp_path: Path
) -> None:
    kinds, _ = await _checked(checker, WITH_BONUS, tmp_path)

    assert VerdictKind.BIASED in kinds


async def test_what_an_unknown_answer_may_depend_on_is_tried_less(
    checker: Checker, tmp_path: Path
) -> None:
    kinds, calls = await _checked(checker, FEE.format(asked="age"), tmp_path)
    kinds_with_other, calls_with_other = await _checked(checker, FEE.format(asked="days"), tmp_path)

    assert kinds == {VerdictKind.NOT_CHECKED}
    assert kinds_with_other == {VerdictKind.NO_DIFFERENCE_FOUND}
    assert calls < calls_with_other / 2


async def _checked(checker: Checker, code: str, folder: Path) -> tuple[set[VerdictKind], int]:
    """The verdicts on a file, and how many calls they took."""
    report = await checker.check(
        textwrap.dedent(code), folder / "pay.py", CheckOptions(sys.executable)
    )
    verdicts = [verdict for function in report.functions for verdict in function.verdicts]
    return {verdict.kind for verdict in verdicts}, checker.cost.calls
