"""Of how many made-up people a finding is true, beside what calling the functions here comes to."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from evenhand.apps.cli.program import evenhand
from evenhand.check.checking import Checker
from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.search import flip_rate
from evenhand.check.search.arguments.argument_trees import leaves, set_value
from evenhand.check.search.arguments.contexts import Context
from evenhand.check.sentences import rate_of as sentence_of
from evenhand.findings import Rate, VerdictKind
from evenhand.options import CheckOptions

TWO_RULES = """
def fee(age, income, gender):
    if gender == "female" and income > 50000:
        return 10
    if age > 65:
        return 5
    return 7 if gender == "female" else 8.5
"""
RECORD = """
def hire(applicant):
    if applicant["race"] == "black" and applicant["experience"] < 3:
        raise ValueError("no")
    return "hired"
"""
MEMBERS_ONLY = """
def discount(gender, member: bool, student: bool):
    if member and not student and gender == "female":
        return 0.2
    return 0.1
"""
AGES = """
def premium(age: int, smoker: bool, plan: str):
    base = 80 if plan == "basic" else 120
    if smoker:
        return base * 2
    return base + 35 if age > 60 else base
"""
OBJECT = """
class Loan:
    def __init__(self, amount: int, marital_status: str):
        self.amount = amount
        self.marital_status = marital_status

    def approved(self) -> bool:
        return self.amount < 20000 or (self.marital_status == "married" and self.amount < 90000)
"""
LIST = """
def invited(people):
    chosen = []
    for person in people:
        if person["religion"] != "muslim" or person["points"] > 7:
            chosen.append(person["id"])
    return chosen
"""
DECISION_BEHIND_WORDS = """
def letter(gender, name, score: int):
    title = "Mr" if gender == "male" else "Ms"
    return {"salutation": f"Dear {title} {name}", "approved": score > 70 and gender == "male"}
"""

CASES = {
    "two rules": (TWO_RULES, "gender"),
    "two rules, by age": (TWO_RULES, "age"),
    "a record": (RECORD, "race"),
    "flags": (MEMBERS_ONLY, "gender"),
    "an age": (AGES, "age"),
    "an object": (OBJECT, "marital_status"),
    "a list": (LIST, "religion"),
}


@dataclass
class Drawn:
    """The people that a check made up, in their order."""

    people: list[flip_rate.People] = field(default_factory=list)
    contexts: list[Context] = field(default_factory=list)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """Tells whom the check draws; the numbers are then its own affair."""
    noted, draw = Drawn(), flip_rate.People.drawn

    def noting(people: flip_rate.People, numbers: range) -> list[flip_rate.Person]:
        persons = draw(people, numbers)
        noted.people.append(people)
        noted.contexts += [context for _, context in persons]
        return persons

    monkeypatch.setattr(flip_rate.People, "drawn", noting)
    return noted


async def rate_of(checker: Checker, code: str, attribute: str) -> Rate:
    """The rate of the first finding about an attribute alone."""
    options = CheckOptions(sys.executable, attributes=frozenset({attribute}), rate=True)
    report = await checker.check(code, Path("subject.py"), options)
    verdicts = (v for function in report.functions for v in function.verdicts)
    rate = next(verdict.rate for verdict in verdicts if verdict.witness is not None)
    assert rate is not None
    return rate


def outcome_of(code: str, call: str) -> tuple[str, Any]:
    """What a call comes to in this interpreter."""
    names: dict[str, Any] = {}
    exec(code, names)
    try:
        return "returned", eval(call, names)
    except ValueError as error:
        return "raised", str(error)


def by_brute_force(code: str, drawn: Drawn) -> list[float]:
    """For each of the people whose outcome changes, by how much; 0 if it is no number."""
    people = drawn.people[0]
    [state] = people.search.states
    values = people.values_of(state.input.path)
    sizes = []
    for context in drawn.contexts[: flip_rate.PEOPLE]:
        own = outcome_of(code, written(people, context))
        tree = context.as_tree()
        place = next(p for p, leaf in leaves(tree) if leaf.path is state.input.path)
        others = [
            outcome_of(code, written(people, context.with_tree(set_value(tree, place, value))))
            for value in values
        ]
        changes = [distance(own[1], other[1]) for other in others if other != own]
        if changes:
            sizes.append(max(changes))
    return sizes


def written(people: flip_rate.People, context: Context) -> str:
    return context.call(people.search.writer).text


def distance(first: Any, second: Any) -> float:
    are_numbers = type(first) in (int, float) and type(second) in (int, float)
    return abs(first - second) if are_numbers else 0.0


@pytest.mark.parametrize("name", CASES)
async def test_as_many_are_touched_as_calling_everything_shows(
    new_checker: Checker, drawn: Drawn, name: str
) -> None:
    code, attribute = CASES[name]

    rate = await rate_of(new_checker, code, attribute)

    sizes = sorted(by_brute_force(code, drawn))
    assert rate.people == flip_rate.PEOPLE
    assert 0 < rate.changed == len(sizes)
    if rate.size is not None:
        assert 2 * sum(size >= rate.size for size in sizes) >= len(sizes)
        assert 2 * sum(size <= rate.size for size in sizes) >= len(sizes)
    else:
        assert max(sizes) == 0


@pytest.mark.parametrize("name", ["two rules", "a record", "flags", "an age", "an object"])
async def test_the_interval_holds_the_share_of_all_possible_people(
    new_checker: Checker, drawn: Drawn, name: str
) -> None:
    code, attribute = CASES[name]

    rate = await rate_of(new_checker, code, attribute)

    low, high = rate.interval
    assert low <= exact_share(code, drawn) <= high
    assert high - low < 0.07


def exact_share(code: str, drawn: Drawn) -> float:
    """Of everybody whom the values allow, those for whom another value gives another outcome."""
    people, context = drawn.people[0], drawn.contexts[0]
    [state] = people.search.states
    placed = [(p, leaf.path) for p, leaf in leaves(context.as_tree()) if leaf.path is not None]
    others = [(p, path) for p, path in placed if path is not state.input.path]
    [place] = [p for p, path in placed if path is state.input.path]
    changed = whole = 0
    for values in product(*(people.values_of(path) for _, path in others)):
        tree = context.as_tree()
        for (position, _), value in zip(others, values, strict=True):
            tree = set_value(tree, position, value)
        outcomes = {
            repr(outcome_of(code, written(people, context.with_tree(set_value(tree, place, v)))))
            for v in people.values_of(state.input.path)
        }
        changed += len(outcomes) > 1
        whole += 1
    return changed / whole


async def test_words_for_a_person_are_no_other_answer(new_checker: Checker, drawn: Drawn) -> None:
    rate = await rate_of(new_checker, DECISION_BEHIND_WORDS, "gender")

    scores = [score_of(context) for context in drawn.contexts[: flip_rate.PEOPLE]]
    assert rate.changed == sum(score > 70 for score in scores)
    assert 0 < rate.changed < flip_rate.PEOPLE


def score_of(context: Context) -> int:
    [score] = [leaf.value for _, leaf in leaves(context.as_tree()) if is_score(leaf.path)]
    assert isinstance(score, int)
    return score


def is_score(path: AccessPath | None) -> bool:
    return path is not None and path.name == "score"


async def test_what_a_model_is_given_counts_where_it_decides(new_checker: Checker) -> None:
    code = """
import joblib
model = joblib.load("loans.joblib")
def approve_loan(applicant):
    gender = applicant["gender"] if applicant["income"] < 30000 else "unknown"
    return bool(model.predict([[applicant["income"], gender]])[0])
"""
    options = CheckOptions(sys.executable, rate=True)
    report = await new_checker.check(code, Path("subject.py"), options)

    [verdict] = (v for v in report.functions[0].verdicts if v.attribute == "gender")
    assert verdict.kind is VerdictKind.DELEGATES
    assert verdict.rate is not None
    assert 0 < verdict.rate.changed < verdict.rate.people
    assert sentence_of(verdict).endswith("another input if gender alone changes")


async def test_who_is_not_called_with_every_value_is_not_counted(
    new_checker: Checker, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = """
def points(age: int, tests: int, talks: int, years: int, papers: int):
    return tests + talks + years + papers + (1 if age > 40 else 0)
"""
    monkeypatch.setattr(flip_rate, "MOST_CALLS", 0)

    rate = await rate_of(new_checker, code, "age")

    assert 0 < rate.changed == rate.people < flip_rate.PEOPLE
    assert rate.size == 1


async def test_people_may_lack_what_the_code_has_a_default_for(new_checker: Checker) -> None:
    code = """
def least_intake(view):
    if isinstance(view.get("floor_kcal"), int):
        return view["floor_kcal"]
    return 1500 if view.get("sex") == "male" else 1200
"""
    rate = await rate_of(new_checker, code, "gender")

    assert 0.4 < rate.changed / rate.people < 0.6


async def test_without_rate_nothing_is_counted(new_checker: Checker) -> None:
    options = CheckOptions(sys.executable)
    report = await new_checker.check(MEMBERS_ONLY, Path("subject.py"), options)

    assert [v.rate for v in report.functions[0].verdicts] == [None]


async def test_the_same_people_are_made_up_every_time(new_checker: Checker) -> None:
    first = await rate_of(new_checker, TWO_RULES, "gender")
    async with Checker() as other:
        assert await rate_of(other, TWO_RULES, "gender") == first


def test_a_check_without_rate_does_not_even_import_it(tmp_path: Path) -> None:
    subject = tmp_path / "subject.py"
    subject.write_text(MEMBERS_ONLY)
    program = f"""
import asyncio, sys
from pathlib import Path
from evenhand.check.checking import Checker
from evenhand.options import CheckOptions

async def check():
    async with Checker() as checker:
        path = Path({str(subject)!r})
        await checker.check(path.read_text(), path, CheckOptions(sys.executable))
        print(checker.calls > 0, {flip_rate.__name__!r} in sys.modules)

asyncio.run(check())
"""
    command = [sys.executable, "-c", program]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)

    assert ran.stdout.split() == ["True", "False"]


@pytest.fixture
def subject(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "fees.py"
    path.write_text(AGES)
    return path


def printed(*arguments: str) -> str:
    command = ["check", "--isolated", "--no-cache", "--rate", *arguments, "fees.py"]
    result = CliRunner().invoke(evenhand, command)
    assert result.exit_code == 1, result.output
    return result.stdout


def test_every_format_for_programs_has_the_rate(subject: Path) -> None:
    [function] = json.loads(printed("--format", "json"))["functions"]
    rate = function["verdicts"][0]["rate"]
    text = printed()
    [result] = json.loads(printed("--format", "sarif"))["runs"][0]["results"]

    low, high = rate["interval"]
    share = f"{rate['changed']} ({100 * rate['share']:.1f} %, {100 * low:.1f} to {100 * high:.1f})"
    sentence = (
        f"of 1,000 made-up people {share} get another answer if age alone changes; "
        "half of these answers differ by at least 35"
    )
    page = Path(__file__).parents[2] / "docs/how-it-searches.md"
    assert text.partition("\n\n")[0] in page.read_text("utf-8")
    assert rate["people"] == 1000
    assert rate["size"] == 35
    assert f"\n    {sentence}\n" in text
    assert result["properties"]["rate"] == rate
    assert result["message"]["text"].endswith(sentence)


def test_a_rate_needs_runs(subject: Path) -> None:
    result = CliRunner().invoke(evenhand, ["check", "--rate", "--no-run", "fees.py"])

    assert result.exit_code == 2
    assert "--rate runs the code, and --no-run does not" in result.output
