"""Objects as the code has them: methods are called of objects that a person can build, too."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from evenhand.check.checking import Checker
from evenhand.findings import FileReport, Verdict, VerdictKind, Witness
from evenhand.options import CheckOptions

CODE = """
import enum
from abc import ABC, abstractmethod
from dataclasses import InitVar, dataclass, field
from functools import cached_property
from typing import ClassVar, NamedTuple, Protocol

FEMALE = 4
MALE = 7


class Gender(enum.Enum):
    FEMALE = enum.auto()
    MALE = enum.auto()


class Fetched:
    def __init__(self, number):
        record = find(number)
        self.gender = record["gender"]

    def dose(self):
        return 5 if self.gender == "female" else 10


def find(number):
    with open(f"people/{number}") as file:
        return dict(line.split("=") for line in file)


class Checks:
    def __init__(self, code, gender):
        if sum(map(int, code)) % 97 != 96:
            raise ValueError("bad code")
        self.gender = gender

    def bonus(self):
        return 100 if self.gender == "male" else 50


class ClassLevel:
    gender = None
    MINIMUM = 3

    def rate(self):
        return self.MINIMUM if self.gender == "F" else 2


class Annotated:
    age: int

    def rate(self):
        return 1 if self.age > 40 else 2


class Private:
    def __init__(self):
        self.__age = 0

    def admit(self):
        return "no" if self.__age < 18 else "yes"


class Desk:
    def __bonus(self, gender):
        return 50 if gender == "female" else 100

    @staticmethod
    def __fee(gender):
        return 10 if gender == "female" else 20


class Base:
    def fee(self):
        return 10 if self.religion == "hindu" else 20


class Slotted:
    __slots__ = ("age",)

    def __init__(self, row):
        self.age = int(row.split("|")[3])

    def fee(self):
        return 0 if self.age >= 45 else 5


class Stepwise:
    def __init__(self):
        self.people = []

    def add(self, person):
        self.people.append(person)

    def total(self):
        return sum(3 if person.race == "white" else 4 for person in self.people)


class Validated:
    def __init__(self, age):
        self.age = age
        self.check()

    @property
    def age(self):
        return self._age

    @age.setter
    def age(self, value):
        if value > 130:
            raise ValueError("age")
        self._age = value

    def check(self):
        if self._age < 18:
            raise ValueError("too young")

    @cached_property
    def band(self):
        return "high" if self.age > 40 else "low"


class Child(Base):
    def __init__(self, religion):
        super().__init__()
        self.religion = religion

    def price(self):
        return super().fee() + 1


@dataclass
class Person:
    raw: InitVar[dict] = None
    gender: Gender = Gender.MALE
    tags: list = field(default_factory=list)

    def fee(self):
        return 5 if self.gender is Gender.FEMALE else 6


class Row(NamedTuple):
    disability: bool

    def total(self):
        return 5 if self.disability else 0


@dataclass
class Guest:
    gender: str


class Tariff(ABC):
    @abstractmethod
    def price(self, guest: Guest) -> float: ...


class PlainTariff(Tariff):
    def price(self, guest: Guest) -> float:
        return 100.0


class EveningTariff(Tariff):
    def __init__(self, share: float):
        self.share = share

    def price(self, guest: Guest) -> float:
        return 100.0 * self.share if guest.gender == "female" else 100.0


def cheapest(guest: Guest, tariffs: list[Tariff]) -> float:
    return min(tariff.price(guest) for tariff in tariffs)


class Bill:
    def total(self, guest: Guest) -> float:
        return 50.0 + self.tip(guest)

    def tip(self, guest: Guest) -> float:
        return 5.0


class DinerBill(Bill):
    def tip(self, guest: Guest) -> float:
        return 0.0 if guest.gender == "female" else 5.0


class Rates(Protocol):
    def rate(self, guest: Guest) -> float: ...


class DayRates:
    def rate(self, guest: Guest) -> float:
        return 2.0 if guest.gender == "male" else 1.0


def rated(guest: Guest, rates: Rates) -> float:
    return 10 * rates.rate(guest)


class Scores(Protocol):
    def points_of(self, guest: Guest) -> int: ...


def admitted(guest: Guest, scores: Scores) -> bool:
    return scores.points_of(guest) > 10


class Fares:
    locals_: ClassVar[frozenset[str]] = frozenset({"TH"})

    def fare(self, nationality: str) -> float:
        return 10.0 if nationality in self.locals_ else 14.0


def by_member(gender):
    return 5 if gender == Gender.FEMALE else 6


def by_sentinel(person):
    return 1 if person["gender"] == FEMALE else 2
"""
EXPECTED = {
    "Fetched.dose": "gender",
    "Checks.bonus": "gender",
    "ClassLevel.rate": "gender",
    "Annotated.rate": "age",
    "Private.admit": "age",
    "Desk.__bonus": "gender",
    "Desk.__fee": "gender",
    "Base.fee": "religion",
    "Slotted.fee": "age",
    "Stepwise.total": "race",
    "Validated.__init__": "age",
    "Validated.check": "age",
    "Validated.band": "age",
    "Child.price": "religion",
    "Person.fee": "gender",
    "Row.total": "disability",
    "EveningTariff.price": "gender",
    "cheapest": "gender",
    "Bill.total": "gender",
    "DinerBill.tip": "gender",
    "DayRates.rate": "gender",
    "rated": "gender",
    "Fares.fare": "nationality",
    "by_member": "gender",
    "by_sentinel": "gender",
}
"""The functions that treat people differently, and by what."""


@pytest.fixture(scope="module")
def report() -> FileReport:
    return asyncio.run(checked())


async def checked() -> FileReport:
    async with Checker() as checker:
        return await checker.check(CODE, Path("example.py"), CheckOptions(sys.executable))


def unequal(report: FileReport) -> dict[str, Verdict]:
    return {
        function.name: verdict
        for function in report.functions
        for verdict in function.verdicts
        if verdict.kind.unequal
    }


def test_methods_are_judged_by_the_fields_of_their_objects(report: FileReport) -> None:
    assert {name: v.attribute for name, v in unequal(report).items()} == EXPECTED


def test_every_witness_runs_behind_the_file(report: FileReport) -> None:
    for name, verdict in unequal(report).items():
        assert verdict.witness is not None
        first, second = run(verdict.witness)
        assert first != second, name


def test_what_no_class_of_the_file_does_is_not_known(report: FileReport) -> None:
    function = next(each for each in report.functions if each.name == "admitted")
    (verdict,) = function.verdicts
    assert verdict.kind is VerdictKind.NOT_CHECKED
    assert "what `scores.points_of` gives for it is not known" in verdict.reason


def test_a_member_of_an_enumeration_is_written_by_its_name(report: FileReport) -> None:
    members = {re.findall(r"Gender\.(\w+)", call)[0] for call in _calls(report, "Gender.")}
    assert members == {"FEMALE", "MALE"}
    assert not _calls(report, "Gender(")


def _calls(report: FileReport, text: str) -> list[str]:
    """The calls of all witnesses that have the text."""
    witnesses = [verdict.witness for verdict in unequal(report).values()]
    calls = [call for witness in witnesses if witness is not None for call in witness.calls]
    return [call for call in calls if text in call]


def run(witness: Witness) -> list[str]:
    """What the two calls of a witness give in an interpreter of their own."""
    attempt = """
        for call in CALLS:
            try:
                print(eval(call))
            except ValueError as error:
                print(repr(error))
    """
    script = f"{CODE}\nCALLS = {witness.calls!r}\n{textwrap.dedent(attempt)}"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert not done.stderr
    return done.stdout.splitlines()
