"""A call that gives nothing and changes its arguments shows what it has changed in them."""

from __future__ import annotations

import sys
from pathlib import Path

from deciding import DECIDING

from evenhand.check.checking import Checker
from evenhand.findings import Verdict, VerdictKind
from evenhand.options import CheckOptions

PATH = Path("subject.py").absolute()
OPTIONS = CheckOptions(sys.executable, seconds=60)
JUDGE = DECIDING

FIELD = """
class Member:
    def __init__(self, age, grade=1):
        self.age = age
        self.grade = grade

    def promote(self):
        if self.age < 40:
            self.grade += 1
"""
KEYS = """
def mark(staff):
    for person in staff:
        if person["gender"] == "female":
            person["bonus"] = 10
        else:
            person["bonus"] = 20
"""
BIRTH = """
from erp import Record
from erp.dates import today, years_between


class Candidate(Record):
    def evaluate(self):
        years = years_between(self.date_of_birth, today())
        self.status = "on hold" if years > 45 else "shortlisted"
"""
ROW = """
def flag(text):
    return text == "yes"


def insert(db, member):
    db.execute(
        "INSERT INTO members (name, pregnancy) VALUES ('%s', '%s')"
        % (member["name"], flag(member["pregnancy"]))
    )


def seat(db, member):
    db.execute(
        "INSERT INTO seats (name, pregnancy, granted) VALUES ('%s', '%s', %d)"
        % (member["name"], flag(member["pregnancy"]), member["pregnancy"] != "yes")
    )
"""
ITEM = """
def enter(queue, age):
    if age > 40:
        queue.append("late")
"""


async def finding(checker: Checker, source: str) -> Verdict:
    report = await checker.check(source, PATH, OPTIONS)
    verdicts = [verdict for function in report.functions for verdict in function.verdicts]
    [biased] = [verdict for verdict in verdicts if verdict.kind is VerdictKind.BIASED]
    return biased


async def test_a_field_that_one_call_sets(checker: Checker) -> None:
    verdict = await finding(checker, FIELD)

    assert verdict.reason == "`promote` sets grade to 2 for age 30 and not for age 66"
    assert verdict.witness is not None
    assert verdict.witness.outcomes == ("sets grade to 2", "None")


async def test_keys_that_both_calls_set_and_not_what_they_were_given(checker: Checker) -> None:
    verdict = await finding(checker, KEYS)

    assert verdict.reason == "`mark` makes `bonus` 10 lower for 'female' than for 'male'"
    assert verdict.witness is not None
    assert verdict.witness.outcomes == ("sets bonus to 10", "sets bonus to 20")


async def test_a_day_of_birth_that_an_object_was_made_with_is_no_change(checker: Checker) -> None:
    verdict = await finding(checker, BIRTH)

    assert verdict.reason.startswith(
        "`evaluate` sets status to 'shortlisted' for somebody born 1995-06-15 and "
        "'on hold' for somebody born 1958-06-15"
    )


async def test_the_column_that_is_not_the_attribute_itself(checker: Checker) -> None:
    verdict = await finding(checker, ROW)

    assert verdict.reason == (
        "`seat` writes '0' to granted when `member[\"pregnancy\"]` is 'yes' and '1' to granted "
        "when it is 'no'"
    )


async def test_an_item_that_one_call_adds(checker: Checker) -> None:
    verdict = await finding(checker, ITEM)

    assert verdict.witness is not None
    assert verdict.witness.outcomes == ("None", "leaves [5, 'late']")
