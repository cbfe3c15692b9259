"""What takes the place of what cannot be had while a module is loaded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from asking import outcome, outcomes

from evenhand.check.outcomes.requests import Call, Loaded, Module
from evenhand.check.sandbox import Worker
from evenhand.check.sentences import explain


async def opened(worker: Worker, code: str, path: str = "s.py", **fields: Any) -> Loaded:
    loaded = await worker.open(Module(code, path, **fields))
    assert loaded.problem is None
    return loaded


IMPORTS = {
    "import frappe": ("frappe.get_doc('E').owner", "<frappe.get_doc().owner>"),
    "import a.b.c": ("a.b.c.d", "<a.b.c.d>"),
    "import a.b.c as d": ("d.e()", "<a.b.c.e()>"),
    "from a.b import c, d as e": ("(c, e)", "(<a.b.c>, <a.b.d>)"),
    "from .models import Claim": ("Claim", "<.models.Claim>"),
    "from ..core.models import Base as B": ("B", "<..core.models.Base>"),
    "from . import forms": ("forms.Form()", "<.forms.Form()>"),
    "from json import dumps, no_such": ("dumps([1]), no_such", "('[1]', <json.no_such>)"),
    "from os.path import *\nfrom a.b import *": ("join('x', 'y'), fee", "('x/y', <a.b.fee>)"),
    "from a import *\nfrom os.path import *": ("join('x', 'y'), fee", "('x/y', <a.fee>)"),
    "try:\n    import a\nexcept ImportError:\n    a = None": ("a", "None"),
    "try:\n    import a.b\nexcept ImportError:\n    HAS = False": ("HAS, a", "(False, <a>)"),
    "try:\n    from a import b\nexcept Exception:\n    b = len": ("b('xx')", "2"),
    "try:\n    import a\nexcept ImportError:\n    raise SystemExit('get a')": ("a.b", "<a.b>"),
    "import contextlib\nwith contextlib.suppress(ImportError):\n    import a\na = 3": ("a", "3"),
    "import importlib.util\nfound = importlib.util.find_spec('a')": ("found", "None"),
    "from importlib import import_module as i\ntry: i('a')\nexcept ImportError as e: x = e.name": (
        "x",
        "'a'",
    ),
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from a import b": ("b", "<a.b>"),
}  # fmt: skip


@pytest.mark.parametrize("watch", [True, False])
async def test_imports_of_what_is_missing(worker: Worker, watch: bool) -> None:
    for code, (expression, wanted) in IMPORTS.items():
        module = Module(f"{code}\ndef f(): return repr(({expression}))", "s.py")
        await worker.open(module, watch=watch)
        [found] = await worker.run([Call("f()")])

        assert found.value == wanted, code


async def test_imports_inside_of_functions(worker: Worker) -> None:
    code = (
        "def f():\n    import boto3\n    from azure.storage import Blob\n"
        "    from .beside import x\n"
        "    return repr((boto3.client('s3'), Blob, x))\n"
        "def g():\n    try:\n        import boto4\n    except ImportError:\n        return 'own'"
    )
    loaded = await opened(worker, code)
    inside, optional = await worker.run([Call("f()"), Call("g()")])

    assert inside.value == "(<boto3.client('s3')>, <azure.storage.Blob>, <.beside.x>)"
    assert optional.value == "own"
    assert loaded.stood_in == (".beside", "azure.storage", "boto3")


async def test_which_names_stand_for_something_else(worker: Worker) -> None:
    code = (
        "import json, frappe.utils\nfrom a import b\nfrom typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    from c import d\n"
        "rules = json.load(open('rules.json'))\nfree = b.c\nown = 3\n"
        "class E(b.Error): pass\nclass K(b.Base): pass\n@b\ndef f(): pass"
    )
    loaded = await opened(worker, code)

    assert loaded.stood_in == ("a", "b", "frappe", "frappe.utils", "free", "rules")
    assert [(line, explain(why)[:20]) for line, why in loaded.skipped] == [
        *((1, "needs frappe (not in"), (2, "needs a (not install"), (6, "wants to open 'rules"))
    ]


async def test_neighbours_are_found_though_the_file_is_in_no_package(
    worker: Worker, tmp_path: Path
) -> None:
    (tmp_path / "ages.py").write_text("from nowhere import x\ndef old(age): return age > 65")
    code = (
        "from .ages import old\nfrom .more import y\nfrom . import ages, others\n"
        "def f(): return old(70), ages.old(70), repr((y, others.z))"
    )
    for watch in (True, False):
        module = Module(code, str(tmp_path / "s.py"), search_path=(str(tmp_path),))
        await worker.open(module, watch=watch)
        [found] = await worker.run([Call("f()")])

        assert found.value == {"t": "tuple", "v": [True, True, "(<.more.y>, <.others.z>)"]}


STATEMENTS = {
    "x = 1 / 0": "x",
    "x, (y, *z) = open('x.csv')": "x, y, z",
    "x: int = int('x')": "x",
    "for row in open('x.csv'):\n    last = row": "row, last",
    "with open('x.json') as file:\n    config = file.read()": "file, config",
    "if 1 / 0:\n    a = 1\nelse:\n    b = 2": "a, b",
    "import os.nothing as n": "n",
}


async def test_names_of_a_statement_that_fails_are_bound(worker: Worker) -> None:
    for code, names in STATEMENTS.items():
        value = (await outcome(worker, f"{code}\ndef f(): return repr(({names}))")).value
        assert isinstance(value, str)
        assert value.count("<") == names.count(",") + 1, code


DEFINITIONS = """
from missing import decorator, Base, T, hybrid_property, Meta, Mixin, HTTPError as Bad, cli
import missing.errors, abc, enum, typing, dataclasses
U = typing.TypeVar('U')

def needs_number(n): return n.no_such
@needs_number(3)
def undecorated(age): return age > 65
@decorator
@decorator.of('x', y=1)
def decorated(age): return age > 65
@decorator
async def awaited(age): return age > 65
@cli.group()
def group(): return 'group'
@group.command('x')
def command(age): return age > 65
def plain(age): return age > 65
wrapped = decorator(plain)
@decorator(plain)
def twice(age): return age > 60

class Person(Base, table=True):
    name: str
    age: int = 70
    limit = Base.limit
    @hybrid_property
    def old(self): return self.age > 65
    @old.expression
    def old(cls): return None
    @decorator('age')
    def check(self): return self.age > 65
    @classmethod
    @decorator
    def make(cls, age): return cls('Ann', age=age)
    @decorator
    @staticmethod
    def is_old(age): return age > 65
    def save(self, *args):
        super().save(*args)
        return self.status
    @property
    def rank(self): return 'old' if self.old else 'young'
class Generic(Base[T], typing.Generic[U]): pass
class Several(Base, Mixin, abc.ABC): pass
class Both(Several, Mixin): pass
class Named(metaclass=Meta):
    age = 3
class Given(Base):
    def __init__(self, age):
        super().__init__(age=age, other=1)
        self.old = age > 65
class Text(Mixin, str): pass
@decorator
class Fields:
    age: int
    name: str = 'x'
@dataclasses.dataclass
class Data(Base):
    age: int
class Level(enum.Enum):
    LOW = 1
    no_such = undefined
class Partly:
    rules = open('rules.json')
class Half:
    limit = 1 / 0
    share = 3
    @undefined
    def old(self, age): return age > 65
class Refused(Bad): pass
def error(kind):
    try:
        raise kind('no', status_code=403)
    except (Bad, missing.errors.NotFound) as e:
        return type(e).__name__, str(e), e.status_code
def nested(age):
    @decorator.retry(times=3)
    def attempt(): return age > 65
    return attempt()
"""
CALLS = {
    "undecorated(70)": "True",
    "decorated(70)": "True",
    "awaited(70)": "True",
    "group()": "'group'",
    "command(70)": "True",
    "wrapped(70)": "True",
    "twice(70)": "True",
    "nested(70)": "True",
    "str((lambda p: (p.name, p.age, p.old, p.check(), p.rank))(Person('Ann', 70)))": (
        "\"('Ann', 70, True, True, 'old')\""
    ),
    "str((Person().age, Person.make(3).age, Person.is_old(70)))": "'(70, 3, True)'",
    "Person('Ann').save(1)": "<Person().status>",
    "Person.objects.filter(age=3)": "<Person.objects.filter(age=3)>",
    "Person.objects is Person.objects": "True",
    "isinstance(Person(), Base)": "True",
    "isinstance(3, Base)": "False",
    "issubclass(Person, Base)": "True",
    "Generic(age=3).age": "3",
    "Several(age=4).age": "4",
    "Both(age=5).age": "5",
    "str((Named.age, Named().age))": "'(3, 3)'",
    "str((Given(70).old, Given(70).other))": "'(True, 1)'",
    "Text('abc').upper()": "'ABC'",
    "str((Fields(3).age, Fields(3, name='y').name))": "\"(3, 'y')\"",
    "Data(3).age": "3",
    "str((Half.share, Half().old(70)))": "'(3, True)'",
    "error(Refused)": "('Refused', 'no, status_code=403', 403)",
    "error(missing.errors.NotFound)": "('NotFound', 'no, status_code=403', 403)",
}


@pytest.mark.parametrize("watch", [True, False])
async def test_decorators_bases_and_errors_that_cannot_be_had(worker: Worker, watch: bool) -> None:
    loaded = await worker.open(Module(DEFINITIONS, "s.py"), watch=watch)
    assert loaded.problem is None
    found = await worker.run([Call(f"(lambda: {call})()") for call in CALLS])

    texts = [outcome.text for outcome in found]
    assert dict(zip(CALLS, texts, strict=True)) == CALLS


WITH_A_STAND_IN = """
import copy, pickle, m
def f():
    s, t = m.s, m.t
    first, second, *rest = s
    return [repr(part) for part in (
        f'{s:>10} {t!r}', '%s' % s, {s: 1}[s], hash(s) == hash(s), s == t, s == s, s < 3, 3 < s,
        s > 'x', sorted([s, t]), max(1, s), min(s, 0), isinstance(s, m.Kind), isinstance(3, s),
        list(s), [*s], [x for x in s], list(s.items()), len(s), 'x' in s, any(s), next(s), first,
        s + 1, 1 + s, -s, s % 2, s | t, divmod(s, 2), round(s, 2), sum([s, 2]), abs(s),
        int(s), float(s), bool(s), not s, s[1:2], s['a']['b'], s.a.b(1, c=2).d, s(1),
        copy.deepcopy(s) is s, pickle.loads(pickle.dumps(s)), s.__class__.__name__,
    )]
async def g():
    async with m.s as s:
        async for row in s.rows():
            return row
        return repr(await s.get(3))
"""  # fmt: skip


async def test_anything_can_be_done_with_a_stand_in(worker: Worker) -> None:
    found, awaited = await outcomes(worker, WITH_A_STAND_IN, "f()", "g()")
    again, _ = await outcomes(worker, WITH_A_STAND_IN, "f()", "g()")

    assert found.error is None
    assert found.value == again.value
    assert awaited.value == "<m.s.__aenter__().get(3)>"


async def test_functions_for_numba_run_as_their_python_source_says(worker: Worker) -> None:
    code = (
        "from numba import njit, prange, vectorize, float64\nimport numba as nb\n"
        "@njit(parallel=True)\ndef total(n):\n    t = 0\n"
        "    for i in prange(n): t += i\n    return t\n"
        "@vectorize([float64(float64)])\ndef half(x): return x / 2\n"
        "@nb.jit\ndef f(age): return total(3) if age > 65 else half(3)\n"
        "def g(age): return f.py_func(age)\n"
    )
    old, young, source = await outcomes(worker, code, "f(70)", "f(30)", "g(70)")

    assert (old.value, young.value, source.value) == (3, 1.5, 3)
    assert (">", 70, 65) in [(event.op, event.left, event.right) for event in old.events]
