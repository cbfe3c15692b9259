"""Texts that are made to be slow to read, or are large by right: each is read, and soon.

Sizes are chosen so that a reading whose steps double with every line, or grow with the square of
the file, does not end in an hour.
"""

from __future__ import annotations

import ast
import gc
import random
import types
import weakref
from itertools import pairwise
from pathlib import Path

import pytest

from evenhand.causes import Cause
from evenhand.check.catalogue import default_catalogue
from evenhand.check.checking import Checker
from evenhand.check.deep_stack import with_deep_stack
from evenhand.check.file_job import Job, job_of
from evenhand.check.reading.circles import circles
from evenhand.check.reading.inputs import Reading
from evenhand.check.reading.tracing import tracer
from evenhand.check.rules.remarks import source_remarks
from evenhand.check.worker import compiling
from evenhand.check.worker.compiling import compile_module
from evenhand.findings import FileReport, Verdict
from evenhand.options import CheckOptions
from evenhand.repair.rewrite.candidates import candidates
from evenhand.repair.survey.attribute_reads import Reads, reads_of
from evenhand.repair.survey.repair_case import checked

pytestmark = pytest.mark.long

PATH = Path("large.py")
ONLY_READ = CheckOptions(python="", not_run="only read")


def function(*lines: str) -> str:
    body = "".join(f"    {line}\n" for line in lines)
    return (
        f"def fee(person, age, gender):\n    total = 0\n{body}    return 3 if age > 45 else total\n"
    )


def nested(header: str, depth: int) -> str:
    headers = [f"{' ' * level}{header.format(level)}" for level in range(depth)]
    return function(*headers, f"{' ' * depth}total += age")


def doubled(first: str, step: str, last: str, times: int = 60) -> str:
    """`step` again and again: `{0}` is the name before, `{1}` the new one."""
    names = [f"x{number}" for number in range(times + 1)]
    steps = [step.format(before, name) for before, name in pairwise(names)]
    return function(f"x0 = {first}", *steps, last.format(names[-1]))


def helpers(call: str, number: int = 30) -> str:
    texts = [
        f"def h{n}(age):\n    return {' + '.join([call.format(n + 1)] * 8)}\n"
        for n in range(number)
    ]
    return "".join(texts) + f"def h{number}(age):\n    return age > 45\n"


SLOW = {
    "loops in loops": nested("for item{0} in person:", 60),
    "while in while": nested("while total < age + {0}:", 60),
    "helpers that call each other": helpers("h{0}(age)"),
    "helpers with other arguments": helpers("h{0}((age, {0}))", 5),
    "helpers in a circle": helpers("h{0}(age)").replace("h30", "h0"),
    "sums of lists": doubled("[age]", "{1} = {0} + {0}", "total = {0}"),
    "tuples of tuples": doubled("(age, age)", "{1} = ({0}, {0})", "print({0}); total = age in {0}"),
    "dicts of dicts": doubled("{'a': age}", "{1} = {{'a': {0}, 'b': {0}}}", "total = {0}['a']"),
    "names in a row": doubled("age", "{1} = {0}", "total = {0}", 1_500),
    "pipelines of themselves": function(
        "model = Pipeline(['age'])",
        *["model = Pipeline([model, model, model, model])"] * 20,
        "model.fit(person, gender)",
    ),
    "tables of themselves": function(
        "x = person", *["x = x[['age']].fillna(0)"] * 30, "model.fit(x + x + x + x, gender)"
    ),
    "sums of column names": doubled(
        "['age']", "{1} = {0} + {0} + {0} + {0}", "model.fit(person[{0}], gender)"
    ),
    "types of types": "".join(f"T{n} = tuple[{', '.join([f'T{n + 1}'] * 60)}]\n" for n in range(6))
    + "T6 = int\ndef fee(age: T0):\n    return age > 45\n",
    "a number of thousands of digits": function(f"total = age > 0x{'f' * 9_000}"),
}
"""Texts that grow by one line at a time, or that were read for ever."""
CHAIN = "class Query:\n    def where(self, age):\n        return self\n" + (
    "def fee(age):\n    return Query()" + ".where(age)" * 300 + "\n"
)
ORDINARY = {
    "elif": function(
        "if age < 0: total = 1", *(f"elif age == {n}: total = {n}" for n in range(900))
    ),
    "calls in a chain": function(f"total = person{'.filter(age).order_by(gender)' * 300}"),
    "calls of the workspace's own": CHAIN,
    "attributes in a chain": function(f"total = person{'.parent' * 900}.age > 3"),
    "terms of a sum": function(f"total = {' + '.join(['age'] * 1_000)}"),
    "texts of a sum": function(f"total = {' + '.join(['str(age)', repr('x')] * 500)}"),
    "conditions": function(f"total = {' and '.join(f'age > {n}' for n in range(1_000))}"),
    "lists in lists": function(f"total = {'[' * 90}age{']' * 90}"),
    "lines": function(*["total += 1 if age > 3 else 2"] * 2_000),
    "keys": function(*(f"total += person['key{n}'] > {n}" for n in range(1_000))),
    "prompts": "".join(f"age{n} = int(input('age {n}? '))\n" for n in range(500))
    + "print(age0 > 45)\n",
    "entries of a table": f"RATES = {{{', '.join(f'{n}: {n}' for n in range(10_000))}}}\n"
    + "".join(f"def fee{n}(age):\n    return RATES[age]\n" for n in range(20)),
}
"""Large code as people write it."""


async def report_on(text: str) -> FileReport:
    async with Checker() as checker:
        return await checker.check(text, PATH, ONLY_READ)


def verdicts(report: FileReport, name: str = "") -> list[Verdict]:
    """Those of all functions, or of the one of that name."""
    assert report.problem is None
    functions = [each for each in report.functions if not name or each.name == name]
    return [verdict for function in functions for verdict in function.verdicts]


@pytest.mark.parametrize("name", [*SLOW, *ORDINARY])
async def test_a_large_text_is_read(name: str) -> None:
    report = await report_on({**SLOW, **ORDINARY}[name])

    attributes = {verdict.attribute for verdict in verdicts(report)}
    assert "age" in attributes
    assert {verdict.cause for verdict in verdicts(report)} <= {
        *(Cause.NOT_RUN, Cause.NEVER_READ, Cause.ONLY_REPEATED, Cause.REACHES_NO_OUTCOME)
    }


async def test_a_function_beyond_the_budget_is_not_checked_and_others_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tracer, "MOST_STEPS", 1_000)
    small = "def small(gender):\n    return gender == 'male'\n"

    report = await report_on(function(*["total += age"] * 1_000) + small)

    causes = {(verdict.attribute, verdict.cause) for verdict in verdicts(report)}
    assert causes == {
        ("age", Cause.TOO_LARGE),
        ("gender", Cause.TOO_LARGE),
        ("gender", Cause.NOT_RUN),
    }


async def test_the_constructors_of_all_that_an_object_is_handed_are_not_read_at_length(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tracer, "MOST_STEPS", 4_000)
    parts = "".join(
        f"class Part{number}:\n"
        f"    def __init__(self, next: 'Part{number + 1}', other: 'Part{number + 2}'):\n"
        + "".join(f"        self.slot{n} = [other, {n}]\n" for n in range(300))
        for number in range(10)
    )
    desk = (
        "class Desk:\n"
        "    def __init__(self, part: Part0, rules: Part3):\n"
        "        self.part, self.rules = part, rules\n"
        "    def fee(self, person):\n"
        "        return 3 if person.age > 45 else len(self.part.slot0)\n"
    )

    report = await report_on(parts + desk)

    assert [(v.attribute, v.cause) for v in verdicts(report, "Desk.fee")] == [
        ("age", Cause.NOT_RUN)
    ]


async def test_whoever_is_handed_over_after_a_long_constructor_is_still_read() -> None:
    long = "".join(f"        self.slot{n} = [{n}, {n}]\n" for n in range(500))
    text = (
        f"class Config:\n    def __init__(self, path):\n        self.path = path\n{long}"
        "class Person:\n    def __init__(self, age):\n        self.age = age\n"
        "class Desk:\n    def __init__(self, config: Config, person: Person):\n"
        "        self.config, self.person = config, person\n"
        "    def fee(self):\n        return 3 if self.person.age > 45 else 5\n"
    )

    report = await report_on(text)

    assert [(v.attribute, v.cause) for v in verdicts(report, "Desk.fee")] == [
        ("age", Cause.NOT_RUN)
    ]


async def test_an_object_whose_constructor_comes_to_itself_is_read_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tracer, "MOST_STEPS", 1_000)
    canvas = (
        "import tkinter\n"
        "class Scrolled(tkinter.Frame):\n"
        "    def __init__(self, master):\n"
        "        self.canvas = tkinter.Canvas(master)\n"
        "        self.canvas.adjust()\n"
        "    def adjust(self):\n"
        "        self.canvas.move()\n"
        "def draw(place: Scrolled, age):\n"
        "    return place.canvas if age > 20 else None\n"
    )

    causes = {verdict.cause for verdict in verdicts(await report_on(canvas))}

    assert causes == {Cause.NOT_RUN}


async def test_many_functions_tests_and_allowances_are_gone_through_once() -> None:
    functions = [
        f"def fee{n}(age):  # evenhand: allow(age) by law\n    return age > {n}\n"
        f"def test_fee{n}():\n    assert fee{n}(1) == 1\n"
        for n in range(400)
    ]

    report = await report_on("".join(functions))

    assert len(report.functions) == 800
    assert all(verdict.allowed == "by law" for verdict in verdicts(report))


FOLDED = {
    "subscripts in subscripts": function(f"total = {'person[' * 90}age{']' * 90}"),
    "texts that double": doubled(
        "gender.lower() + 'abcdefgh'", "{1} = {0} + {0}", "total = {0} == 'female'"
    ),
    "numbers that are squared": doubled("age + 9", "{1} = {0} * {0}", "total = {0} > 3"),
    "tuples of tuples": SLOW["tuples of tuples"],
    "many attributes": "def fee({}):\n    return {} > 45\n".format(
        ", ".join(f"applicant{n}_age" for n in range(30)),
        " + ".join(f"applicant{n}_age" for n in range(30)),
    ),
    "calls in a chain": function(f"total = person{'.filter(age).order_by(gender)' * 100}"),
    **{name: ORDINARY[name] for name in ("elif", "terms of a sum")},
}


@pytest.mark.parametrize("name", FOLDED)
def test_a_large_text_is_rewritten(name: str) -> None:
    job = job_of(FOLDED[name], PATH, ONLY_READ)
    reading, reads = reads_of_first(job)
    search = job.search(checked(reading, job.severities))
    values = {state.input.path.text: state.domain[0] for state in search.states}

    made = list(candidates(search, reads, values))

    assert all(candidate.text != job.source.text for candidate in made)


@pytest.mark.parametrize("name", ORDINARY)
def test_a_worker_compiles_what_is_large(name: str) -> None:
    compiled, problem = compile_module(ORDINARY[name], "large.py", watch=True)

    assert compiled is not None, problem
    assert not [code for _, code in compiled.statements if isinstance(code, str)]


def test_a_statement_that_cannot_be_compiled_leaves_its_neighbours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def with_a_limit(module: object, *rest: object, **named: object) -> object:
        if "too_deep" in compiling.ast.dump(module):  # type: ignore[arg-type]
            raise MemoryError
        return compile(module, *rest, **named)  # type: ignore[call-overload]

    monkeypatch.setattr(compiling, "compile", with_a_limit, raising=False)

    compiled, _ = compile_module("too_deep = 1\nfine = 2\n", "large.py", watch=False)

    assert compiled is not None
    (_, refused), (_, code) = compiled.statements
    assert refused == {"cause": "compiling_memory"}
    assert isinstance(code, types.CodeType)


def test_few_names_say_as_much_as_all() -> None:
    catalogue, chance = default_catalogue(), random.Random(7)
    names = [
        *("age", "race", "sex", "state", "region", "degree", "title", "color", "language"),
        *("person", "applicant", "parent", "child", "node", "cache", "salary", "class_name"),
        *("birth_date", "patient_id", "gender", "tree", "ttl", "weight", "religion"),
    ]

    for _ in range(300):
        around = chance.sample(names, chance.randrange(len(names)))
        few = catalogue.telling(around)
        for name in names:
            assert catalogue.match_name(name, few) == catalogue.match_name(name, around)


def test_circles_come_behind_what_they_lead_to() -> None:
    successors = {1: [2, 3], 2: [1, 4], 3: [4], 4: [5], 5: [4, 6], 6: []}

    found = [sorted(circle) for circle in circles([1], successors.__getitem__)]

    assert found == [[6], [4, 5], [3], [1, 2]] or found == [[6], [4, 5], [1, 2, 3]]
    assert sorted(node for circle in found for node in circle) == [1, 2, 3, 4, 5, 6]


def test_a_file_is_forgotten_once_others_are_read() -> None:
    def tree_of_read(limit: int) -> weakref.ref[ast.Module]:
        text = f"def fee(person):\n    return 5 if person['age'] > {limit} else 9\n"
        job = job_of(text, Path("/nowhere/fees.py"), CheckOptions(python="python"))
        for function in job.functions_in_reach():
            with_deep_stack(job.read, function)
        source_remarks(job.checked_file, [], [])
        return weakref.ref(job.source.tree)

    first, *_ = [tree_of_read(limit) for limit in range(10)]
    gc.collect()

    assert first() is None


def reads_of_first(job: Job) -> tuple[Reading, Reads]:
    (first, *_) = job.functions_in_reach()
    return with_deep_stack(reads_of, first, job)
