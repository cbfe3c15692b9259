"""A bug in Evenhand leaves one function unjudged, and says so; all others get their verdicts."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evenhand.causes import Cause
from evenhand.check import checking
from evenhand.check.checking import Checker
from evenhand.findings import FileReport, Verdict, VerdictKind
from evenhand.options import CheckOptions
from evenhand.repair.offline import offline_repairs
from evenhand.repair.repairs import Repairs
from evenhand.repair.whole_files import repair_file

SOURCE = (
    "def fee(age):\n    return 10 if age > 65 else 20\n\n\n"
    "def well(hours, gender):\n    return hours * 2 + (3 if gender == 'male' else 0)\n"
)
PATH = Path("subject.py").absolute()
OPTIONS = CheckOptions(sys.executable, seconds=60)


def failing(real: Callable[..., Any], concerns: Callable[[Any], bool], error: Exception) -> Any:
    """A function that fails where its first argument concerns `fee`."""

    def stand_in(first: Any, *rest: Any, **named: Any) -> Any:
        if concerns(first):
            raise error
        return real(first, *rest, **named)

    return stand_in


STEPS: dict[str, Callable[[Any], bool]] = {
    "read": lambda function: function.name == "fee",
    "find_differences": lambda search: search.reading.function.name == "fee",
    "written_calls": lambda search: search.reading.function.name == "fee",
}
"""Steps of a check that `checking` calls by these names."""


def verdicts(report: FileReport, name: str) -> list[Verdict]:
    return [v for function in report.functions if function.name == name for v in function.verdicts]


@pytest.mark.parametrize("step", STEPS)
async def test_a_bug_stays_with_its_function(
    new_checker: Checker, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = failing(getattr(checking, step), STEPS[step], ZeroDivisionError("x"))
    monkeypatch.setattr(checking, step, broken)

    report = await new_checker.check(SOURCE, PATH, OPTIONS)

    assert report.problem is None
    [verdict] = verdicts(report, "fee")
    assert (verdict.attribute, verdict.kind) == ("age", VerdictKind.NOT_CHECKED)
    assert verdict.cause is Cause.INTERNAL
    assert "bug in Evenhand (ZeroDivisionError in test_mistakes.py, line" in verdict.reason
    assert "please report it" in verdict.reason
    assert [v.kind for v in verdicts(report, "well")] == [VerdictKind.BIASED]


async def test_too_deep_is_no_bug(new_checker: Checker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "read", failing(checking.read, STEPS["read"], RecursionError()))

    report = await new_checker.check(SOURCE, PATH, OPTIONS)

    assert [v.cause for v in verdicts(report, "fee")] == [Cause.TOO_DEEP]


async def test_what_failed_is_not_remembered(
    new_checker: Checker, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as once:
        once.setattr(checking, "read", failing(checking.read, STEPS["read"], KeyError()))
        await new_checker.check(SOURCE, PATH, OPTIONS)

    report = await new_checker.check(SOURCE, PATH, OPTIONS)

    assert [v.kind for v in verdicts(report, "fee")] == [VerdictKind.BIASED]


async def test_a_bug_in_one_repair_leaves_the_others(new_checker: Checker) -> None:
    async def make(text: str, name: str) -> Repairs:
        if name == "fee":
            raise ZeroDivisionError
        return await offline_repairs(new_checker, text, PATH, OPTIONS, name, most=1)

    repair = await repair_file(new_checker, SOURCE, PATH, OPTIONS, make)

    assert [done.function for done in repair.done] == ["well"]
    assert [left.function for left in repair.left] == ["fee"]
    assert "bug in Evenhand" in repair.left[0].reason
