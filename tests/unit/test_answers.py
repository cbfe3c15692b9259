"""How answers shift the points of a repository."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from evenhand.check.checking import Checker
from evenhand.findings import Purpose, Severity, Verdict
from evenhand.options import CheckOptions
from evenhand.user_answers import Answer, AnswerKind, digest

LEVEL = """\
def shelf_level(age, colour):
    return 3 if age < 40 else 5
"""


async def verdict_on_age(*answers: Answer) -> Verdict:
    async with Checker() as checker:
        options = CheckOptions(sys.executable, answers=answers)
        report = await checker.check(LEVEL, Path("/project/shelves.py"), options)
    return next(v for v in report.functions[0].verdicts if v.attribute == "age")


def answer(verdict: Verdict, kind: AnswerKind = AnswerKind.NOT_A_DECISION) -> Answer:
    """An answer to such a finding in another file."""
    points = verdict.recognised.points if verdict.recognised is not None else ()
    signals = tuple(each.signal for each in points if each.towards is Purpose.DECISION)
    return Answer(kind, "/project/other.py", "level", "age", digest("other"), signals)


def deciding(verdict: Verdict) -> float:
    assert verdict.recognised is not None
    points = verdict.recognised.points
    return sum(each.points for each in points if each.towards is Purpose.DECISION)


async def test_each_answer_takes_some_points_and_all_of_them_at_most_half() -> None:
    before = await verdict_on_age()
    once = await verdict_on_age(answer(before))
    often = await verdict_on_age(*[answer(before)] * 9)

    assert deciding(once) < deciding(before)
    assert abs(deciding(often) - deciding(before) / 2) < 0.01


async def test_an_answered_finding_is_allowed_and_others_are_shown() -> None:
    before = await verdict_on_age()
    own = replace(answer(before), file="/project/shelves.py", function="shelf_level")

    assert before.severity in (Severity.WARNING, Severity.INFORMATION)
    assert (await verdict_on_age(replace(own, text=digest(LEVEL)))).allowed is not None
    assert (await verdict_on_age(replace(own, function="other"))).allowed is None
    assert (await verdict_on_age(replace(own, text="other"))).allowed is None


async def test_what_names_no_person_takes_no_points() -> None:
    before = await verdict_on_age()
    other = await verdict_on_age(answer(before, AnswerKind.NOT_A_PERSON))

    assert deciding(other) == deciding(before)
