"""Functions that decide through what their own lines do not show: none is called independent."""

from __future__ import annotations

import textwrap

import pytest

from evenhand.check.catalogue import default_catalogue
from evenhand.check.reading.independence.independence_proof import Reach
from evenhand.check.reading.inputs import read
from evenhand.check.reading.source import parse

WATCHED = {
    "a decorator of the file": """
        def watch(g):
            return lambda age: g(age) if age > 40 else 0
        @watch
        def f(age): return [age]
        """,
    "a decorator of a parameter that is never read": """
        def watch(g):
            return lambda age: g(age) if age > 40 else 0
        @watch
        def f(age): return 1
        """,
    "a decorator with the name of a harmless one": """
        def property(g):
            return lambda age: age > 40
        @property
        def f(age): return 1
        """,
    "a class decorator": """
        @watched
        class P:
            def f(self, age): return 1
        """,
    "a metaclass": """
        class M(type):
            def __call__(cls, age): return age > 40
        class P(metaclass=M):
            def __init__(self, age): self.age = age
        """,
    "__init_subclass__ of a base": """
        class Base:
            def __init_subclass__(cls):
                g = cls.f
                cls.f = lambda self, age: g(self, age) if age > 40 else 0
        class P(Base):
            def f(self, age): return 1
        """,
    "__new__": """
        class P:
            def __new__(cls, age): return object.__new__(cls) if age > 40 else None
            def __init__(self, age): self.age = age
        """,
    "another function under its name": """
        def f(age): return 1
        g = f
        f = lambda age: age > 40
        """,
    "another method under its name": """
        class P:
            def f(self, age): return 1
        P.f = lambda self, age: age > 40
        """,
    "a method that the class itself replaces": """
        class P:
            def f(self, age): return 1
            f = watch(f)
        """,
    "a global function that another replaces": """
        def install():
            global f
            f = lambda age: age > 40
        def f(age): return 1
        """,
    "the names in its frame": """
        import sys
        def peek(): return sys._getframe(1).f_locals["age"] > 40
        def f(age): return peek()
        """,
    "inspect": """
        import inspect
        def peek(): return inspect.currentframe().f_back.f_locals["age"] > 40
        def f(age): return peek()
        """,
    "a trace function": """
        import sys
        seen = []
        sys.settrace(lambda frame, event, arg: seen.append(frame))
        def f(age): return len(seen)
        """,
    "locals of a parameter that is never read": 'def f(age): return locals()["age"] > 40',
    "eval of a parameter that is never read": 'def f(age): return eval("age > 40")',
    "exec": 'def f(age):\n    exec("x = age > 40")\n    return 1',
    "builtins that the module replaces": """
        import builtins
        builtins.str = lambda value: value > 40
        def f(age): return str(age)
        """,
    "a function named like a builtin": """
        def str(value): return value > 40
        def f(age): return str(age)
        """,
    "a value named like a builtin": "str = decide\ndef f(age): return str(age)",
    "an import named like a builtin": "from helper import str\ndef f(age): return str(age)",
    "everything of a module": "from helper import *\ndef f(age): return str(age)",
    "a local name of a builtin": """
        def f(age, decide):
            str = decide
            return str(age)
        """,
    "a parameter named like a builtin": "def f(age, dict): return dict(age=age)",
    "a print of its own": "def print(x): return x > 40\ndef f(age): return print(age)",
    "a stream": """
        class W:
            def write(self, text): self.old = "40" in text
        def f(age):
            w = W()
            print(age, file=w)
            return w.old
        """,
    "a redirected stream": """
        import io
        from contextlib import redirect_stdout
        def f(age):
            with redirect_stdout(io.StringIO()) as s:
                print(age)
            return int(s.getvalue()) > 40
        """,
    "another standard stream": """
        import sys
        sys.stdout = W()
        def f(age):
            print(age)
            return sys.stdout.old
        """,
    "an exception with a constructor": """
        class AgeError(Exception):
            def __init__(self, age): self.args = (age > 40,)
        def f(age): raise AgeError(age)
        """,
    "an exception that it catches": """
        def f(age):
            try:
                raise ValueError(age)
            except ValueError as error:
                return error.args[0] > 40
        """,
    "an exception that a context manager sees": """
        class C:
            def __enter__(self): return self
            def __exit__(self, kind, error, frames): return error.args[0] > 40
        def f(age):
            with C():
                raise ValueError(age)
            return 1
        """,
    "a logger that decides": """
        class Log:
            def info(self, text, age): self.old = age > 40
        logger = Log()
        def f(age):
            logger.info("%s", age)
            return logger.old
        """,
    "a logger that is given": """
        def f(age, logger):
            logger.info("%s", age)
            return logger.last > 40
        """,
    "a logging handler": """
        import logging
        class H(logging.Handler):
            def emit(self, record): self.old = record.args[0] > 40
        h = H()
        logging.getLogger().addHandler(h)
        def f(age):
            logging.warning("%s", age)
            return h.old
        """,
    "a setter of a class": """
        class P:
            @property
            def years(self): return 1
            @years.setter
            def years(self, value): self.old = value > 40
        def f(p: P, age):
            p.years = age
            return p.old
        """,
    "a descriptor": """
        class D:
            def __set__(self, owner, value): owner.old = value > 40
        class P:
            years = D()
        def f(p: P, age):
            p.years = age
            return p.old
        """,
    "a property without a decorator": """
        class P:
            def __init__(self, age): self.age = age
            old = property(lambda self: self.age > 40)
        def f(p: P): return [p.age, p.old]
        """,
    "a property that comes later": """
        class P:
            def __init__(self, age): self.age = age
        P.old = property(lambda self: self.age > 40)
        def f(p: P): return [p.age, p.old]
        """,
    "__getattr__": """
        class P:
            def __init__(self, age): self.age = age
            def __getattr__(self, name): return self.age > 40
        def f(p: P): return [p.age, p.other]
        """,
    "__setitem__": """
        class Row:
            def __setitem__(self, key, value): self.old = value > 40
        def f(row: Row, age):
            row["age"] = age
            return row.old
        """,
    "__getitem__": """
        class Row:
            age: int
            def __getitem__(self, key): return self.age > 40
        def f(row: Row): return [row.age, row["x"]]
        """,
    "__radd__": """
        class Tail:
            def __radd__(self, text): return "40" in text
        tail = Tail()
        def f(age): return f"{age}" + tail
        """,
    "__eq__ of another operand": """
        class Any:
            def __eq__(self, other): self.old = other > 40; return True
        any = Any()
        def f(age):
            same = age == any
            return any.old
        """,
    "__bool__ of a record": """
        class P:
            def __init__(self, age): self.age = age
            def __bool__(self): return self.age > 40
        def f(p: P): return p.age if p else None
        """,
    "__len__ of a record": """
        class P:
            def __init__(self, age): self.age = age
            def __len__(self): return int(self.age > 40)
        def f(p: P): return [p.age, len(p)]
        """,
    "__contains__ of a record": """
        class P:
            def __init__(self, age): self.age = age
            def __contains__(self, key): return self.age > 40
        def f(p: P): return [p.age, "old" in p]
        """,
    "__iter__ of a record": """
        class P:
            def __init__(self, age): self.age = age
            def __iter__(self): return iter([1] if self.age > 40 else [])
        def f(p: P): return [p.age, list(p)]
        """,
    "__format__ of an enum": """
        from enum import Enum
        class Gender(Enum):
            MALE = 1
            FEMALE = 2
            def __format__(self, how): return "yes" if self is Gender.MALE else "no"
        def f(gender: Gender): return f"{gender}"
        """,
    "__str__ of an enum": """
        from enum import Enum
        class Gender(Enum):
            MALE = 1
            FEMALE = 2
            def __str__(self): return "yes" if self is Gender.MALE else "no"
        def f(gender: Gender): return str(gender)
        """,
    "__deepcopy__": """
        from copy import deepcopy
        class P:
            def __init__(self, age): self.age = age
            def __deepcopy__(self, memo): return [] if self.age > 40 else [1]
        def f(p: P): return [p.age, len(deepcopy(p))]
        """,
    "an append of its own": """
        class Rows:
            def append(self, age): self.old = age > 40
        def f(rows: Rows, age):
            rows.append(age)
            return rows.old
        """,
    "a default that calls share": """
        KEPT = []
        def old(): return KEPT[0] > 40
        def f(age, kept=KEPT):
            kept.append(age)
            return old()
        """,
    "a list that a loop takes from the module": """
        TABLES = [[]]
        def f(age):
            for rows in TABLES:
                rows.append(age)
            return TABLES[0][0] > 40
        """,
    "a list that is unpacked": """
        def f(age, tables):
            rows, other = tables[0], 1
            rows.append(age)
            return tables[0][0] > 40
        """,
    "an object in a register": """
        class P:
            all = []
            def __init__(self): P.all.append(self)
            def f(self, age):
                self.age = age
                return P.all[0].age > 40
        """,
    "a validator": """
        from pydantic import BaseModel, field_validator
        class P(BaseModel):
            age: int
            @field_validator("age")
            def check(cls, value): return value > 40
        def f(age): return P(age=age)
        """,
    "a converter": """
        from attrs import define, field
        @define
        class P:
            age: int = field(converter=lambda age: age > 40)
        def f(age): return P(age=age)
        """,
    "a method that runs when an object goes": """
        from dataclasses import dataclass
        seen = []
        @dataclass
        class P:
            age: int
            def __del__(self): seen.append(self.age > 40)
        def f(age):
            P(age)
            return seen
        """,
    "the number of its letters": "def f(gender: str): return len(list(gender)) > 4",
    "whether it has letters": "def f(gender: str): return 1 if list(gender) else 0",
    "a width in a format": 'def f(gender): return "{:.1}".format(gender)',
    "a name that is read inside": """
        def f(age):
            x = 0
            if age > 40:
                x = 1
            def g(): return x
            return g()
        """,
    "a name that goes away": """
        def f(age):
            if age > 40:
                x = 1
            try:
                del x
            except NameError:
                return 0
            return 1
        """,
    "a list that grows in place": "def f(gender, rows):\n    rows += gender",
    "a generator": "def f(age):\n    ages = (age for _ in [1])\n    return next(ages) > 40",
    "a match with a class": """
        def f(age):
            match age:
                case int(years) if years > 40: return 1
                case _: return 0
        """,
    "__class_getitem__": """
        class P:
            def __class_getitem__(cls, age): return age > 40
        def f(age): return P[age]
        """,
    "a class that is called for it": """
        class P:
            def __init__(self, age): self.old = age > 40
        def f(age): return P(age).old
        """,
    "warnings": """
        import warnings
        seen = []
        warnings.showwarning = lambda *args: seen.append(args[0].args[0] > "40")
        def f(age):
            warnings.warn(f"{age}")
            return seen
        """,
}
STILL = {
    "a cached function": """
        from functools import lru_cache
        @lru_cache(maxsize=None)
        def f(age, x): return x
        """,
    "a static method": "class P:\n    @staticmethod\n    def f(age, x): return x",
    "an abstract one": """
        from abc import ABC, abstractmethod
        class P(ABC):
            @abstractmethod
            def f(self, age): ...
        """,
    "a constructor beside one that counts": """
        class Other:
            count = 0
            def __init__(self): Other.count += 1
        class Person:
            def __init__(self, name, gender):
                self.name = name
                self.gender = gender
        """,
    "an error of the file": """
        class ScoreError(ValueError):
            '''No score.'''
        def f(age, score):
            if score < 0:
                raise ScoreError(f"no score at {age}")
            return score
        """,
    "a module's logger": """
        import logging
        logger = logging.getLogger(__name__)
        def f(age, x):
            logger.info("age %s", age)
            return x
        """,
    "a record of its own": """
        from dataclasses import dataclass, field
        @dataclass
        class Row:
            age: int
            tags: list = field(default=None)
        def f(age): return Row(age)
        """,
    "a plain enum": """
        from enum import Enum
        class Gender(Enum):
            MALE = "m"
            FEMALE = "f"
        def f(gender: Gender): return [gender]
        """,
    "a copy": "from copy import deepcopy\ndef f(p): return [deepcopy(p), p[\"age\"]]",
    "beside eval in a word": "import re\nP = re.compile('x')\ndef f(age): return [age]",
    "a library's names": "from math import *\ndef f(age, x): return [str(age), sqrt(x)]",
    "a default of nothing": "def f(age, rows=None):\n    return {'age': age, 'rows': rows}",
}  # fmt: skip


ASIDE = {
    "the message of an assertion": "def f(age):\n    assert False, age > 45",
    "the type of a handler": """
        def f(age):
            try:
                raise ValueError
            except (ValueError if age > 45 else KeyError):
                return 1
        """,
    "a slice": "def f(age, rows): return rows[age:]",
    "a step": "def f(age, rows): return rows[::age]",
    "what is deleted": "def f(age, rows):\n    del rows[age:]\n    return rows",
    "a width": "def f(age, x): return f'{x:{age}}'",
    "a width within a place": "def f(age, x): return '{:>{w}}'.format(x, w=age)",
    "a decorator of an inner function": """
        def f(age, g):
            @g(age)
            def h(): return 1
            return h()
        """,
    "an annotation of an inner function": """
        def f(age):
            def h(x: age): return 1
            return h.__annotations__
        """,
    "the body of an inner class": """
        def f(age):
            class A:
                v = age > 45
            return A.v
        """,
    "a base of an inner class": """
        def f(age, base):
            class A(base if age > 45 else object): pass
            return A()
        """,
    "a method of an inner class that Python calls": """
        def f(age, seen):
            class A:
                def __del__(self): seen.append(age > 45)
            A()
            return seen
        """,
    "a watchman": "def f(age, g): return list(iter(g, age))",
    "a part of a function": """
        from functools import partial
        def f(age, g): return partial(g, age)()
        """,
    "a field in a message": "def f(person):\n    assert person.name, person.age > 45",
}
"""Places at which tracing does not look."""


def reaches(code: str) -> set[Reach]:
    """How far the protected inputs of `f`, or else of the last constructor, reach."""
    source = parse(textwrap.dedent(code))
    readings = [read(f, source, default_catalogue()) for f in source.functions]
    named = [r for r in readings if r.function.name.rpartition(".")[2] == "f"]
    made = [r for r in readings if r.function.name.endswith("__init__")]
    return {entry.reach for entry in (named or made)[-1].inputs}


@pytest.mark.parametrize("code", WATCHED.values(), ids=WATCHED)
def test_what_somebody_may_see_is_not_proved(code: str) -> None:
    assert Reach.UNKNOWN in reaches(code)


@pytest.mark.parametrize("code", ASIDE.values(), ids=ASIDE)
def test_what_is_used_aside_is_not_proved(code: str) -> None:
    assert reaches(code) <= {Reach.UNKNOWN}


@pytest.mark.parametrize("code", STILL.values(), ids=STILL)
def test_what_nobody_sees_still_is(code: str) -> None:
    assert reaches(code) <= {Reach.NOWHERE, Reach.REPEATED}
    assert reaches(code)
