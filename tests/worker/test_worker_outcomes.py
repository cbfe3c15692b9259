"""What a call gives, as a tree; the same call twice; what the program compared."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import Any

import pytest
from asking import outcome, outcomes
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import evenhand.check.worker
from evenhand.check.outcomes.requests import Call, Module, OutcomeKind
from evenhand.check.sandbox import Worker
from evenhand.check.sentences import explain

VALUES: dict[str, tuple[str, Any]] = {
    "scalars": ("[1, 'a', None, True, 0.5]", {"t": "list", "v": [1, "a", None, True, 0.5]}),
    "no number": ("float('nan')", {"t": "float", "v": "nan"}),
    "a tuple": ("(1, 2)", {"t": "tuple", "v": [1, 2]}),
    "a set": ("{'b', 'a'}", {"t": "set", "v": ["a", "b"]}),
    "a dict": ("{'k': 1, 2: []}", {"t": "dict", "v": [["k", 1], [2, {"t": "list", "v": []}]]}),
    "a date": ("D(2020, 1, 2)", {"t": "date", "v": "2020-01-02"}),
    "a decimal": ("Decimal('1.50')", {"t": "decimal", "v": "1.50"}),
    "an enum": ("Colour.RED", {"t": "enum", "c": "Colour", "v": 1}),
    "an object": ("Plain(3)", {"t": "object", "c": "Plain", "v": [["x", 3]]}),
    "a dataclass": ("Data(3)", {"t": "dataclass", "c": "Data", "v": [["x", 3]]}),
    "a namedtuple": ("Pair(1, 2)", {"t": "namedtuple", "c": "Pair", "v": [["a", 1], ["b", 2]]}),
    "a circle": ("circle()", {"t": "list", "v": [{"t": "cut"}]}),
    "an array": ("np.array([1, 2])", {"t": "array", "v": [1, 2]}),
    "a numpy number": ("np.float64(0.5)", 0.5),
    "a series": (
        "pd.Series([1], name='n')",
        {"t": "series", "n": "n", "i": [0], "v": [1]},
    ),
    "a frame": ("pd.DataFrame({'a': [1]})", {"t": "frame", "c": ["a"], "i": [0], "v": [[1]]}),
    "a generator": ("(n for n in (1, 2))", {"t": "list", "v": [1, 2]}),
    "a coroutine": ("wait()", "waited"),
    "an async generator": ("count()", {"t": "list", "v": [0, 1]}),
}
SETUP = """
import asyncio, enum
from collections import namedtuple
from dataclasses import dataclass
from datetime import date as D
from decimal import Decimal
import numpy as np
import pandas as pd
class Colour(enum.Enum):
    RED = 1
class Plain:
    def __init__(self, x): self.x = x
@dataclass
class Data:
    x: int
Pair = namedtuple("Pair", "a b")
def circle():
    found = []
    found.append(found)
    return found
async def wait():
    await asyncio.sleep(3600)
    return "waited"
async def count():
    for n in range(2): yield n
"""


async def test_every_kind_of_value_is_described(worker: Worker) -> None:
    names = "".join(f"def f{i}(): return {text}\n" for i, (text, _) in enumerate(VALUES.values()))

    found = await outcomes(worker, SETUP + names, *[f"f{i}()" for i in range(len(VALUES))])

    assert {n: o.value for n, o in zip(VALUES, found, strict=True)} == {
        n: tree for n, (_, tree) in VALUES.items()
    }


async def test_all_that_a_caller_can_see_is_part_of_the_outcome(worker: Worker) -> None:
    code = (
        "def f(person):\n    print('hello', person['name'])\n    person['seen'] = True\n"
        "    raise ValueError('no')"
    )

    found = await outcome(worker, code, "f({'name': 'Ada'})")

    assert found.printed == "hello Ada\n"
    assert [name for name, _ in found.changed] == ["0"]
    assert (found.error, found.error_line, found.unfit) == (("ValueError", "no"), 4, False)
    assert found.text == "raises ValueError('no')"


async def test_what_python_makes_of_an_end_refuses_nobody(worker: Worker) -> None:
    ended = "async def f(): return next(iter([]))\n"
    refused = "async def g(): raise RuntimeError('not for you')\n"

    of_python, of_code = await outcomes(worker, ended + refused, "f()", "g()")

    assert of_python.error is not None
    assert (of_python.error[0], of_python.unfit) == ("RuntimeError", True)
    assert not of_code.unfit


@pytest.mark.parametrize(
    ("code", "missing"),
    [
        ("def f(): return {}['age']", "age"),
        ("def f(): return object().age", "age"),
        ("def f(): return age", "age"),
    ],
)
async def test_what_was_missing_is_named(worker: Worker, code: str, missing: str) -> None:
    assert (await outcome(worker, code)).missing == missing


def typed(*answers: str) -> tuple[tuple[str, str], ...]:
    """What a person types in at prompts, one answer after another."""
    return (("builtins.input", f"mock.Mock(side_effect={[*answers]})"),)


async def test_answers_are_given_and_their_prompts_are_effects(worker: Worker) -> None:
    await worker.open(Module("def f(): return int(input('Age? ')) + 1", "s.py"))

    calls = [Call("f()", typed("41")), Call("f()", typed()), Call("f()")]
    answered, exhausted, unanswered = await worker.run(calls)

    [(name, asked)] = answered.effects
    assert (answered.value, name, asked["v"]) == (42, "input", [["0", "Age? "]])
    assert answered.guesses == ()
    assert exhausted.error is not None
    assert unanswered.error is not None
    assert (exhausted.error[0], unanswered.error[0]) == ("StopIteration", "EOFError")


async def test_a_script_runs_from_the_top(worker: Worker) -> None:
    code = (
        "age = int(input('Age? '))\n"
        "if __name__ == '__main__':\n    print('old' if age > 60 else 'young')"
    )
    loaded = await worker.open(Module(code, "s.py"))

    calls = [Call("<module>()", typed(age)) for age in ("70", "20")]
    old, young = await worker.run(calls)

    assert [explain(why) for _, why in loaded.skipped] == ["asks for input"]
    assert (old.printed, young.printed) == ("old\n", "young\n")


CHANCE = """
import datetime, os, random, secrets, time, uuid
from datetime import date, datetime as moment
import numpy as np
def f():
    started = time.perf_counter()
    time.sleep(1000)
    return [random.random(), float(np.random.rand()), float(np.random.default_rng().random()),
            moment.now().isoformat(), date.today().isoformat(),
            datetime.datetime.utcnow().isoformat(),
            time.time(), time.strftime("%H:%M:%S"), str(uuid.uuid4()), secrets.token_hex(4),
            os.urandom(3).hex(), time.perf_counter() - started, random.SystemRandom(7).random(),
            hash("text")]
"""


async def test_chance_and_time_repeat_themselves(worker: Worker) -> None:
    one, other = await outcomes(worker, CHANCE, "f()", "f()")
    fresh = await outcomes(worker, CHANCE, "f()", fresh=True)

    assert one.kind is OutcomeKind.RETURNED
    assert one.value == other.value == fresh[0].value


async def test_frozen_classes_are_still_classes(worker: Worker) -> None:
    code = (
        "from datetime import date, datetime\n"
        "def f(): return [isinstance(date(2020, 1, 2), date), isinstance(datetime.now(), date),\n"
        "    isinstance(datetime(2020, 1, 2), datetime), isinstance(3, date),\n"
        "    datetime.strptime('2020', '%Y').year, date.fromisoformat('2020-01-02').day]"
    )

    assert (await outcome(worker, code)).value["v"] == [True, True, True, False, 2020, 2]


EVENTS = {
    "a comparison": ("def f(x): return x > 65", ">", 3, 65),
    "a chain": ("def f(x): return 1 < x <= 65", "<=", 3, 65),
    "membership": ("def f(x): return x in (7, 8)", "in", 3, [7, 8]),
    "a table": ("T = {3: 'c', 4: 'd'}\ndef f(x): return T[x]", "[]", 3, [3, 4]),
    "a get": ("T = {5: 'c'}\ndef f(x): return T.get(x)", "[]", 3, [5]),
    "a match": ("def f(x):\n    match x:\n        case 9: return 1", "in", 3, [9]),
    "a position": ("def f(x): return [4, 3].index(x)", "in", 3, [4, 3]),
    "a truth": ("def f(x):\n    if x: return 1", "truth", 3, None),
    "a column": ("import pandas as pd\ndef f(x): return (pd.Series([x]) > 8).sum()", ">", 3, 8),
}


@pytest.mark.parametrize("what", EVENTS)
async def test_the_program_says_what_it_compared(worker: Worker, what: str) -> None:
    code, op, left, right = EVENTS[what]

    found = await outcome(worker, code, "f(3)")

    assert (op, left, right) in [(e.op, e.left, e.right) for e in found.events]


async def test_a_field_of_a_record_is_nothing_that_was_compared(worker: Worker) -> None:
    code = "def f(x): return x['name'], x.get('age', 3), x[0]"

    of_record = await outcome(worker, code, "f({'name': 3, 0: 3})")

    assert of_record.returned
    assert of_record.events == ()


async def test_branches_say_which_way_they_went(worker: Worker) -> None:
    code = "def f(x):\n    return 'a' if x > 2 else 'b'"

    high, low = await outcomes(worker, code, "f(3)", "f(1)")

    assert (high.branches, low.branches) == ({"2:18:+"}, {"2:18:-"})


names = st.sampled_from(["a", "b", "3", "-1", "'x'", "None", "True", "[1, 'x']", "{'x': 2}"])
expressions = st.recursive(
    names,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["==", "<", ">=", "in", "not in"]), inner).map(
            lambda t: f"({t[0]} {t[1]} {t[2]})"
        ),
        st.tuples(inner, st.sampled_from(["and", "or", "+"]), inner).map(
            lambda t: f"({t[0]} {t[1]} {t[2]})"
        ),
        st.tuples(inner, inner, inner).map(lambda t: f"({t[0]} if {t[1]} else {t[2]})"),
        inner.map(lambda t: f"(not {t})"),
        st.tuples(inner, inner).map(lambda t: f"({t[0]}[{t[1]}])"),
        st.tuples(names, inner).map(lambda t: f"({{'x': 1}}.get({t[0]}, {t[1]}))"),
        inner.map(lambda t: f"[i for i in 'ab' if {t}]"),
        st.tuples(names, names, names).map(lambda t: f"({t[0]} < {t[1]} < {t[2]})"),
    ),
    max_leaves=8,
)


@settings(
    max_examples=40,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(expressions, min_size=10, max_size=20))
async def test_watching_changes_nothing(worker: Worker, bodies: list[str]) -> None:
    code = "".join(f"def f{i}(a, b): return {body}\n" for i, body in enumerate(bodies))
    calls = [Call(f"f{i}(1, 'x')") for i in range(len(bodies))]
    seen = []
    for watch in (True, False):
        await worker.open(Module(code, "s.py"), watch=watch)
        seen.append([(o.kind, o.value, o.error) for o in await worker.run(calls)])

    assert seen[0] == seen[1]


@pytest.mark.parametrize(
    ("module", "call"),
    [
        ("textwrap", "wrap('one two three four five', 9)"),
        ("statistics", "quantiles([1, 4, 9, 16, 25], n=4)"),
        ("difflib", "list(unified_diff(['a', 'b'], ['a', 'c']))"),
        ("fractions", "str(Fraction('3.14159').limit_denominator(100))"),
        ("string", "Formatter().format('{:>5}', 3)"),
        ("colorsys", "rgb_to_hls(0.2, 0.4, 0.6)"),
    ],
)
async def test_the_standard_library_behaves_when_watched(
    worker: Worker, module: str, call: str
) -> None:
    file = sys.modules[__import__(module).__name__].__file__
    assert file is not None
    code = Path(file).read_text(encoding="utf-8") + f"\ndef asked(): return {call}\n"
    given = []
    for watch in (True, False):
        await worker.open(Module(code, file), watch=watch)
        given.append((await worker.run([Call("asked()")]))[0])

    assert given[0].kind is OutcomeKind.RETURNED
    assert given[0].value == given[1].value


async def test_a_failing_statement_hides_nothing_beside_it(worker: Worker) -> None:
    code = (
        "import no_such_package\nrows = open('people.csv')\n1 / 0\n"
        "if __name__ == '__main__':\n    raise SystemExit\ndef f(): return 1"
    )
    loaded = await worker.open(Module(code, "s.py"))

    reasons = {line: explain(why) for line, why in loaded.skipped}
    assert reasons[1].startswith("needs no_such_package (not installed in ")
    assert reasons[2] == "wants to open 'people.csv'"
    assert reasons[3].startswith("ZeroDivisionError")
    assert set(reasons) == {1, 2, 3}
    assert (await worker.run([Call("f()")]))[0].value == 1


async def test_the_workspace_is_importable_and_shadows_nothing(
    worker: Worker, tmp_path: Path
) -> None:
    (tmp_path / "json.py").write_text("dumps = None")
    (tmp_path / "rules.py").write_text("def old(age): return age > 60")
    code = "import json\nfrom rules import old\ndef f(age): return json.dumps(old(age))"
    await worker.open(Module(code, str(tmp_path / "s.py"), search_path=(str(tmp_path),)))

    (found,) = await worker.run([Call("f(61)")])

    assert found.value == "true"
    assert (">", 61, 60) in [(e.op, e.left, e.right) for e in found.events]


@pytest.mark.parametrize("source", ["def f(:", "x = '\0'", "(" * 999])
async def test_what_cannot_be_compiled_is_said_so(worker: Worker, source: str) -> None:
    assert (await worker.open(Module(source, "s.py"))).problem is not None


def test_the_worker_is_python_3_9_and_standard_library_alone() -> None:
    known = {*sys.stdlib_module_names, "_evenhand_worker"}
    files = sorted(Path(evenhand.check.worker.__path__[0]).glob("*.py"))

    assert {file.name: other for file in files if (other := imported_by(file) - known)} == {}


def imported_by(file: Path) -> set[str]:
    """The first parts of the modules that a source imports from elsewhere."""
    tree = ast.parse(file.read_text(encoding="utf-8"), feature_version=(3, 9))
    nodes = list(ast.walk(tree))
    modules = [a.name for node in nodes if isinstance(node, ast.Import) for a in node.names]
    froms = [node for node in nodes if isinstance(node, ast.ImportFrom) and not node.level]
    return {name.partition(".")[0] for name in (*modules, *(node.module or "" for node in froms))}


QUERIES = """
from sqlalchemy import Column, Integer, String
from sqlalchemy.orm import declarative_base

class Person(declarative_base()):
    __tablename__ = "people"
    id = Column(Integer, primary_key=True)
    sex = Column(String)

def condition(sex):
    return Person.sex == sex

def person(sex):
    return Person(id=1, sex=sex)
"""


async def test_a_condition_of_a_query_is_its_text_and_what_is_bound(worker: Worker) -> None:
    condition, person = await outcomes(worker, QUERIES, "condition('f')", "person('f')")

    bound = {"t": "dict", "v": [["sex_1", "f"]]}
    fields = [["text", "people.sex = :sex_1"], ["bound", bound]]
    assert condition.value == {"t": "object", "c": "BinaryExpression", "v": fields}
    assert dict(person.value["v"])["sex"] == "f"
    assert len(str(person.value)) < 300
