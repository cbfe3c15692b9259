"""One cause, one warning: who only hands on what another function decides gets a hint."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

from deciding import DECIDING

from evenhand.check.checking import Checker
from evenhand.findings import Severity, Verdict, VerdictKind
from evenhand.options import CheckOptions

JUDGE = DECIDING
FEES = """
    def monthly(person):
        return 20 if person["age"] > 40 else 10

    def yearly(person):
        return 12 * monthly(person)

    def bills(people):
        return [f"{p['name']}: {yearly(p)}" for p in people]

    def bill_with_gift(person):
        return (monthly(person), "flowers" if person["age"] > 70 else None)
    """
ACCOUNT = """
    class Account:
        def __init__(self, gender, income):
            self.gender = gender
            self.income = income
            self.notes = []
            self.rate = 0.05 if gender == "female" else 0.03

        def add_note(self, text):
            self.notes.append(text)

        def interest(self):
            return self.income * self.rate

        def priority(self):
            return 1 if self.gender == "male" else 2
    """
MEALS = """
    def bmr(sex, weight, height):
        return 10 * weight + 6.25 * height + (5 if sex == "male" else -161)

    def tdee(sex, weight, height):
        return 1.4 * bmr(sex, weight, height)

    def price_of_meals(sex, weight, height):
        return 20 if bmr(sex, weight, height) > 1500 else 10
    """
SCRIPT = """
    def fare(age, distance):
        return distance * (0.5 if age >= 45 else 1)

    distance = float(input("Distance: "))
    age = int(input("Age: "))
    print("Age:", age)
    print("Fare:", fare(age, distance))
    """
PEOPLE = """
    def age_band(age):
        return "senior" if age >= 40 else "adult"

    class Patient:
        def __init__(self, age):
            self.age = age

        @property
        def rank(self):
            return 2 if age_band(self.age) == "senior" else 1

        def as_record(self):
            return {"place": self.rank}
    """


async def verdicts(
    checker: Checker, code: str, attribute: str, profile: str = "default"
) -> dict[str, Verdict]:
    """The verdict on one attribute for each function."""
    options = CheckOptions(sys.executable, seconds=60, profile=profile)
    report = await checker.check(textwrap.dedent(code), Path("example.py"), options)
    return {f.name: v for f in report.functions for v in f.verdicts if v.attribute == attribute}


async def test_callers_of_a_function_with_a_finding_get_a_hint(checker: Checker) -> None:
    given = await verdicts(checker, FEES, "age")

    assert given["monthly"].severity is Severity.WARNING
    assert given["monthly"].through == ""
    assert {given[name].severity for name in ("yearly", "bills")} == {Severity.HINT}
    assert (given["yearly"].through, given["bills"].through) == ("monthly", "yearly")
    assert given["yearly"].reason.endswith(", through `monthly`")
    assert given["yearly"].kind is VerdictKind.BIASED


async def test_a_caller_that_decides_itself_keeps_its_warning(checker: Checker) -> None:
    given = await verdicts(checker, FEES, "age")

    assert given["bill_with_gift"].severity is Severity.WARNING
    assert given["bill_with_gift"].through == ""


async def test_a_script_that_only_prints_what_its_function_gives_gets_a_hint(
    checker: Checker,
) -> None:
    given = await verdicts(checker, SCRIPT, "age")

    assert given["fare"].severity is Severity.WARNING
    assert given["<module>"].through == "fare"


async def test_a_script_that_decides_itself_keeps_its_warning(checker: Checker) -> None:
    gift = 'print("Free coffee" if age >= 40 else "Coffee")'
    given = await verdicts(checker, f"{textwrap.dedent(SCRIPT)}\n{gift}\n", "age")

    assert given["<module>"].severity is Severity.WARNING
    assert given["<module>"].through == ""


async def test_a_method_answers_for_itself_and_not_for_its_constructor(checker: Checker) -> None:
    given = await verdicts(checker, ACCOUNT, "gender")

    assert given["Account.__init__"].severity is Severity.WARNING
    assert given["Account.priority"].severity is Severity.WARNING
    assert given["Account.add_note"].kind is VerdictKind.NO_DIFFERENCE_FOUND
    assert given["Account.interest"].through == "Account.__init__"


async def test_a_decision_that_rests_on_a_formula_is_no_formula(checker: Checker) -> None:
    given = await verdicts(checker, MEALS, "gender")

    assert given["bmr"].severity is Severity.INFORMATION
    assert given["tdee"].through == "bmr"
    assert given["price_of_meals"].severity is Severity.WARNING


async def test_making_a_band_is_no_finding_and_deciding_by_it_is(checker: Checker) -> None:
    given = await verdicts(checker, PEOPLE, "age")

    assert given["age_band"].severity is not Severity.WARNING
    assert given["Patient.rank"].severity is Severity.WARNING
    assert given["Patient.as_record"].through == "Patient.rank"


async def test_the_strict_profile_shows_every_function(checker: Checker) -> None:
    given = await verdicts(checker, FEES, "age", profile="strict")

    assert {verdict.severity for verdict in given.values()} == {Severity.WARNING}


async def test_a_method_that_shows_the_age_beside_the_fee_hands_the_fee_on(
    checker: Checker,
) -> None:
    code = """
    class Guest:
        def __init__(self, name, age):
            self.name = name
            self.age = age

        def shown_age(self):
            return f"{self.age}"

        def entry_fee(self):
            return 1200 if self.age >= 45 else 1500

        def line(self):
            print(self.name, self.shown_age(), self.entry_fee())

        def gift(self):
            print(self.entry_fee(), "tea" if int(self.shown_age()) >= 45 else "beer")
    """
    given = await verdicts(checker, code, "age")

    assert given["Guest.line"].through == "Guest.entry_fee"
    assert given["Guest.gift"].through == ""


async def test_a_page_that_shows_what_it_asked_for_beside_the_decision_gets_a_hint(
    checker: Checker,
) -> None:
    code = """
    import streamlit as st

    def loan(age, income):
        return "Approved" if age < 55 and income > 100 else "Rejected"

    def page():
        age = st.number_input("Age", 18, 100, 35)
        income = st.number_input("Income", 0, 1000, 200)
        st.subheader(loan(age, income))
        st.caption(f"Data: {age}")

    def page_with_gift():
        age = st.number_input("Age", 18, 100, 35)
        st.subheader(loan(age, 200))
        st.caption("tea" if age < 55 else "beer")
    """
    given = await verdicts(checker, code, "age")

    assert given["page"].through == "loan"
    assert given["page_with_gift"].through == ""


async def test_a_chain_of_steps_gets_a_hint_beside_the_step_that_decides(checker: Checker) -> None:
    code = """
    import logging
    import pandas

    log = logging.getLogger("features")

    class Features:
        def __init__(self, path):
            self.path = path

        def run(self):
            frame = pandas.read_csv(self.path)
            log.info(f"{len(frame)} rows")
            frame = self.career(frame)
            frame = self.risk(frame)
            return frame

        def run_and_refuse(self):
            frame = pandas.read_csv(self.path)
            frame = self.risk(self.career(frame))
            return frame[frame["age"] < 70]

        def career(self, frame):
            frame["career"] = frame["employed_years"] / frame["age"]
            return frame

        def risk(self, frame):
            frame["risk"] = (frame["age"] < 25).astype(int) * 4
            return frame
    """
    given = await verdicts(checker, code, "age")

    assert given["Features.risk"].severity is Severity.WARNING
    assert given["Features.run"].severity is Severity.HINT
    assert given["Features.run_and_refuse"].severity is Severity.WARNING


APPLICATIONS = """
    from dataclasses import dataclass

    @dataclass
    class Applicant:
        name: str
        age: int
        gender: str

        @property
        def years(self):
            return self.age

    class Scorer:
        def score(self, applicant):
            return 40 if applicant.age > 62 else 80

    def apply(data):
        applicant = Applicant(name=data["name"], age=int(data["age"]), gender=data["gender"])
        score = Scorer().score(applicant)
        if applicant.gender == "female":
            return "needs a co-signer"
        return "granted" if score > 50 else "refused"

    def apply_in_order(data):
        applicant = Applicant(data["name"], int(data["age"]), data["gender"])
        return "granted" if Scorer().score(applicant) > 50 else "refused"

    def apply_if_young(data):
        applicant = Applicant(name=data["name"], age=int(data["age"]), gender=data["gender"])
        score = Scorer().score(applicant)
        return "granted" if score > 50 or applicant.years < 30 else "refused"
    """


async def test_a_method_of_a_new_object_decides_by_what_a_record_keeps(
    checker: Checker,
) -> None:
    of_age = await verdicts(checker, APPLICATIONS, "age")
    of_gender = await verdicts(checker, APPLICATIONS, "gender")

    assert of_age["apply"].through == "Scorer.score"
    assert of_age["apply"].severity is Severity.HINT
    assert of_age["apply_in_order"].through == "Scorer.score"
    assert of_age["apply_if_young"].through == ""
    assert of_gender["apply"].through == ""
    assert of_gender["apply"].severity is Severity.WARNING
