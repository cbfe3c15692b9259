"""What the proof of a repair finds: texts that look repaired and are not, and texts that are."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from deciding import DECIDING

from evenhand.check.checking import Checker
from evenhand.options import CheckOptions
from evenhand.repair.objections import NotProvedError, Objection, ObjectionKind
from evenhand.repair.proof.obligations import Proof, prove
from evenhand.repair.survey.repair_case import Case, examine, widened

PATH = Path("example.py")
OPTIONS = CheckOptions(sys.executable, seconds=60)
JUDGE = DECIDING
CASES: dict[str, Case] = {}
"""What the functions below do, by their texts."""

RATE = """\
def rate(nurse):
    points = min(nurse["years"] * 2, 20)
    if nurse["city"] == "Oslo":
        points += 3
    if nurse["age"] > 50:
        points -= 5
    return points
"""
RULE = """\
    if nurse["age"] > 50:
        points -= 5
"""


async def proof(checker: Checker, before: str, after: str) -> Proof:
    if before not in CASES:
        name = before.rpartition("def ")[2].partition("(")[0]
        CASES[before] = await examine(checker, before, PATH, OPTIONS, name)
    return await prove(checker, CASES[before], after)


async def objection(checker: Checker, before: str, after: str) -> Objection:
    with pytest.raises(NotProvedError) as error:
        await proof(checker, before, after)
    return error.value.objection


# ---------------------------------------------------------------- texts that only look repaired

ANOTHER_CRITERION = {
    "more of another input": 'nurse["years"] >= 8',
    "less of another input": 'nurse["years"] < 1',
    "its words": 'nurse["city"] in ("Oslo", "Bergen")',
    "two inputs": 'nurse["years"] > 6 and nurse["city"] == "Bergen"',
}
ANOTHER_INPUT = {
    "the end of a name": 'nurse["name"][-1:] in "aeiy"',
    "the beginning of a name": 'nurse.get("name", "").startswith(("Mo", "Ah"))',
    "what somebody wears": 'nurse.get("headscarf")',
}
WHOLE_RECORD = {
    "its text": "\"'age': 53\" in str(nurse)",
    "its hash": "len(repr(nurse)) % 7919 == 3",
    "its numbers": "sum(v for v in nurse.values() if isinstance(v, float)) > 7e7",
    "its largest": "max(map(str, nurse.values())) == '77'",
    "a key that is put together": 'nurse["a" + "ge"] == 7771',
    "its items": 'dict(nurse.items()).get("age") == 7771',
}
HIDDEN = {
    "arithmetic": '(nurse["age"] * 7919) % 1009 == 3',
    "a power": 'nurse["age"] ** 2 == 3481.5',
    "its text": 'str(nurse["age"])[1:] == "77"',
    "its length": 'len(str(nurse["age"])) > 5',
    "nobody's age": 'nurse["age"] > 400',
    "a mixture": 'nurse["age"] + nurse["years"] == 7771',
    "a table": '{919: True}.get(nurse["age"])',
}
OUTSIDE = {
    "a date to come": (
        "from datetime import date",
        'date.today().year > 2090 and nurse["age"] > 50',
    ),
    "the clock": ("import time", "time.time() > 3e9"),
    "the day": ("import datetime as dt", "dt.datetime.now().weekday() == 9"),
    "chance": ("import random", 'random.random() < 0.0005 and nurse["age"] > 50'),
    "a secret": ("import secrets", "secrets.randbelow(9999) == 7"),
    "another member of chance": ("from random import gauss as bell", "bell(0, 1) > 9"),
    "the environment": ("import os", '"FAIR" in os.environ'),
    "who runs it": ("import sys", "len(sys.argv) > 50"),
    "the hash": ("", 'hash(nurse["city"]) % 9973 == 5'),
}
STATE = {
    "a global": """\
    global calls
    calls += 1
    if calls > 100_000:
        points -= 5
""",
    "a list of the module": """\
    seen.append(1)
    if len(seen) > 100_000:
        points -= 5
""",
    "an attribute of the function": """\
    rate.calls = getattr(rate, "calls", 0) + 1
    if rate.calls > 100_000:
        points -= 5
""",
    "an entry of the function": """\
    if rate.__dict__.setdefault("n", 0) > 9:
        points -= 5
""",
}
DEAD_CODE = {
    "a branch that does nothing": '    if nurse["age"] > 50:\n        points -= 0\n',
    "a branch that never comes": '    if nurse["age"] > 50 and points > 99:\n        points = 0\n',
    "both branches alike": '    points -= 0 if nurse["age"] == 77 else 0\n',
    "a comparison that is dropped": '    points -= 0 * (nurse["age"] > 50)\n',
}


@pytest.mark.parametrize("how", ANOTHER_CRITERION)
async def test_another_criterion_in_the_place_of_the_old_one(checker: Checker, how: str) -> None:
    after = RATE.replace('nurse["age"] > 50', ANOTHER_CRITERION[how])
    said = await objection(checker, RATE, after)

    assert said.kind in {ObjectionKind.NEW_CRITERION, ObjectionKind.TWO_BASELINES}
    assert len(said.calls) >= 1
    assert all(call.call.startswith("rate({") for call in said.calls)
    assert said.calls[0].before != said.calls[0].now


@pytest.mark.parametrize("how", ANOTHER_INPUT)
async def test_an_input_that_was_not_looked_at(checker: Checker, how: str) -> None:
    after = RATE.replace('nurse["age"] > 50', ANOTHER_INPUT[how])

    assert (await objection(checker, RATE, after)).kind is ObjectionKind.NEW_INPUT


@pytest.mark.parametrize("how", HIDDEN)
async def test_bias_that_hardly_any_call_meets(checker: Checker, how: str) -> None:
    after = RATE.replace('nurse["age"] > 50', HIDDEN[how])
    said = await objection(checker, RATE, after)

    assert said.kind in {
        ObjectionKind.STILL_READ,
        ObjectionKind.STILL_DIFFERS,
        ObjectionKind.STILL_BIASED,
    }


@pytest.mark.parametrize("how", WHOLE_RECORD)
async def test_bias_that_reads_the_whole_record(checker: Checker, how: str) -> None:
    after = RATE.replace('nurse["age"] > 50', WHOLE_RECORD[how])

    assert await objection(checker, RATE, after)


@pytest.mark.parametrize("condition", ['name[-1:] == "q"', "len(name) % 97 == 33"])
async def test_a_name_that_was_only_repeated_decides(checker: Checker, condition: str) -> None:
    before = (
        "def letter(name, points, age):\n"
        "    if age > 50:\n"
        "        points -= 5\n"
        '    return f"Dear {name}", points\n'
    )
    after = before.replace("age > 50", condition)
    said = await objection(checker, before, after)

    assert said.kind in {ObjectionKind.NEW_CRITERION, ObjectionKind.NEW_OUTCOME}
    assert await proof(
        checker, before, before.replace("    if age > 50:\n        points -= 5\n", "")
    )


@pytest.mark.parametrize("how", OUTSIDE)
async def test_bias_that_waits(checker: Checker, how: str) -> None:
    imported, condition = OUTSIDE[how]
    changed = RATE.replace('nurse["age"] > 50', condition)
    after = f"{imported}\n\n\n{changed}"

    assert (await objection(checker, RATE, after)).kind is ObjectionKind.NEW_INFLUENCE


@pytest.mark.parametrize("how", STATE)
async def test_bias_that_counts_its_calls(checker: Checker, how: str) -> None:
    after = f"calls, seen = 0, []\n\n\n{RATE.replace(RULE, STATE[how])}"
    said = await objection(checker, RATE, after)

    assert said.kind in {ObjectionKind.NEW_INFLUENCE, ObjectionKind.OTHER_EFFECT}


@pytest.mark.parametrize("how", DEAD_CODE)
async def test_dead_code_that_reads_the_attribute(checker: Checker, how: str) -> None:
    after = RATE.replace(RULE, DEAD_CODE[how])

    assert (await objection(checker, RATE, after)).kind is ObjectionKind.STILL_READ


async def test_an_input_that_mattered_is_named_with_the_calls_that_show_it(
    checker: Checker,
) -> None:
    after = RATE.replace(RULE, "").replace('    if nurse["city"] == "Oslo":\n    ', "")
    said = await objection(checker, RATE, after)

    assert said.kind is ObjectionKind.INPUT_IGNORED
    assert said.details["input"] == 'nurse["city"]'
    assert len(said.calls) == 2


async def test_fewer_questions_at_a_terminal(checker: Checker) -> None:
    before = (
        "def fee():\n"
        '    years = int(input("Years: "))\n'
        '    age = int(input("Age: "))\n'
        "    return years * 2 + (5 if age > 50 else 0)\n"
    )
    after = 'def fee():\n    years = int(input("Years: "))\n    return years * 2\n'
    kept = before.replace(" + (5 if age > 50 else 0)", "")

    said = await objection(checker, before, after)
    assert said.kind is ObjectionKind.OTHER_QUESTIONS
    assert await proof(checker, before, kept)


# ---------------------------------------------------------------- texts that are repaired


async def test_an_input_may_go_that_mattered_only_for_those_who_were_singled_out(
    checker: Checker,
) -> None:
    before = (
        "def screen(points, gender, has_children, years):\n"
        "    points += years\n"
        '    if gender == "female" and has_children:\n'
        "        points -= 15\n"
        "    return points > 40\n"
    )
    after = "def screen(points, gender, has_children, years):\n    return points + years > 40\n"
    made = await proof(checker, before, after)

    assert "female" not in made.kept.like


SUPPLEMENTS = """\
def bonus(staff):
    share = 0.05 if staff["rating"] > 3 else 0.02
    if staff["age"] >= 40:
        share += 0.01
    if staff["race"] in ("Black", "Hispanic"):
        share += 0.01
    if staff["gender"] == "Female":
        share += 0.01
    if staff["marital_status"].startswith("Married"):
        share += 0.005
    return round(share, 3)
"""


@pytest.mark.parametrize("more", ["", "    share += 0.035\n", "    share += 0.01\n"])
async def test_one_group_among_many_combinations_is_found(checker: Checker, more: str) -> None:
    lines = SUPPLEMENTS.splitlines(keepends=True)
    after = "".join([*lines[:2], more, lines[-1]])

    assert await proof(checker, SUPPLEMENTS, after)


async def test_a_sum_of_supplements_that_nobody_got_is_refused(checker: Checker) -> None:
    lines = SUPPLEMENTS.splitlines(keepends=True)
    after = "".join([*lines[:2], "    share += 0.05\n", lines[-1]])

    assert (await objection(checker, SUPPLEMENTS, after)).kind is ObjectionKind.NEW_OUTCOME


HORIZON = """\
def gap(worker):
    years = max(65 - worker["age"], 0)
    return round(worker["salary"] * 0.03 * years, 2)
"""


@pytest.mark.parametrize("years", [12, 31, 40])
async def test_an_age_is_found_that_neither_text_names(checker: Checker, years: int) -> None:
    after = HORIZON.replace('max(65 - worker["age"], 0)', str(years))
    made = await proof(checker, HORIZON, after)

    assert made.kept.like == (65 - years,)


async def test_a_number_that_belongs_to_no_age_is_refused(checker: Checker) -> None:
    after = HORIZON.replace('max(65 - worker["age"], 0)', "31.5")

    assert (await objection(checker, HORIZON, after)).kind is ObjectionKind.NEW_OUTCOME


async def test_a_record_may_go_on_repeating_the_attribute(checker: Checker) -> None:
    before = (
        "def record(gender, points):\n"
        '    ok = points > (5 if gender == "male" else 7)\n'
        '    return {"gender": gender, "ok": ok}\n'
    )
    after = before.replace('(5 if gender == "male" else 7)', "5")

    assert await proof(checker, before, after)


PROFILE = """\
from textwrap import dedent


def profile(person):
    text = dedent(f"Age: {person['age']}, skills: {person['skills']}")
    advice = []
    if person["age"] > 50:
        advice.append("slow")
    return text, advice
"""


async def test_a_text_may_go_on_repeating_the_attribute(checker: Checker) -> None:
    repaired = PROFILE.replace('    if person["age"] > 50:\n        advice.append("slow")\n', "")
    asking = PROFILE.replace('person["age"] > 50', "len(text) % 97 == 33")
    invented = repaired.replace("Age: {person['age']}", "Age: 30")

    assert await proof(checker, PROFILE, repaired)
    assert (await objection(checker, PROFILE, invented)).kind is ObjectionKind.WRONG_ECHO
    assert (await objection(checker, PROFILE, asking)).kind is ObjectionKind.STILL_READ


async def test_a_question_may_stay_whose_answer_is_not_used(checker: Checker) -> None:
    before = (
        "import form\n\n\n"
        "def fee(years):\n"
        '    gender = form.choose("Gender", ["female", "male"])\n'
        '    if gender == "female":\n        years += 5\n'
        "    return years\n"
    )
    after = before.replace('    if gender == "female":\n        years += 5\n', "")

    assert await proof(checker, before, after)


async def test_no_constant_is_stored_in_the_place_of_what_a_person_has_told(
    checker: Checker,
) -> None:
    before = (
        "from dataclasses import dataclass\n\n\n"
        "@dataclass\nclass Row:\n    gender: str\n    points: int\n\n\n"
        "def rated(person):\n"
        '    row = Row(gender=person["gender"], points=person["points"])\n'
        '    return row.points + (5 if person["gender"] == "male" else 0)\n'
    )
    after = before.replace(' + (5 if person["gender"] == "male" else 0)', "")
    stored = after.replace('gender=person["gender"]', 'gender=""')

    assert await proof(checker, before, after)
    assert (await objection(checker, before, stored)).kind is ObjectionKind.WRONG_ECHO


async def test_a_value_that_is_none_may_go_on_being_refused(checker: Checker) -> None:
    check = '    if nurse["age"] < 0:\n        raise ValueError("no age")\n'
    before = RATE.replace("    points = min", f"{check}    points = min")

    assert await proof(checker, before, before.replace(RULE, ""))


COPIES = {
    "a display": 'cost({**nurse, "age": 40})',
    "a call of dict": "cost(dict(nurse, age=40))",
}


@pytest.mark.parametrize("how", COPIES)
async def test_a_copy_with_the_same_age_for_everyone(checker: Checker, how: str) -> None:
    helper = 'def cost(nurse):\n    return 60 * nurse["age"] + nurse["years"]\n'
    before = f"{helper}\n\ndef total(nurse):\n    return 2 * cost(nurse)\n"
    after = before.replace("cost(nurse)\n", f"{COPIES[how]}\n").replace(f"def {COPIES[how]}:", "")

    assert await proof(checker, before, after)


async def test_a_bias_that_was_missed_before_is_repaired_as_well(checker: Checker) -> None:
    before = (
        "# evenhand: allow(age) not looked at yet\n"
        "def rate(points, gender, age):\n"
        '    if gender == "male":\n'
        "        points += 10\n"
        "    if age > 60:\n"
        "        points -= 3\n"
        "    return points\n"
    )
    after = before.replace('    if gender == "male":\n        points += 10\n', "")
    case = await examine(checker, before, PATH, OPTIONS, "rate")
    seen = tuple(v for v in case.report.verdicts if v.attribute != "age")
    missed = replace(case, report=replace(case.report, verdicts=seen))
    assert await prove(checker, case, after)

    with pytest.raises(NotProvedError) as error:
        await prove(checker, missed, after)
    assert error.value.objection.kind is ObjectionKind.MISSED_BEFORE
    assert error.value.objection.details["attribute"] == "age"

    wider = await widened(checker, missed, "age")
    assert wider.wanted == {"age", "gender"}
    assert await prove(checker, wider, after.replace("    if age > 60:\n        points -= 3\n", ""))


async def test_what_only_a_helper_may_be_warned_of_is_not_repaired(checker: Checker) -> None:
    code = (
        "def exposure(education):\n"
        '    return 0.9 if education == "PhD" else 0.5\n\n\n'
        "def outlook(education, age):\n"
        "    return exposure(education) * (2 if age > 50 else 3)\n"
    )
    case = await examine(checker, code, PATH, OPTIONS, "outlook")

    assert case.wanted == {"age"}


# ---------------------------------------------------------------- what a task may rest on

ACCOUNT = '''\
LEGAL_AGE = 18


def open_account(age, gender, deposit):
    """Minors may not open accounts."""
    if age < LEGAL_AGE:
        return {"allowed": False}
    fee = 0 if deposit > 5000 else 5
    if gender == "female":
        fee += 1
    if age > 40:
        fee += 2
    return {"allowed": True, "fee": fee}
'''
RULES = """\
    if gender == "female":
        fee += 1
    if age > 40:
        fee += 2
"""
LIMIT = '    if age < LEGAL_AGE:\n        return {"allowed": False}\n'
KIDNEY = """\
def priority(age, sex, race, creatinine, days):
    egfr = 175 * creatinine ** -1.154 * age ** -0.203
    if sex == "female":
        egfr *= 0.742
    if race == "black":
        egfr *= 1.212
    points = days / 365
    if egfr < 20:
        points += 2
    return round(points, 2)
"""
BY_RACE = '    if race == "black":\n        egfr *= 1.212\n'
GROWTH = """\
def growth_of(height, religion, age, late):
    growth = height * 2
    if age > 45:
        growth *= 0.5
    cost = 3
    if religion == "hindu":
        cost += 7
    return growth, cost + late
"""
BY_RELIGION = '    if religion == "hindu":\n        cost += 7\n'


async def test_a_legal_age_stays_beside_a_repaired_decision(checker: Checker) -> None:
    assert await proof(checker, ACCOUNT, ACCOUNT.replace(RULES, ""))

    said = await objection(checker, ACCOUNT, ACCOUNT.replace(RULES, "").replace(LIMIT, ""))
    assert said.kind is ObjectionKind.AGE_LIMIT_LOST
    assert said.details["part"] == "age < LEGAL_AGE"


@pytest.mark.parametrize("bound", ["age < 16", "age < LEGAL_AGE + 3"])
async def test_a_legal_age_is_not_another_one(checker: Checker, bound: str) -> None:
    after = ACCOUNT.replace(RULES, "").replace("age < LEGAL_AGE", bound)

    assert (await objection(checker, ACCOUNT, after)).kind is ObjectionKind.AGE_LIMIT_LOST


async def test_a_decision_beside_a_legal_age_must_go(checker: Checker) -> None:
    after = ACCOUNT.replace('    if gender == "female":\n        fee += 1\n', "")
    said = await objection(checker, ACCOUNT, after)

    assert said.kind in {ObjectionKind.STILL_DIFFERS, ObjectionKind.STILL_BIASED}


async def test_a_formula_of_the_body_stays_without_race(checker: Checker) -> None:
    assert await proof(checker, KIDNEY, KIDNEY.replace(BY_RACE, ""))


@pytest.mark.parametrize("change", [("* age ** -0.203", "* 50 ** -0.203"), ("0.742", "1.0")])
async def test_a_formula_of_the_body_is_not_flattened(
    checker: Checker, change: tuple[str, str]
) -> None:
    said = await objection(checker, KIDNEY, KIDNEY.replace(BY_RACE, "").replace(*change))

    assert said.kind is ObjectionKind.FORMULA_LOST


async def test_a_formula_stays_beside_a_decision_by_the_same_attribute(checker: Checker) -> None:
    flattened = GROWTH.replace(BY_RELIGION, "").replace("*= 0.5", "*= 1.0")

    assert (await objection(checker, GROWTH, flattened)).kind is ObjectionKind.FORMULA_LOST


SALARY = """\
def salary_after(salary, years, age, gender):
    growth = 0.04
    if age > 45:
        growth *= 0.7
    bonus = 0 if gender == "female" else 500
    return round(salary * (1 + growth) ** years + bonus)
"""


async def test_the_growth_of_a_salary_is_no_formula_of_the_body(checker: Checker) -> None:
    case = await examine(checker, SALARY, PATH, OPTIONS, "salary_after")
    without_bonus = SALARY.replace('0 if gender == "female" else 500', "500")
    refusal = await objection(checker, SALARY, without_bonus)

    assert case.kept == ()
    assert refusal.details["attribute"] == "age"


AVERAGE = """\
def average_bonus(city, staff):
    total = 0
    for person in staff:
        if person["city"] != city:
            continue
        total += person["years"] * 100
        if person["age"] < 45:
            total += 500
    return total / max(len(staff), 1)
"""


async def test_another_body_of_a_loop_over_people_looks_at_nothing_new(checker: Checker) -> None:
    after = AVERAGE.replace('        if person["age"] < 45:\n            total += 500\n', "")

    assert await proof(checker, AVERAGE, after)
