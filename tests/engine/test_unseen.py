"""Nothing is said of an attribute that no call has come to."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from evenhand.causes import Cause
from evenhand.check.checking import Checker
from evenhand.check.sentences import explain
from evenhand.findings import Verdict, VerdictKind
from evenhand.options import CheckOptions


async def verdict(checker: Checker, code: str, attribute: str = "age") -> Verdict:
    options = CheckOptions(sys.executable, seconds=60)
    report = await checker.check(code, Path("example.py"), options)
    verdicts = [v for f in report.functions for v in f.verdicts if v.attribute == attribute]
    return verdicts[-1]


UNSEEN = {
    "it returns, for a file is not there": (
        "import os\n"
        "def admit(person):\n"
        "    if not os.path.exists('rules.json'):\n"
        "        return None\n"
        "    return person['age'] > 45\n",
        Cause.RETURNS_EARLY,
        'returns before it reads `person["age"]`: '
        "`not os.path.exists('rules.json')` is true (line 3)",
    ),
    "it returns, for it caught an error": (
        "def admit(age):\n"
        "    try:\n"
        "        rules = RULES\n"
        "    except NameError:\n"
        "        return None\n"
        "    return 1 if age > rules else 2\n",
        Cause.RETURNS_EARLY,
        "returns before it reads `age`: it catches NameError: name 'RULES' is not defined (line 4)",
    ),
    "it returns, without a test": (
        "def admit(age):\n    for rule in []:\n        if age > rule: return 1\n    return 2\n",
        Cause.RETURNS_EARLY,
        "returns before it reads `age` (line 3)",
    ),
    "it raises": (
        "TABLE = {}\n"
        "def admit(age):\n"
        "    limit = TABLE['id']\n"
        "    return 1 if age > limit else 2\n",
        Cause.RAISES_EARLY,
        "raises before it reads `age`: KeyError: 'id' (line 3)",
    ),
    "the name alone is no read": (
        "TABLE = {}\n"
        "def admit(person):\n"
        "    age = int(person['age'])\n"
        "    limit = TABLE['id']\n"
        "    return 1 if age > limit else 2\n",
        Cause.RAISES_EARLY,
        "raises before it reads `person[\"age\"]`: KeyError: 'id' (line 4)",
    ),
    "it raises after it has read": (
        "TABLE = {}\n"
        "def admit(age):\n"
        "    old = 1 if age > 45 else 2\n"
        "    return old + TABLE['id']\n",
        Cause.ALWAYS_RAISES,
        "every call of it raises KeyError: 'id' (line 4)",
    ),
}


@pytest.mark.parametrize("name", UNSEEN)
async def test_a_pair_that_did_not_come_to_a_read_is_none(checker: Checker, name: str) -> None:
    code, cause, sentence = UNSEEN[name]

    found = await verdict(checker, code)

    assert found.kind is VerdictKind.NOT_CHECKED
    assert found.cause is cause
    assert explain(found.explanation) == sentence
    assert found.pairs == 0 or cause is Cause.ALWAYS_RAISES


SEEN = {
    "passed to what cannot be seen": (
        "import json\ndef store(person):\n    json.dumps(person)\n    return person['age'] > 200\n"
    ),
    "read by name": "def f(person):\n    return 1 if getattr(person, 'age', 0) > 300 else 1\n",
    "read by a helper": (
        "def old(p): return p['age'] > 45\ndef f(p):\n    old(p)\n    return len(p) > 9\n"
    ),
    "read behind a comprehension": (
        "def f(people):\n    old = [p for p in people if p['age'] > 45]\n    return old is None\n"
    ),
    "read in a formatted text": "def f(age):\n    text = f'{age:>3}'\n    return len(text) > 9\n",
}


@pytest.mark.parametrize("name", SEEN)
async def test_no_difference_is_said_of_what_was_reached(checker: Checker, name: str) -> None:
    found = await verdict(checker, SEEN[name])

    assert found.kind is VerdictKind.NO_DIFFERENCE_FOUND
    assert found.pairs > 0


async def test_who_only_speaks_of_an_attribute_is_not_passed_over(checker: Checker) -> None:
    code = "def admit(id):\n    return find(id).age > 45\n"

    found = await verdict(checker, code)
    again = await verdict(checker, f"\n\n{code}")

    assert (found.kind, found.severity) == (VerdictKind.NOT_CHECKED, None)
    assert found.reason == (
        "not checked: speaks of `age` (line 2), and takes in nothing that shows it"
    )
    assert again.reason == found.reason.replace("line 2", "line 4")


DECORATED = {
    "a decorator": (
        "def guard(f):\n"
        "    def inner(p): return f(p) if p['age'] < 45 else None\n"
        "    return inner\n"
        "@guard\n"
        "def pay(p): return p['hours'] * 9\n"
    ),
    "a decorator with an argument": (
        "def guard(limit):\n"
        "    def decorate(f):\n"
        "        def inner(*args): return f(*args) if args[0].age < limit else None\n"
        "        return inner\n"
        "    return decorate\n"
        "@guard(65)\n"
        "def pay(p, rate): return p.hours * rate\n"
    ),
    "a decorator of the class": (
        "class Desk:\n"
        "    def guard(f):\n"
        "        def inner(self, p): return f(self, p) if p['age'] < 45 else None\n"
        "        return inner\n"
        "    @guard\n"
        "    def pay(self, p): return p['hours'] * 9\n"
    ),
    "a default that is changed": (
        "LOG = []\n"
        "def last(): return 1 if LOG[-1] > 45 else 2\n"
        "def pay(age, log=LOG):\n"
        "    log.append(age)\n"
        "    return last()\n"
    ),
}


@pytest.mark.parametrize("name", DECORATED)
async def test_what_stands_around_a_function_is_part_of_it(checker: Checker, name: str) -> None:
    found = await verdict(checker, DECORATED[name])

    assert found.kind is VerdictKind.BIASED


async def test_a_test_that_a_stand_in_answers_is_tried_both_ways(checker: Checker) -> None:
    code = (
        "from missing import Desk\n"
        "class Bank(Desk):\n"
        "    def admit(self, age):\n"
        "        ok = age > 45\n"
        "        if self.rules.has('x'): ok = True\n"
        "        return ok\n"
    )

    found = await verdict(checker, code)

    assert found.kind is VerdictKind.BIASED
    assert found.witness is not None
