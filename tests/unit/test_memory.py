"""What a worker sees a call leave behind in its module, and takes back."""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator
from typing import Any

import pytest

from evenhand.check.worker.checked_sources import CheckedSources
from evenhand.check.worker.memory import Memory
from evenhand.check.worker.outcomes import tree

SETUP = """
import threading
from collections import Counter, OrderedDict, defaultdict, deque
from functools import lru_cache, partial
from types import SimpleNamespace
from weakref import WeakValueDictionary

LIST, DICT, SET, DEQUE, BYTES = [1], {"a": [1]}, {1}, deque([1]), bytearray(b"a")
ORDERED, COUNTER, DEFAULTS = OrderedDict(a=1), Counter("ab"), defaultdict(list)
DEEP = {"a": ({"b": [1]}, [2])}
STATE, LOCAL, WEAK = SimpleNamespace(last=1), threading.local(), WeakValueDictionary()
NUMBER = 1

class Plain:
    shared, count = [], 0
    __marks = 0
    def __init__(self): self.own = []
    @classmethod
    def mark(cls): cls.__marks += 1

class Slotted:
    __slots__ = ("first", "second")

class Items(list):
    def __eq__(self, other): raise ValueError

PLAIN, SLOTTED, ITEMS = Plain(), Slotted(), Items([1])
SLOTTED.first = 1

def default(seen={}): seen["x"] = 1
def keyword(*, seen=[]): seen.append(1)

def made():
    count, seen = 0, []
    def inner():
        nonlocal count
        count += 1
        seen.append(count)
    return inner
INNER = made()
PARTIAL = partial(LIST.append, 2)

@lru_cache
def cached(x): return [x]

def bind():
    global NUMBER, NEW
    NUMBER = NEW = 2
"""
LEAVING = {
    "LIST.append(2)": ["LIST"],
    "DICT.update(b=2)": ["DICT"],
    "DICT['a'].append(2)": ["DICT"],
    "SET.add(2)": ["SET"],
    "DEQUE.appendleft(2)": ["DEQUE"],
    "BYTES.extend(b'b')": ["BYTES"],
    "ORDERED.move_to_end('a') or ORDERED.update(b=1)": ["ORDERED"],
    "COUNTER.update('a')": ["COUNTER"],
    "DEFAULTS['a']": ["DEFAULTS"],
    "DEEP['a'][0]['b'].clear()": ["DEEP"],
    "setattr(STATE, 'last', 2)": ["STATE"],
    "setattr(LOCAL, 'last', 2)": ["LOCAL"],
    "WEAK.setdefault('a', PLAIN)": ["WEAK"],
    "Plain.shared.append(1)": ["Plain.shared"],
    "setattr(Plain, 'count', 1)": ["Plain.count"],
    "setattr(Plain, 'new', 1)": ["Plain.new"],
    "Plain.mark()": ["Plain._Plain__marks"],
    "PLAIN.own.append(1)": ["PLAIN"],
    "setattr(PLAIN, 'new', 1)": ["PLAIN"],
    "setattr(SLOTTED, 'second', 1)": ["SLOTTED"],
    "delattr(SLOTTED, 'first')": ["SLOTTED"],
    "ITEMS.append(2)": ["ITEMS"],
    "default()": ["default"],
    "keyword()": ["keyword"],
    "INNER()": ["INNER"],
    "PARTIAL()": ["LIST"],
    "bind()": ["NUMBER", "NEW"],
    "__import__('os').environ.update(EVENHAND_TRIED='1')": ["os.environ.EVENHAND_TRIED"],
}
LEAVING_NOTHING = [
    "LIST[0]", "sorted(LIST)", "LIST.append(2) or LIST.pop()", "DICT.get('b')", "Plain()",
    "DICT.update(a=DICT['a'])", "made()()", "setattr(Plain(), 'new', 1)",
]  # fmt: skip


TABLES = """
import array
import numpy, pandas, polars
FRAME, SERIES = pandas.DataFrame({"answer": ["no", "no"]}), pandas.Series([1, 2])
NUMBERS, OBJECTS = numpy.zeros((2, 2)), numpy.array([None, [], None], dtype=object)
class Refusing:
    def __reduce_ex__(self, protocol): raise SystemExit
OBJECTS[2] = Refusing()
ONE, BYTES, ROWS = numpy.array(1), array.array("i", [0]), polars.DataFrame({"answer": [1, 2]})
"""
FILLED = {
    "FRAME.__setitem__('last', 1)": "FRAME",
    "FRAME.at.__setitem__((0, 'answer'), 'yes')": "FRAME",
    "FRAME.insert(0, 'first', 1)": "FRAME",
    "SERIES.__setitem__(0, 7)": "SERIES",
    "NUMBERS.__setitem__((0, 1), 7)": "NUMBERS",
    "OBJECTS.__setitem__(0, 'yes')": "OBJECTS",
    "OBJECTS[1].append('yes')": "OBJECTS",
    "ONE.fill(2)": "ONE",
    "BYTES.append(1)": "BYTES",
    "ROWS.__setitem__((0, 'answer'), 7)": "ROWS",
}
KEEPING_TABLES = [
    "FRAME.sort_values('answer')",
    "FRAME['answer'].map(len)",
    "NUMBERS + 1",
    "ROWS.head(1)",
]


@pytest.fixture
def module() -> Iterator[types.ModuleType]:
    made = types.ModuleType("remembering")
    sys.modules["remembering"] = made
    exec(SETUP, made.__dict__)
    yield made
    del sys.modules["remembering"]


def described(module: types.ModuleType) -> dict[str, Any]:
    return {name: tree(value) for name, value in vars(module).items() if name[:2] != "__"}


def test_what_a_call_leaves_behind_is_told_and_taken_back(module: types.ModuleType) -> None:
    memory = Memory(module, CheckedSources("remembering.py", SETUP, ()))
    before = described(module)

    for expression, names in LEAVING.items():
        for _ in range(2):
            memory.begin()
            eval(expression, module.__dict__)
            left = memory.end()
            memory.take_back()

            told = list(dict.fromkeys(name for name, _ in left["changed"]))
            assert (told, left["left_behind"], left["lasting"]) == (names, True, False), expression
            assert described(module) == before, expression


def test_what_a_call_leaves_in_a_table_is_told_and_stays(module: types.ModuleType) -> None:
    exec(TABLES, module.__dict__)
    memory = Memory(module, CheckedSources("remembering.py", TABLES, ()))

    for expression in KEEPING_TABLES:
        memory.begin()
        eval(expression, module.__dict__)
        assert not memory.end()["left_behind"], expression

    for expression, name in FILLED.items():
        before = Memory(module, CheckedSources("remembering.py", TABLES, ()))
        before.begin()
        eval(expression, module.__dict__)
        left = before.end()
        assert ([name for name, _ in left["changed"]], left["lasting"]) == ([name], True), (
            expression
        )


def test_what_leaves_nothing_behind_is_told_so(module: types.ModuleType) -> None:
    memory = Memory(module, CheckedSources("remembering.py", SETUP, ()))

    for expression in LEAVING_NOTHING:
        memory.begin()
        eval(expression, module.__dict__)

        nothing = {"changed": [], "left_behind": False, "lasting": False}
        assert memory.end() == nothing, expression


def test_what_the_arguments_leave_behind_is_not_the_calls(module: types.ModuleType) -> None:
    memory = Memory(module, CheckedSources("remembering.py", SETUP, ()))
    module.LIST.append("of the arguments")

    memory.begin()
    module.SET.add(2)
    left = memory.end()

    assert [name for name, _ in left["changed"]] == ["SET"]
    assert module.LIST == [1, "of the arguments"]
    memory.take_back()
    assert module.LIST == [1]


def test_a_cache_forgets_and_shows_nothing(module: types.ModuleType) -> None:
    memory = Memory(module, CheckedSources("remembering.py", SETUP, ()))

    memory.begin()
    module.cached(1)
    left = memory.end()

    assert (left["changed"], left["left_behind"]) == ([], True)
    assert module.cached.cache_info().currsize == 0
