"""What a call leaves behind is part of its outcome, and no call meets what others left behind."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from evenhand.causes import Cause
from evenhand.check.checking import Checker
from evenhand.options import CheckOptions

BIASED, NO_DIFFERENCE, NOT_CHECKED = "biased", "no_difference_found", "not_checked"
LEFT_BEHIND = """
import heapq
import os
import queue
import sqlite3
import threading
from collections import deque
from types import SimpleNamespace

LOG, QUEUE, WAITING, PEOPLE = [], [], queue.Queue(), {"rates": {}}
RECENT, REFUSED = deque(maxlen=3), set()
LOCAL, STATE = threading.local(), SimpleNamespace(last=None)
LARGE = {number: number for number in range(5_000)}
DATABASE = sqlite3.connect(":memory:")
DATABASE.execute("CREATE TABLE answers (name, answer)")
last = None


class Registry:
    members, total = {}, 0

    def __init__(self):
        self.lanes = []

    @classmethod
    def add(cls, name, disability):
        cls.members[name] = "later" if disability == "blind" else "now"


class Slotted:
    __slots__ = ("lane",)


REGISTRY, SLOTTED = Registry(), Slotted()


def into_list(age):
    LOG.append("old" if age > 40 else "young")


def enqueue(name, age):
    heapq.heappush(QUEUE, (0 if age > 40 else 1, name))


def into_queue(name, race):
    WAITING.put((name, "slow" if race == "black" else "fast"))


def into_nested(name, gender):
    PEOPLE["rates"][name] = 2 if gender == "female" else 1


def into_deque(gender):
    RECENT.append("wait" if gender == "female" else "enter")


def into_set(name, religion):
    if religion == "muslim":
        REFUSED.add(name)


def into_thread(race):
    LOCAL.lane = "slow" if race == "black" else "fast"


def into_namespace(gender):
    STATE.last = "no" if gender == "female" else "yes"


def into_large(name, race):
    LARGE[name] = "slow" if race == "black" else "fast"


def into_database(name, gender):
    answer = "no" if gender == "female" else "yes"
    DATABASE.execute("INSERT INTO answers VALUES (?, ?)", (name, answer))


def into_environment(religion):
    os.environ["PRIORITY"] = "low" if religion == "muslim" else "high"


def into_class(race):
    Registry.total += 1 if race == "black" else 2


def into_object(race):
    REGISTRY.lanes.append("slow" if race == "black" else "fast")


def into_slot(race):
    SLOTTED.lane = "slow" if race == "black" else "fast"


def into_function(race):
    into_function.lane = "slow" if race == "black" else "fast"


def into_global(gender):
    global last
    last = "no" if gender == "female" else "yes"


def by_helper(gender):
    note("no" if gender == "female" else "yes")


def note(answer):
    ledger.answers.append(answer)


import ledger
"""
REMEMBERED = """
from functools import lru_cache

CACHE, ANSWERS = {}, {}


class Person:
    def __init__(self, name, gender):
        self.name, self.gender = name, gender

    def __eq__(self, other):
        return self.name == other.name

    def __hash__(self):
        return hash(self.name)


class Desk:
    instance = None

    def __new__(cls, *args):
        if cls.instance is None:
            cls.instance = super().__new__(cls)
            cls.instance.answer = args[0] == "male"
        return cls.instance


class Office:
    def __init__(self):
        self.answers = {}

    def ask(self, name, nationality):
        return self.answers.setdefault(name, nationality != "syrian")


OFFICE = Office()


def remembered(function):
    results = {}

    def call(name, gender):
        if name not in results:
            results[name] = function(name, gender)
        return results[name]

    return call


def in_dict(name, gender):
    if name in CACHE:
        return CACHE[name]
    CACHE[name] = 2 if gender == "female" else 1
    return CACHE[name]


@lru_cache
def in_cache(person):
    return 2 if person.gender == "female" else 1


def by_number(request_id, gender):
    return ANSWERS.setdefault(request_id, "yes" if gender == "male" else "no")


def in_singleton(gender):
    return Desk(gender).answer


def in_default(name, religion, seen={}):
    if name not in seen:
        seen[name] = religion == "muslim"
    return seen[name]


def in_keyword(name, religion, *, seen=dict()):
    if name not in seen:
        seen[name] = religion == "muslim"
    return seen[name]


@remembered
def in_closure(name, gender):
    return 5 if gender == "female" else 6


def in_object(name, nationality):
    return OFFICE.ask(name, nationality)


def in_function(name, gender):
    if not hasattr(in_function, "answers"):
        in_function.answers = {}
    return in_function.answers.setdefault(name, gender == "male")


@lru_cache(maxsize=None)
def registry():
    return {}


def in_cached_dict(name, gender):
    return registry().setdefault(name, gender == "male")
"""
DEPENDING = """
import itertools

NUMBERS = itertools.count(1)
SCORES, SEEN, GREETED = [], set(), []
count = 0


def counter(age):
    global count
    count += 1
    return f"#{count}" if age else ""


def ticket(name, gender):
    return {"id": next(NUMBERS), "name": name} if gender else None


def average(age, score):
    SCORES.append(score)
    return sum(SCORES) / len(SCORES) if age else 0


def first_come(gender):
    if gender in SEEN:
        return "no"
    SEEN.add(gender)
    return "yes"


def once(name, race):
    greeting = "again" if name in GREETED else "welcome"
    GREETED.append(name)
    return greeting if race else ""
"""
HARMLESS = """
import logging
from functools import lru_cache

LOG, SEEN, TOTAL = [], [], {"calls": 0}
BY_GENDER = {"male": 0, "female": 0}
RATES = {"basic": 1, "full": 2}
logger = logging.getLogger(__name__)


class Member:
    made = []

    def __init__(self, name, age):
        self.name, self.age = name, age
        Member.made.append("old" if age > 40 else "young")

    def fee(self):
        return 3 if self.age else 4


def counted(age, income):
    TOTAL["calls"] += 1
    logger.info("called")
    return income * 2 if age else 0


def logged(name, age):
    LOG.append(name)
    return 1 if age else 2


def logged_person(person):
    SEEN.append((person["name"], person["gender"]))
    return 1 if person["gender"] else 2


def tallied(gender):
    BY_GENDER[gender] = BY_GENDER.get(gender, 0) + 1


def looked_up(plan, age):
    return RATES.get(plan, 0) if age else 1


@lru_cache(maxsize=None)
def rate(age):
    return 1 if age > -5 else 2
"""
TABLES = """
import array
import pandas as pd

SEEN = pd.DataFrame({"name": ["nobody"], "answer": [0]})
FEES = pd.DataFrame({"fee": [0, 0]}, index=["basic", "full"])
LAST = array.array("i", [0])


def in_frame(name, gender):
    if name not in set(SEEN["name"]):
        SEEN.loc[len(SEEN)] = [name, 2 if gender == "female" else 1]
    return int(SEEN.loc[SEEN["name"] == name, "answer"].iloc[0])


def into_frame(gender):
    FEES.at["basic", "fee"] = 2 if gender == "female" else 1


def into_array(gender):
    LAST[0] = 2 if gender == "female" else 1
"""
LEDGER = "answers = []\n"
TABLE: dict[str, tuple[str, str, str]] = {
    "what only a later call would find": (
        LEFT_BEHIND,
        "Registry.add into_list enqueue into_queue into_nested into_deque into_set into_thread "
        "into_namespace into_large into_database into_environment into_class into_object into_slot "
        "into_function into_global by_helper",
        BIASED,
    ),
    "answers to earlier calls": (
        REMEMBERED,
        "in_dict in_cache by_number in_singleton in_default in_keyword in_closure in_object "
        "in_function in_cached_dict",
        BIASED,
    ),
    "what stays in tables": (TABLES, "in_frame into_frame into_array", BIASED),
    "answers that depend on earlier calls": (
        DEPENDING,
        "counter ticket average first_come once",
        NOT_CHECKED,
    ),
    "counters, logs and caches": (
        HARMLESS,
        "Member.fee counted logged logged_person tallied looked_up rate",
        NO_DIFFERENCE,
    ),
}


@pytest.mark.parametrize("what", TABLE)
async def test_calls_are_compared_as_if_none_came_before(what: str, tmp_path: Path) -> None:
    code, functions, kind = TABLE[what]
    (tmp_path / "ledger.py").write_text(LEDGER)
    options = CheckOptions(sys.executable, seconds=60, search_path=(str(tmp_path),))

    async with Checker() as checker:
        report = await checker.check(code, tmp_path / "desk.py", options)

    found = {f.name: [str(v.kind) for v in f.verdicts] for f in report.functions}
    assert {name: found[name] for name in functions.split()} == {
        name: [kind] for name in functions.split()
    }
    if "into_list" in found:
        reasons = {f.name: v.reason for f in report.functions for v in f.verdicts}
        assert reasons["into_list"].startswith("`into_list` leaves 'young' in LOG for age ")
        assert "'yes' in last for 'male'" in reasons["into_global"]
        assert "in REFUSED for" in reasons["into_set"]
    if kind == NOT_CHECKED:
        causes = {f.name: {v.cause for v in f.verdicts} for f in report.functions}
        assert causes == {name: {Cause.REMEMBERS} for name in functions.split()}
