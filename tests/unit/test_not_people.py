"""Names that the user says are not about people are no input, no mention and no remark."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from evenhand.check.cache.plain_form import written
from evenhand.check.catalogue import default_catalogue
from evenhand.check.checking import Checker
from evenhand.check.file_job import job_of
from evenhand.check.reading.inputs import read
from evenhand.check.reading.mentions import mentions
from evenhand.check.reading.source import parse
from evenhand.findings import FileReport
from evenhand.options import CheckOptions

READ_ONLY = CheckOptions(python=sys.executable, not_run="only read")
ENUM = "class Gender(Enum):\n    MALE = 1\n    FEMALE = 2\n"
TABLE = "import pandas as pd\n"

INPUTS = {
    "a parameter": ("def f(gender): return gender == 'male'", "gender", "gender"),
    "other spelling": ("def f(maritalStatus): return maritalStatus", "marital-status", None),
    "a key": ("def f(p): return p['gender'] == 'male'", "GENDER", "gender"),
    "an attribute": ("def f(deal): return deal.gender == 'male'", "gender", "gender"),
    "a field of its owner": ("def f(s): return s['parents']['degree'] == 'MA'", "degree", "degree"),
    "its values alone": ("def f(buyer): return buyer == 'female'", "buyer", "buyer"),
    "a class": (f"{ENUM}def f(x: Gender): return x is Gender.MALE", "Gender", "Gender"),
    "what the code calls it": ("def f(c):\n    age = int(c)\n    return age > 9", "age", "age"),
    "rows": ("def f(ages): return [a for a in ages if a > 9]", "age", "age"),
    "a question": (
        "def f():\n    gender = input('Your gender: ')\n    return gender",
        "gender",
        "gender",
    ),
}


@pytest.mark.parametrize("shape", INPUTS)
def test_such_a_name_is_no_input_in_any_shape(shape: str) -> None:
    code, not_people, name = INPUTS[shape]
    source = parse(code)
    function = next(f for f in source.functions if f.name == "f")
    catalogue = default_catalogue()

    (entry,) = read(function, source, catalogue).inputs
    without = read(function, source, catalogue.without([not_people]))

    assert entry.match.name == (name or entry.path.name)
    assert without.inputs == ()


def test_other_names_of_the_same_attribute_stay() -> None:
    source = parse("def f(age, spouse_age): return age > spouse_age")
    catalogue = default_catalogue().without(["Age"])

    (entry,) = read(source.functions[0], source, catalogue).inputs

    assert entry.path.name == "spouse_age"


def test_a_value_that_has_no_name_has_none() -> None:
    source = parse("def f(x): return x == 'female'")

    (entry,) = read(source.functions[0], source, default_catalogue()).inputs

    assert entry.match.name == ""


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("def f(id):\n    return find(id).age > 45", "age"),
        ("def f(x):\n    return x.buyer == 'female'", "buyer"),
    ],
)
def test_no_function_speaks_of_people_by_it(code: str, name: str) -> None:
    source, catalogue = parse(code), default_catalogue()

    assert mentions(source.functions[0], source, catalogue)
    assert not mentions(source.functions[0], source, catalogue.without([name]))


REMARKED = """\
def risk(points, race=""):
    return "high" if points > 3 else "low"

def test_risk():
    assert risk(5, race="black") == "high"
    assert risk(6, race="black") == "high"
    assert risk(1, race="white") == "low"
    assert risk(2, race="white") == "low"

def test_fee():
    assert fee(1, religion="hindu") == 1
    assert fee(2, religion="hindu") == 2
    assert fee(3, religion="hindu") == 3
    assert fee(4, religion="hindu") == 4

model.fit(df[["visits", "age"]], df["y"])
"""


async def _checked(text: str, options: CheckOptions) -> FileReport:
    async with Checker() as checker:
        return await checker.check(text, Path("remarked.py"), options)


async def test_no_remark_is_made_of_it() -> None:
    names = {"EVH101": "race", "EVH102": "religion", "EVH201": "age"}

    before = await _checked(REMARKED, READ_ONLY)
    after = await _checked(REMARKED, replace(READ_ONLY, not_people=frozenset(names.values())))

    assert {remark.code: remark.name for remark in before.remarks} == names
    assert {remark.attribute for remark in before.remarks} == set(names.values())
    assert after.remarks == ()


async def test_a_verdict_says_which_name_means_the_attribute() -> None:
    code = "def f(deal, gender):\n    return deal.maritalStatus == 'single' or gender == 'male'\n"

    (function,) = (await _checked(code, READ_ONLY)).functions

    assert {v.attribute: v.name for v in function.verdicts} == {
        "marital_status": "maritalStatus",
        "gender": "gender",
    }


def test_it_is_part_of_what_earlier_results_are_kept_under() -> None:
    first, second = (replace(READ_ONLY, not_people=frozenset({n})) for n in ("role", "age"))

    assert len({written(options) for options in (READ_ONLY, first, second)}) == 3


def test_it_wins_over_an_attribute_of_the_users_own() -> None:
    extra = (("handedness", ("hand", "role"), ("left", "right")),)
    options = replace(READ_ONLY, extra_attributes=extra, not_people=frozenset({"role"}))
    catalogue = job_of("", Path("a.py"), options).catalogue

    assert catalogue.match_name("role") is None
    assert catalogue.match_name("hand") is not None
