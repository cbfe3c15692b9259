"""A witness shows what matters, and nothing else."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

import pytest

from evenhand.check.checking import Checker
from evenhand.options import CheckOptions

LEAN = {
    "defaults of the code": (
        """
        def fee(age, member=False, plan="basic", *, rate=1.0):
            return 5 if age > 40 else 9
        """,
        "fee(30)",
    ),
    "the attribute by its name": (
        """
        def pay(hours, bonus=0, sex="m"):
            return hours if sex == "f" else hours + 4
        """,
        "pay(40, sex='f')",
    ),
    "a word of which the first letter is read": (
        """
        def price(person):
            return 5 if person["sex"][0].upper() == "F" else 9
        """,
        "price({'sex': 'F'})",
    ),
    "a date of birth that nobody reads is that of somebody who may work": (
        """
        from dataclasses import dataclass
        from datetime import date
        @dataclass
        class Worker:
            born: date
            sex: str
        def pay(worker: Worker):
            return 5 if worker.sex == "f" else 9
        """,
        "pay(Worker(born=date(1985, 6, 15), sex='",
    ),
    "people of a list for whom nothing differs": (
        """
        def invited(people):
            names = []
            for person in people:
                if person["drugs"] == "yes" or person["ink"] == "yes" or person["weight"] < 50:
                    continue
                if person["age"] < 40:
                    names.append(person["name"])
            return names
        """,
        "invited([{'drugs': 'no', 'ink': 'no', 'weight': 70, 'age': 30, 'name': 'Kim'}])",
    ),
    "a text that may also be a member of an enumeration": (
        """
        def price(person):
            sex = person["sex"]
            if hasattr(sex, "value"):
                sex = sex.value
            return 5 if sex == "female" else 9
        """,
        "price({'sex': 'female'})",
    ),
    "the same, asked with a default": (
        """
        def price(person):
            return 5 if getattr(person.sex, "value", person.sex) == "female" else 9
        """,
        "SimpleNamespace(sex='female')",
    ),
    "a field that only other people need": (
        """
        def price(person):
            if person.get("vip"):
                return 3 + len(person.get("card", ""))
            return 5 if person["age"] > 40 else 9
        """,
        "price({'age': 30})",
    ),
    "parts of an object that nobody asks": (
        """
        class Desk:
            def __init__(self, repo, mail=None):
                self.repo, self.mail = repo, mail
            def decide(self, person):
                if person.age > 40 and self.mail is not None:
                    return self.repo.get("limit") is None
                return person.age > 17
        """,
        'decide(__import__("types").SimpleNamespace(age=',
    ),
    "answers that nobody asks for": (
        """
        def enrol():
            try:
                age = int(input("Age: "))
            except EOFError:
                return "nobody"
            if age < 18:
                return "minor"
            return "adult"
        """,
        '(mock := __import__("unittest.mock").mock).patch("builtins.input", '
        "mock.Mock(side_effect=['30']))(lambda: enrol())()",
    ),
}


@pytest.mark.parametrize("what", LEAN)
async def test_a_witness_shows_what_matters(checker: Checker, what: str) -> None:
    code, call = LEAN[what]
    options = CheckOptions(sys.executable, seconds=60)
    report = await checker.check(textwrap.dedent(code), Path("example.py"), options)

    [witness] = [v.witness for f in report.functions for v in f.verdicts if v.witness]
    assert any(call in written for written in witness.calls), witness.calls
