"""The attribute itself in another form, groups by name and wishes as data judge nobody."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

import pytest

from evenhand.causes import Cause
from evenhand.check.checking import Checker
from evenhand.findings import Purpose, Verdict, VerdictKind
from evenhand.options import CheckOptions


async def verdicts(checker: Checker, code: str) -> dict[str, Verdict]:
    options = CheckOptions(sys.executable, seconds=60)
    report = await checker.check(textwrap.dedent(code), Path("example.py"), options)
    return {v.attribute: v for function in report.functions for v in function.verdicts}


ANOTHER_FORM = {
    "an age for a date of birth": """
        from datetime import date
        def calculate_age(dob: date) -> int:
            return (date.today() - dob).days // 365
        """,
    "under the attribute's name": """
        def enrich(message):
            return {**message, "age": 2026 - message["birth_year"]}
        """,
    "a column of the attribute's name": """
        import pandas as pd
        def with_age(df):
            born = pd.to_datetime(df["birth_date"])
            return df.assign(age=(pd.Timestamp("2026-01-01") - born).dt.days // 365)
        """,
    "an average of the attribute": """
        def by_department(df):
            return df.groupby("department")["age"].mean()
        """,
    "a member of an enumeration of it": """
        from enum import Enum
        class GenderOfMember(Enum):
            A = 1
            B = 2
            C = 3
        def parsed(gender):
            if gender == "M":
                return GenderOfMember.A
            return GenderOfMember.B if gender == "F" else GenderOfMember.C
        """,
    "other words for the attribute": """
        def recoded(df):
            return df.assign(race=df["race"].map({"white": "group 1", "black": "group 2"}))
        """,
}


@pytest.mark.parametrize("code", ANOTHER_FORM.values(), ids=ANOTHER_FORM)
async def test_the_attribute_in_another_form_is_no_bias(checker: Checker, code: str) -> None:
    [verdict] = (await verdicts(checker, code)).values()

    assert verdict.kind is VerdictKind.NO_DIFFERENCE_FOUND
    assert verdict.explanation is not None
    assert verdict.explanation.cause is Cause.ONLY_WRITTEN_ANEW


JUDGED = {
    "whom a constant of the code lets through": """
        WANTED = "male"
        def admitted(people):
            return [person for person in people if person["gender"] == WANTED]
        """,
    "who is let through, with all that is known of them": """
        def admitted(person):
            return [person] if person["gender"] != "male" else []
        """,
    "what a table of rules has for a value": """
        RULES = [{"gender": "female", "rate": 3}, {"gender": "male", "rate": 5}]
        def rates(gender):
            return [rule["rate"] for rule in RULES if rule["gender"] == gender]
        """,
    "what is decided beside it": """
        def profile(person):
            return {"age": person["age"] // 10 * 10, "price": 5 if person["age"] > 45 else 10}
        """,
    "how a person is spoken to": """
        def pronouns(gender):
            return "she" if gender == "female" else "they"
        """,
    "a name with more in it": """
        def age_discount(age):
            return 0.5 if age > 45 else 0
        """,
    "points under a name of their own": """
        def convert_age(person):
            if person["age"] < 26:
                points = 100
            else:
                points = 150
            return points
        """,
    "an answer": """
        def check_age(age):
            return "too young" if age < 18 else "fine"
        """,
    "an error under its name": """
        def errors(age):
            found = {}
            if age < 18:
                found["age"] = "too young"
            return found
        """,
}


@pytest.mark.parametrize("code", JUDGED.values(), ids=JUDGED)
async def test_what_is_decided_by_it_is(checker: Checker, code: str) -> None:
    [verdict] = (await verdicts(checker, code)).values()

    assert verdict.kind is VerdictKind.BIASED


NOBODY_SINGLED_OUT = {
    "groups in the order of their names": """
        def count(people):
            numbers = {}
            for person in people:
                numbers[person["gender"]] = numbers.get(person["gender"], 0) + 1
            return dict(sorted(numbers.items()))
        """,
    "a count that names the groups": """
        def tally(gender: str) -> dict:
            counts = {"male": 0, "female": 0, "non-binary": 0}
            counts[gender] += 1
            return counts
        """,
    "records that are chosen by a wish": """
        COACHES = [
            {"name": "A", "gender": "female"}, {"name": "B", "gender": "male"},
            {"name": "C", "gender": "male"},
        ]
        def coaches(gender=None):
            found = [coach for coach in COACHES if gender in (None, coach["gender"])]
            return {"count": len(found), "items": found}
        """,
    "records that another wish may leave out": """
        TRAINERS = [
            {"name": "A", "sport": "judo", "languages": ["en", "de"]},
            {"name": "B", "sport": "golf", "languages": ["en"]},
        ]
        def trainers(student, sport, language):
            found = [t for t in TRAINERS if language in t["languages"] and t["sport"] == sport]
            return {"total": len(found), "found": found, "for": student}
        """,
    "records of a class that are chosen by one of several values": """
        class Guide:
            def __init__(self, name, religions):
                self.name, self.religions = name, religions
        GUIDES = [Guide("A", ["hindu"]), Guide("B", ["muslim", "hindu"]), Guide("C", ["jewish"])]
        def guides(religion: str):
            return [guide for guide in GUIDES if religion in guide.religions]
        """,
    "people of an age that is asked for": """
        def adults(people, min_age: int):
            return [person for person in people if person["age"] >= min_age]
        """,
}


@pytest.mark.parametrize("code", NOBODY_SINGLED_OUT.values(), ids=NOBODY_SINGLED_OUT)
async def test_groups_and_wishes_single_out_nobody(checker: Checker, code: str) -> None:
    [verdict] = (await verdicts(checker, code)).values()

    assert verdict.kind in {VerdictKind.NO_DIFFERENCE_FOUND, VerdictKind.GROUPS}


OTHERS_FAULT = {
    "a key that another input is": """
        RATES = {"basic": 3, "gold": 3}
        def premium(age, plan):
            return 3 if age >= 45 else RATES[plan]
        """,
    "a number that another input holds": """
        def fee(person, when):
            return 0 if person["age"] < 18 else 0 * int(when)
        """,
    "a key that nobody knows": """
        from shop.plans import plan_of
        WORTH = {"adult": 0, "aged": 0}
        def value(member):
            if member.age >= 45:
                return WORTH["aged"]
            return WORTH[plan_of(member.id)]
        """,
}


@pytest.mark.parametrize("code", OTHERS_FAULT.values(), ids=OTHERS_FAULT)
async def test_an_error_that_another_value_causes_refuses_nobody(
    checker: Checker, code: str
) -> None:
    [verdict] = (await verdicts(checker, code)).values()

    assert verdict.kind in {VerdictKind.NO_DIFFERENCE_FOUND, VerdictKind.NOT_CHECKED}


REFUSED = {
    "a key that is missing for some": """
        def fare(gender, zone):
            return {("male", "a"): 1, ("female", "a"): 1}[(gender, zone)]
        """,
    "an error of its own, whatever it names": """
        def refused(age, thing):
            if age > 50:
                raise KeyError(thing)
            return 1
        """,
    "a key that follows from the age": """
        def rate(age):
            return {"young": 1, "old": 1}["young" if age < 40 else "old" if age < 70 else "oldest"]
        """,
}


@pytest.mark.parametrize("code", REFUSED.values(), ids=REFUSED)
async def test_an_error_for_the_person_refuses(checker: Checker, code: str) -> None:
    verdict = (await verdicts(checker, code)).popitem()[1]

    assert verdict.kind is VerdictKind.REFUSES


QUIET = {
    "an answer under a name that starts with a religion": (
        Purpose.DECISION,
        """
        def religion_gate(religion):
            return "go away" if religion == "Muslim" else "come in"
        """,
    ),
    "the year of a date of birth": (
        Purpose.REPRESENTATION,
        """
        from datetime import date
        def year(birth_date: date):
            return birth_date.year if birth_date else 0
        """,
    ),
    "two titles for somebody of whom none is known": (
        Purpose.ADDRESS,
        """
        def opening(gender, name):
            if gender == "m":
                return "Dear Mr. " + name
            return "Dear Mr. or Ms. " + name
        """,
    ),
    "whether a value is one of those that a form knows": (
        Purpose.REPRESENTATION,
        """
        def set_status(marital_status):
            if marital_status not in ("single", "married", "divorced", "widowed"):
                return {"error": "invalid status"}
            return {"status": marital_status}
        """,
    ),
    "a list of those who may come in": (
        Purpose.DECISION,
        """
        def is_eligible_tenant(marital_status):
            return marital_status in ("single", "divorced", "widowed")
        """,
    ),
    "a form for men and women alone": (
        Purpose.REPRESENTATION,
        """
        def check_sex(sex):
            if sex not in ("male", "female"):
                raise ValueError("invalid sex")
            return sex
        """,
    ),
    "a title that decides a loan": (
        Purpose.DECISION,
        """
        def loan_limit(income, title):
            limit = income * 4
            return limit * 0.9 if title in ("Mrs", "Ms", "Miss") else limit
        """,
    ),
    "a title that is only spoken": (
        Purpose.ADDRESS,
        """
        def opening(person):
            return "Madam" if person["title"] == "Mrs" else "Sir"
        """,
    ),
    "a place for each group": (
        Purpose.REPRESENTATION,
        """
        def one_hot(gender):
            return [int(gender == group) for group in ("male", "female", "other")]
        """,
    ),
    "money for a team, whatever it is called": (
        Purpose.DECISION,
        """
        def diversity_bonus(team):
            return 500 * sum(member["gender"] == "female" for member in team)
        """,
    ),
    "a pension in another language": (
        Purpose.AGE_LIMIT,
        """
        def jubilacion(edad):
            return edad >= 65
        """,
    ),
    "a price by the same age": (
        Purpose.DECISION,
        """
        def price_over_21(age, price):
            return price * 2 if age >= 21 else price
        """,
    ),
}


@pytest.mark.parametrize(("purpose", "code"), QUIET.values(), ids=list(QUIET))
async def test_what_a_difference_is_for(checker: Checker, purpose: Purpose, code: str) -> None:
    every = (await verdicts(checker, code)).values()
    (verdict,) = (each for each in every if each.kind is not VerdictKind.NOT_CHECKED)

    assert verdict.purpose is purpose
