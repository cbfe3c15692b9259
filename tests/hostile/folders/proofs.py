"""Functions that look as if an attribute decided nothing, and data that differ beside equal texts."""

from __future__ import annotations

from folders.definition import Door, HostileFolder

BIASED = "biased or refuses or not_checked or no_difference_found"
"""Anything but a proof."""
READS = """\
import json
import os

HERE = os.path.dirname(os.path.abspath(__file__))


def fee(age):
    with open(os.path.join(HERE, "limit.json")) as file:
        limit = json.load(file)
    return 10 if age > limit else 20
"""
READS_ITS_OWN = """\
import json


def fee(age):
    with open(__file__.replace(".py", ".json")) as file:
        limit = json.load(file)
    return 10 if age > limit else 20
"""
ASKS = (
    "from limits import LIMIT\n\n\ndef fee(age):\n    return 10 if LIMIT and age > LIMIT else 20\n"
)
SEEN = {
    "decorator.py": """\
def judged(function):
    def wrapper(age):
        return 10 if age > 65 else function(age)
    return wrapper


@judged
def fee(age):
    return 20
""",
    "decorator_with_effect.py": """\
SEEN = []


def kept(function):
    def wrapper(*args, **kwargs):
        SEEN.append(args)
        return function(*args, **kwargs) + (1 if SEEN[-1][0] > 65 else 0)
    return wrapper


@kept
def fee(age):
    return 20
""",
    "class_decorator.py": """\
def judged(cls):
    cls.fee = lambda self, age: 10 if age > 65 else 20
    return cls


@judged
class Desk:
    def fee(self, age):
        return 20
""",
    "metaclass.py": """\
class Judging(type):
    def __new__(meta, name, bases, space):
        space["fee"] = lambda self, age: 10 if age > 65 else 20
        return super().__new__(meta, name, bases, space)


class Desk(metaclass=Judging):
    def fee(self, age):
        return 20
""",
    "base_class.py": """\
class Base:
    def __init_subclass__(cls):
        cls.fee = lambda self, age: 10 if age > 65 else 20


class Desk(Base):
    def fee(self, age):
        return 20
""",
    "mutable_default.py": """\
def fee(age, seen=[]):
    seen.append(age)
    return 20 + len([a for a in seen if a > 65])
""",
    "descriptor.py": """\
class Judged:
    def __set__(self, owner, value):
        owner.limit = 10 if value > 65 else 20

    def __get__(self, owner, kind):
        return owner.limit


class Desk:
    rate = Judged()

    def fee(self, age):
        self.rate = age
        return self.rate
""",
    "set_attribute.py": """\
class Desk:
    def __setattr__(self, name, value):
        object.__setattr__(self, "limit", 10 if value > 65 else 20)

    def fee(self, age):
        self.anything = age
        return self.limit
""",
    "set_item.py": """\
class Book(dict):
    def __setitem__(self, key, value):
        super().__setitem__("limit", 10 if value > 65 else 20)


def fee(age):
    book = Book()
    book["anything"] = age
    return book["limit"]
""",
    "global_name.py": """\
LAST = 0


def note(age):
    global LAST
    LAST = age


def fee(age):
    note(age)
    return 10 if LAST > 65 else 20
""",
    "replaced.py": """\
def fee(age):
    return 20


def judged(age):
    return 10 if age > 65 else 20


globals()["fee"] = judged
""",
    "replaced_code.py": """\
def fee(age):
    return 20


def judged(age):
    return 10 if age > 65 else 20


fee.__code__ = judged.__code__
""",
    "through_locals.py": "def fee(age):\n    return 10 if locals()['a' + 'ge'] > 65 else 20\n",
    "through_eval.py": "def fee(age):\n    return eval('10 if a' 'ge > 65 else 20')\n",
    "through_frame.py": """\
import sys


def helper():
    return sys._getframe(1).f_locals["a" + "ge"]


def fee(age):
    return 10 if helper() > 65 else 20
""",
    "through_format.py": """\
class Judged:
    def __format__(self, spec):
        return "10" if int(spec) > 65 else "20"


def fee(age):
    return f"{Judged():{age}}"
""",
    "through_with.py": """\
class Judged:
    def __init__(self, age):
        self.limit = 10 if age > 65 else 20

    def __enter__(self):
        return self.limit

    def __exit__(self, *error):
        return None


def fee(age):
    with Judged(age) as limit:
        return limit
""",
    "through_builtin.py": """\
import builtins

builtins.len = lambda value: 10 if value > 65 else 20


def fee(age):
    return len(age)
""",
    "through_assert.py": "def fee(age):\n    assert age < 66\n    return 20\n",
    "through_unpacking.py": "def fee(age):\n    (*a,) = range(age)\n    return len(a) > 65\n",
    "through_match.py": """\
def fee(age):
    match age:
        case 30:
            return 10
        case _:
            return 20
""",
    "through_default_of_inner.py": """\
def fee(age):
    def inner(limit=age):
        return 10 if limit > 65 else 20
    return inner()
""",
}

FOLDERS = [
    HostileFolder(
        "seen_elsewhere",
        "Functions whose value is seen by something that their own text does not name.",
        SEEN,
        (Door.CHECK, Door.SERVER),
        verdicts={
            f"{name}:{'Desk.fee' if 'class Desk' in text else 'fee'}": BIASED
            for name, text in SEEN.items()
        },
    ),
    HostileFolder(
        "equal_texts_beside_other_data",
        "Equal sources in folders whose data differ.",
        {
            "one/desk.py": READS,
            "one/limit.json": "65",
            "two/desk.py": READS,
            "two/limit.json": "1000000",
            "three/desk.py": READS,
            "three/limit.json": "null",
            "four/desk.py": READS,
        },
        (Door.CHECK, Door.SERVER),
        verdicts={
            "one/desk.py:fee": "biased",
            "two/desk.py:fee": "no_difference_found or not_checked",
            "three/desk.py:fee": "biased",  # if there is no limit, one is chosen
            "four/desk.py:fee": "biased",
        },
        arguments=("--jobs=1",),
    ),
    HostileFolder(
        "equal_texts_in_one_folder",
        "Equal sources, each of which reads the data that are called as it is.",
        {
            **{f"{name}.py": READS_ITS_OWN for name in ("one", "two", "three")},
            "one.json": "1000000",
            "two.json": "65",
            "three.json": "1000000",
        },
        (Door.CHECK, Door.SERVER),
        verdicts={
            "one.py:fee": "no_difference_found or not_checked",
            "two.py:fee": "biased",
            "three.py:fee": "no_difference_found or not_checked",
        },
        arguments=("--jobs=1",),
    ),
    HostileFolder(
        "equal_texts_beside_other_modules",
        "Equal sources in folders whose modules differ.",
        {
            "one/desk.py": ASKS,
            "one/limits.py": "LIMIT = 0\n",
            "two/desk.py": ASKS,
            "two/limits.py": "LIMIT = 65\n",
            "three/desk.py": ASKS,
            "three/limits.py": "LIMIT = 0\n",
        },
        (Door.CHECK, Door.SERVER),
        verdicts={
            "one/desk.py:fee": "no_difference_found or not_checked or independent",
            "two/desk.py:fee": "biased",
            "three/desk.py:fee": "no_difference_found or not_checked or independent",
        },
        arguments=("--jobs=1",),
    ),
]
