"""A bug in Evenhand leaves one function unjudged, and says so; all others get their verdicts."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from evenhand.apps.cli import file_repairs
from evenhand.apps.cli.file_repairs import RepairJob, repair_one_file
from evenhand.causes import Cause, Explanation
from evenhand.check import checking
from evenhand.check.cache.cache_folder import CacheFolder
from evenhand.check.cache.report_cache import ReportCache
from evenhand.check.checking import Checker
from evenhand.check.outcomes.requests import Loaded, Steps
from evenhand.check.search.guided_search import find_differences
from evenhand.check.search.judgements import Judgement
from evenhand.check.search.search_state import SearchState
from evenhand.findings import FileReport, Verdict, VerdictKind
from evenhand.options import CheckOptions
from evenhand.repair.by_model.conversation import Asking
from evenhand.repair.offline import offline_repairs
from evenhand.repair.proof import renewed_search, text_runs
from evenhand.repair.repairs import Repairs
from evenhand.repair.survey import combined_outcomes
from evenhand.repair.whole_files import repair_file
from evenhand.scaling.inside_engine import Line

SOURCE = (
    "def fee(age):\n    return 10 if age > 45 else 20\n\n\n"
    "def well(hours, gender):\n    pay = hours * 2 + (3 if gender == 'male' else 0)\n"
    "    return pay\n"
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


def not_forked(*_: object) -> Steps[Loaded]:
    """No process can be had for a text."""
    yield from ()
    return Loaded(Explanation(Cause.NOT_FORKED))


def killed(search: SearchState) -> Steps[tuple[Judgement, ...]]:
    """A search whose process is killed from outside."""
    judgements = yield from find_differences(search)
    why = Explanation(Cause.KILLED)
    return tuple(
        replace(each, kind=VerdictKind.NOT_CHECKED, probe=None, explanation=why)
        for each in judgements
    )


GUARDED = (
    "def score(hours, gender, age):\n    if age < 0:\n        raise ValueError(age)\n"
    "    return hours * 2 + (3 if gender == 'male' else 0)\n"
)
FAULTS: dict[str, tuple[object, str, object]] = {
    "in the survey": (combined_outcomes, "open_unwatched", not_forked),
    "beside the old text": (text_runs, "open_unwatched", not_forked),
    "in the search of the new text": (renewed_search, "find_differences", killed),
}


@pytest.mark.parametrize("when", FAULTS)
async def test_a_fault_of_the_machine_is_no_verdict_on_a_repair(
    new_checker: Checker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    kept = ReportCache(CacheFolder(tmp_path / "cache"), only_saved=False)
    monkeypatch.setattr(file_repairs, "user_cache", lambda: kept)
    path, nobody = tmp_path / "project" / "subject.py", Line(cast(Any, None))
    job = RepairJob(GUARDED, path, OPTIONS, ask=False, endpoint=None, asking=Asking(), keep=True)

    with monkeypatch.context() as once:
        once.setattr(*FAULTS[when])
        failed = await repair_one_file(new_checker, job, nobody)
    again = await repair_one_file(new_checker, job, nobody)

    assert failed.after == GUARDED
    assert [said.partition(": ")[0] for said in failed.accidents] == ["not everything was checked"]
    assert [done.function for done in again.done] == ["score"]
    assert again.accidents == ()
