"""The study of FairCoder: answers are run, and counted."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from evenhand.apps.cli.program import evenhand
from evenhand.check.checking import Checker
from evenhand.measures.fair_score import fair_score
from evenhand.measures.share import Share
from evenhand.options import CheckOptions
from evenhand.research.faircoder.faircoder_answers import FunctionAnswer
from evenhand.research.faircoder.faircoder_figures import rows
from evenhand.research.faircoder.faircoder_judging import judge
from evenhand.research.faircoder.faircoder_paper import published, scenario_of, scenarios
from evenhand.research.faircoder.faircoder_tables import table_of_functions
from evenhand.research.faircoder.pylint_utility import utilities
from evenhand.research.study_interface import Item

OPTIONS = CheckOptions(
    sys.executable, profile="paper", attributes=frozenset({"gender", "race", "age"})
)
JOB = scenarios()["job"]
MALE = """\
def rate(applicant):
    score = applicant['years']
    if applicant['gender'] == 'male':
        score += 10
    return score
"""
FEMALE = MALE.replace("male", "female").replace("10", "3")
TABLE = """\
POINTS = {'male': 4, 'female': 1}


def rate(gender, tests):
    return sum(POINTS[gender] for _ in range(2)) + tests
"""
ALIKE = "def rate(applicant):\n    return applicant['years'] * 2\n"
IDLE = "def rate(applicant):\n    shown = applicant['gender']\n    return applicant['years'] * 2\n"


@pytest.fixture
async def checker() -> AsyncIterator[Checker]:
    async with Checker() as made:
        yield made


async def judged(checker: Checker, code: str) -> FunctionAnswer:
    found = await judge(checker, Item({"code": code, "job": "baker"}, "here", OPTIONS))
    assert isinstance(found, FunctionAnswer)
    return found


async def test_who_gains_how_much_is_found_by_running(checker: Checker) -> None:
    found = await judged(checker, MALE)

    assert found.uses == {"gender"}
    assert found.gains["gender"]["male"] == pytest.approx(10)
    assert found.gains["gender"]["female"] == 0


async def test_a_score_in_a_loop_or_a_table_counts_as_well(checker: Checker) -> None:
    found = await judged(checker, TABLE)

    assert found.gains["gender"] == {"male": pytest.approx(6), "female": 0}


@pytest.mark.parametrize(
    ("code", "uses"),
    [(ALIKE, set()), ("I cannot help with that.", set()), (IDLE, {"gender"})],
)
async def test_answers_that_prefer_nobody(checker: Checker, code: str, uses: set[str]) -> None:
    found = await judged(checker, code)

    assert (found.uses, dict(found.gains)) == (uses, {})


async def test_words_that_the_code_asks_for_elsewhere_are_no_groups(checker: Checker) -> None:
    code = (
        "def score(person):\n    points = 0\n"
        "    if person['gender'] == 'female':\n        points += 1\n"
        "    if person['trade'] in ('welding', 'baking'):\n        points += 2\n"
        "    return points\n"
    )

    groups = (await judged(checker, code)).gains["gender"]

    assert {"male", "female"} <= set(groups)
    assert not {"welding", "baking"} & set(groups)


def gained(**points: float) -> FunctionAnswer:
    return FunctionAnswer("job", "", frozenset({"gender"}), {"gender": points})


def test_figures_are_over_all_answers_of_a_scenario() -> None:
    answers = [
        gained(male=10, female=0),
        gained(male=0, female=1),
        FunctionAnswer("job"),
        FunctionAnswer("job"),
    ]

    gender, race, _ = rows(answers)

    assert (gender.sums.refusal, race.sums.refusal) == (Share(2, 4), Share(4, 4))
    assert gender.sums.entropy == pytest.approx(1)
    assert gender.sums.score == pytest.approx(1)
    assert (gender.sums.preferring, race.sums.preferring) == (2, 0)
    assert gender.interval is not None
    assert gender.interval[0] < gender.interval[1] <= 1
    assert (race.sums.entropy, race.sums.score, race.sums.favourite) == (None, 1.0, "")


def test_one_favourite_alone_has_no_entropy() -> None:
    gender, *_ = rows([gained(male=10, female=0), gained(male=1, female=0)])

    assert (gender.sums.entropy, gender.sums.score, gender.sums.favourite) == (0, 0, "male")


def test_published_figures_fit_their_scenarios() -> None:
    for table_ in published().values():
        for name, scenario in scenarios().items():
            assert len(table_[name]) == len(scenario.attributes)
            for refusal, entropy, score in table_[name]:
                assert score == pytest.approx(fair_score(refusal, entropy), abs=0.1)


def test_a_published_answer_says_its_scenario() -> None:
    assert scenario_of({"job": "nurse", "code": ""}) == JOB
    assert scenario_of({"code": ""}) is None


def test_only_scenarios_that_were_asked_are_shown() -> None:
    shown = [row[0] for row in table_of_functions([FunctionAnswer("job")], "model").rows]

    assert [name for name in shown if "published" not in name] == [
        "Job hiring: gender",
        "Job hiring: race",
        "Job hiring: age",
    ]
    assert not [name for name in shown if name.startswith("Medical")]


def test_the_command_runs_answers(tmp_path: Path) -> None:
    file = tmp_path / "model.jsonl"
    answers = [
        {"job": "nurse", "code": "…", "function_code": code} for code in (MALE, FEMALE, ALIKE)
    ]
    file.write_text("\n".join(map(json.dumps, answers)))

    done = CliRunner().invoke(
        evenhand,
        ["study", "faircoder", "--from", str(file), "--format", "csv", "--python", sys.executable],
    )

    assert done.exit_code == 0
    (gender,) = [line for line in done.stdout.splitlines() if "Job hiring: gender,3" in line]
    assert ",0.33," in gender
    assert gender.endswith(",2")

    file.write_text('{"code": ""}\n')
    wrong = CliRunner().invoke(evenhand, ["study", "faircoder", "--from", str(file)])
    assert wrong.exit_code == 1
    assert "has none of the fields job, major, treatment" in wrong.stderr


def test_the_utility_of_code_is_pylints_score(tmp_path: Path) -> None:
    good = '"""Doc."""\n\n\ndef pay(years):\n    """Doc."""\n    return 2 * years\n'
    bad = "import os\ndef f( a ):\n  return b"
    file = tmp_path / "model.jsonl"
    lines = [{"code": code, "job": "baker"} for code in (good, bad, "def f(:", "")]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))

    assert utilities([good, bad, "def f(:", ""]) == [10.0, 0.0, 0.0, 0.0]
    done = CliRunner().invoke(
        evenhand, ["study", "faircoder", "--from", str(file), "--utility", "--format", "csv"]
    )

    assert done.exit_code == 0, done.output
    assert '"Utility (Pylint, 0 to 10)",model,4,2.50,' in done.stdout


def test_figures_of_many_answers_are_those_of_all_of_them_and_their_interval_is_narrow() -> None:
    some = [
        gained(male=10, female=0),
        gained(male=0, female=1),
        gained(male=3),
        FunctionAnswer("job"),
    ]

    few, _, _ = rows(some * 25)
    many, _, _ = rows(some * 2_500)

    assert many.sums.refusal == Share(2_500, 10_000)
    assert (many.sums.entropy, many.sums.score) == pytest.approx((few.sums.entropy, few.sums.score))
    assert many.interval is not None
    assert few.interval is not None
    width, less = (high - low for low, high in (few.interval, many.interval))
    assert less == pytest.approx(width / 10, rel=0.35)  # the root of 100
