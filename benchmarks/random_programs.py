"""Check random programs of which it is known whether an attribute decides something.

    python -m benchmarks.random_programs [--count 2000] [--seed 53]

Each program has a record of some type and reads one field of it, most often without its name: it
unpacks the record, goes through it, hands it to a helper. A verdict is wrong if it says that an
attribute decides nothing that does, or the other way. Every wrong one is printed with its program,
and the process ends with status 1 if there is one.
"""

from __future__ import annotations

import asyncio
import random
import sys
import textwrap
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from benchmarks.options_and_output import python_option
from evenhand.check.checking import Checker
from evenhand.findings import VerdictKind
from evenhand.options import CheckOptions

HEAD = """\
import copy
import dataclasses
import functools
import itertools
import json
import operator
from collections import namedtuple
from dataclasses import dataclass
from typing import NamedTuple, TypedDict
from types import SimpleNamespace

import attrs
import pydantic
"""
"""What all programs import."""
IN_ONE_FILE = 20
"""Programs that share a file, and a process that loads it."""
ABSOLVING = frozenset({VerdictKind.INDEPENDENT, VerdictKind.NO_DIFFERENCE_FOUND})

NEUTRAL = {
    "name": ("str", '"Kim"', '"Lee"', '{0} == "Lee"'),
    "points": ("int", "20", "90", "{0} >= 50"),
    "plan": ("str", '"basic"', '"gold"', '{0} == "gold"'),
    "nights": ("int", "1", "9", "{0} > 5"),
}
"""Fields that are no protected attributes: type, two values, and a test that tells these apart."""
PROTECTED = {
    "age": ("int", "30", "70", "{0} >= 65"),
    "gender": ("str", '"male"', '"female"', '{0} == "female"'),
    "religion": ("str", '"christian"', '"muslim"', '{0} in ("muslim", "hindu")'),
    "nationality": ("str", '"German"', '"Turkish"', '{0} != "German"'),
    "marital_status": ("str", '"single"', '"married"', '{0} == "married"'),
    "race": ("str", '"white"', '"black"', '{0}.lower() == "black"'),
    "is_pregnant": ("bool", "False", "True", "{0}"),
}
ATTRIBUTES = {"is_pregnant": "pregnancy"}
"""Names of attributes in the catalogue, where the field has another."""

# How a field is read without its name. `{p}` is the record, `{i}` the field's place, `{n}` the
# number of fields; `{all}` names a variable for each field, `{it}` being the one of the field,
# and `{key}` is an expression for its name. What it has is called `seen` in the end.
ITERATING = {
    "unpacking": "{all} = {p}\nseen = {it}",
    "unpacking in brackets": "[{all}] = {p}\nseen = {it}",
    "a starred rest": "first, *rest = {p}\nseen = [first, *rest][{i}]",
    "a list": "seen = list({p})[{i}]",
    "a tuple": "seen = tuple({p})[{i}]",
    "a display": "seen = [*{p}][{i}]",
    "a loop": "for place, part in enumerate({p}):\n    if place == {i}:\n        seen = part",
    "a loop that counts": "place = 0\nfor part in {p}:\n    if place == {i}:\n        seen = part\n"
    "    place += 1",
    "a comprehension": "seen = [part for part in {p}][{i}]",
    "a nested comprehension": "seen = [part for row in [{p}] for part in row][{i}]",
    "starred arguments": "seen = (lambda {all}: {it})(*{p})",
    "a starred parameter": "def pick(*parts):\n    return parts[{i}]\nseen = pick(*{p})",
    "an iterator": "parts = iter({p})\nseen = [next(parts) for _ in range({n})][{i}]",
    "islice": "seen = next(itertools.islice({p}, {i}, None))",
    "zip": "seen = list(zip({p}, range({n})))[{i}][0]",
    "map": "seen = list(map(lambda part: part, {p}))[{i}]",
    "a dict by place": "seen = dict(enumerate({p}))[{i}]",
    "__iter__": "seen = list({p}.__iter__())[{i}]",
    "another name": "other = {p}\n{all} = other\nseen = {it}",
    "a list of it": "box = [{p}]\nfor {all} in box:\n    seen = {it}",
    "a helper": "def pick(row):\n    {all} = row\n    return {it}\nseen = pick({p})",
    "a walrus": "seen = list(whole := {p})[{i}]",
    "yield from": "def parts(row):\n    yield from row\nseen = list(parts({p}))[{i}]",
    "extend": "parts = []\nparts.extend({p})\nseen = parts[{i}]",
    "a list that grows": "parts = []\nparts += {p}\nseen = parts[{i}]",
    "a slice that is set": "parts = [None]\nparts[:] = {p}\nseen = parts[{i}]",
    "an entry": 'box = {{"row": {p}}}\nseen = list(box["row"])[{i}]',
    "partial": "seen = functools.partial(list, {p})()[{i}]",
    "filter": "seen = list(filter(lambda part: True, {p}))[{i}]",
    "a try": "try:\n    {all} = {p}\nfinally:\n    pass\nseen = {it}",
    "a lambda": "seen = (lambda row: list(row))({p})[{i}]",
    "chain": "seen = list(itertools.chain({p}, ()))[{i}]",
    "reduce": "seen = functools.reduce(lambda parts, part: [*parts, part], {p}, [])[{i}]",
}
INDEXING = {
    "an index": "seen = {p}[{i}]",
    "an index of another name": "other = {p}\nseen = other[{i}]",
    "__getitem__": "seen = {p}.__getitem__({i})",
    "operator.getitem": "seen = operator.getitem({p}, {i})",
    "itemgetter": "seen = operator.itemgetter({i})({p})",
    "a computed index": "seen = {p}[{n} - {n} + {i}]",
    "an index in a helper": "def pick(row, place):\n    return row[place]\nseen = pick({p}, {i})",
}
OF_TUPLES = {
    "an index from the end": "seen = {p}[{i} - {n}]",
    "a slice": "seen = {p}[{i}:][0]",
    "a sum": "seen = ({p} + ())[{i}]",
    "a sequence pattern": "match {p}:\n    case ({all}):\n        seen = {it}",
    "a starred pattern": "match {p}:\n    case (first, *rest):\n        seen = [first, *rest][{i}]",
    "a class pattern": "match {p}:\n    case {P}({all}):\n        seen = {it}",
    "_asdict": "seen = list({p}._asdict().values())[{i}]",
    "_fields": "seen = getattr({p}, {p}._fields[{i}])",
    "a copy": "seen = copy.copy({p})[{i}]",
    "JSON": "seen = json.loads(json.dumps({p}))[{i}]",
    "_replace": "seen = {p}._replace()[{i}]",
    "its type": "seen = type({p})(*{p})[{i}]",
    "min": "seen = min({p}, {p})[{i}]",
    "a set": "seen = {{{p}}}.pop()[{i}]",
    "a key": "seen = list({{{p}: 1}})[0][{i}]",
    "a guard": "match {p}:\n    case whole if whole[{i}] is not None:\n        seen = whole[{i}]",
    "a condition": "seen = ({p} if {p} else None)[{i}]",
}
OF_OBJECTS = {
    "vars": "seen = list(vars({p}).values())[{i}]",
    "__dict__": "seen = list({p}.__dict__.values())[{i}]",
    "a name put together": "seen = getattr({p}, {key})",
    "attrgetter": "seen = operator.attrgetter({key})({p})",
    "__getattribute__": "seen = {p}.__getattribute__({key})",
    "object": "seen = object.__getattribute__({p}, {key})",
    "names in vars": "seen = getattr({p}, list(vars({p}))[{i}])",
    "a namespace": "seen = list(vars(SimpleNamespace(**vars({p}))).values())[{i}]",
    "a copy's dict": "seen = list(copy.copy({p}).__dict__.values())[{i}]",
}
OF_DATACLASSES = {
    "astuple": "seen = dataclasses.astuple({p})[{i}]",
    "asdict": "{all} = dataclasses.asdict({p}).values()\nseen = {it}",
    "fields": "seen = getattr({p}, dataclasses.fields({p})[{i}].name)",
    "replace": "seen = list(vars(dataclasses.replace({p})).values())[{i}]",
    "__match_args__": "seen = getattr({p}, {p}.__match_args__[{i}])",
    "__dataclass_fields__": "seen = getattr({p}, list({p}.__dataclass_fields__)[{i}])",
    "every field": "seen = [getattr({p}, f.name) for f in dataclasses.fields({p})][{i}]",
    "a class pattern": "match {p}:\n    case {P}({all}):\n        seen = {it}",
}
OF_DICTS = {
    "values": "seen = list({p}.values())[{i}]",
    "unpacked values": "{all} = {p}.values()\nseen = {it}",
    "starred values": "seen = (lambda {all}: {it})(*{p}.values())",
    "items": "seen = list({p}.items())[{i}][1]",
    "a loop over items": "for place, (name, part) in enumerate({p}.items()):\n"
    "    if place == {i}:\n        seen = part",
    "the key at a place": "seen = {p}[list({p})[{i}]]",
    "a loop over keys": "for place, each in enumerate({p}):\n    if place == {i}:\n"
    "        seen = {p}[each]",
    "a key put together": "seen = {p}[{key}]",
    "get": "seen = {p}.get({key})",
    "itemgetter": "seen = operator.itemgetter({key})({p})",
    "keyword arguments": "def pick(**parts):\n    return list(parts.values())[{i}]\n"
    "seen = pick(**{p})",
    "a copy": "seen = list({p}.copy().values())[{i}]",
    "pop": "seen = copy.copy({p}).pop({key})",
    "setdefault": "seen = copy.copy({p}).setdefault({key})",
    "zip": "seen = list(zip({p}, {p}.values()))[{i}][1]",
    "map": "seen = list(map({p}.get, {p}))[{i}]",
    "update": "box = {{}}\nbox.update({p})\nseen = list(box.values())[{i}]",
    "a union": "seen = list(({p} | {{}}).values())[{i}]",
    "a display": "seen = list({{**{p}}}.values())[{i}]",
    "dict": "seen = list(dict({p}).values())[{i}]",
    "a pattern's rest": "match {p}:\n    case {{**rest}}:\n        seen = list(rest.values())[{i}]",
    "a comprehension": "seen = [part for _, part in {p}.items()][{i}]",
    "JSON": "seen = list(json.loads(json.dumps({p})).values())[{i}]",
    "a method by another name": "values = {p}.values\nseen = list(values())[{i}]",
}
OF_ATTRS = {
    "astuple": "seen = attrs.astuple({p})[{i}]",
    "asdict": "{all} = attrs.asdict({p}).values()\nseen = {it}",
    "fields": "seen = getattr({p}, attrs.fields(type({p}))[{i}].name)",
    "evolve": "seen = attrs.astuple(attrs.evolve({p}))[{i}]",
    "a class pattern": "match {p}:\n    case {P}({all}):\n        seen = {it}",
    "a name put together": "seen = getattr({p}, {key})",
}
OF_MODELS = {
    "pairs": "seen = list({p})[{i}][1]",
    "a loop over pairs": "for place, (name, part) in enumerate({p}):\n    if place == {i}:\n"
    "        seen = part",
    "model_dump": "{all} = {p}.model_dump().values()\nseen = {it}",
    "JSON": "seen = list(json.loads({p}.model_dump_json()).values())[{i}]",
    "dict": "seen = list(dict({p}).values())[{i}]",
    "model_copy": "seen = list(dict({p}.model_copy()).values())[{i}]",
    "model_fields": "seen = getattr({p}, list(type({p}).model_fields)[{i}])",
}
NAMED = {"the name": "seen = {p}.{field}", "getattr": 'seen = getattr({p}, "{field}")'}
NAMED_KEYS = {"the key": 'seen = {p}["{field}"]', "get of the key": 'seen = {p}.get("{field}")'}

DECISIONS = {
    "a branch": 'if {test}:\n    return "reduced"\nreturn "full"',
    "an expression": 'return "reduced" if {test} else "full"',
    "a sum": "fee = 100\nif {test}:\n    fee -= 20\nreturn fee",
    "a refusal": 'if {test}:\n    raise ValueError("not eligible")\nreturn "accepted"',
    "a table": 'return {{True: "reduced", False: "full"}}[bool({test})]',
    "an early end": "if not ({test}):\n    return 0\nreturn 15",
}
IN_CLASS = "in its class"
Shapes = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class RecordType:
    """A way to define a record."""

    define: Callable[[str, Sequence[tuple[str, str]]], str]
    """From its name, and the names and types of its fields."""
    shapes: Shapes
    is_dict: bool = False
    by_keyword: bool = False
    """Its constructor takes no arguments by position."""


@dataclass(frozen=True, slots=True)
class Program:
    """A function, what it needs, and what is known of it."""

    name: str
    """Of the function."""
    code: str
    field: str
    """The protected attribute that the record holds."""
    decides: bool
    shape: str
    """The type of the record, and how it is read."""
    calls: tuple[str, str]
    """Two that differ in the attribute alone, by a value that decides if any does."""

    @property
    def attribute(self) -> str:
        return ATTRIBUTES.get(self.field, self.field)

    @property
    def text(self) -> str:
        return f"{HEAD}\n\n{self.code}"

    def differs(self) -> bool:
        """Run both calls, here: whether their outcomes differ."""
        scope: dict[str, object] = {}
        exec(compile(self.text, self.name, "exec"), scope)
        return _outcome(self.calls[0], scope) != _outcome(self.calls[1], scope)


def programs(count: int, seed: int) -> Iterator[Program]:
    """As many programs as asked for; the same ones for the same seed."""
    chance = random.Random(seed)
    for number in range(count):
        yield _program(number, chance)


def _program(number: int, chance: random.Random) -> Program:
    kind = chance.choice(list(RECORDS))
    record = RECORDS[kind]
    protected = chance.choice(list(PROTECTED))
    names = [*chance.sample(list(NEUTRAL), chance.randint(1, 3)), protected]
    chance.shuffle(names)
    fields = {name: (NEUTRAL | PROTECTED)[name] for name in names}

    decides = chance.random() < 0.7
    read = protected if decides else chance.choice([n for n in names if n != protected])
    shape = chance.choice(list(record.shapes))
    around = chance.choice([each for each in AROUND if each != IN_CLASS or not record.is_dict])
    decision = chance.choice(list(DECISIONS))

    klass, name = f"Record{number}", f"fee{number}"
    places = {"p": "row", "P": klass, "i": names.index(read), "n": len(names), "field": read}
    variables = [f"part{letter}" for letter in "abcd"[: len(names)]]
    places |= {"all": ", ".join(variables), "it": variables[names.index(read)]}
    places["key"] = f'"{read[:2]}" + "{read[2:]}"'
    body = record.shapes[shape].format(**places)
    body += "\n" + DECISIONS[decision].format(test=fields[read][3].format("seen"))

    definition = record.define(klass, [(field, fields[field][0]) for field in names])
    code, call = AROUND[around](name, klass, body)
    made = [_made(record, klass, fields, protected, side) for side in (1, 2)]
    calls = (call.format(made[0]), call.format(made[1]))
    text = f"{definition}\n\n{code}\n"
    return Program(name, text, protected, decides, f"{kind}: {shape}, {around}, {decision}", calls)


def _made(
    record: RecordType, klass: str, fields: Mapping[str, tuple[str, ...]], varied: str, side: int
) -> str:
    values = {name: kind[side if name == varied else 1] for name, kind in fields.items()}
    if record.is_dict:
        return "{" + ", ".join(f'"{name}": {value}' for name, value in values.items()) + "}"
    named = [f"{name}={value}" for name, value in values.items()]
    return f"{klass}({', '.join(named if record.by_keyword else values.values())})"


def _in_function(name: str, klass: str, body: str) -> tuple[str, str]:
    return f"def {name}(row: {klass}):\n{_indented(body)}", f"{name}({{}})"


def _in_helper(name: str, klass: str, body: str) -> tuple[str, str]:
    helper = f"def help_{name}(row):\n{_indented(body)}\n\n"
    return f"{helper}def {name}(given: {klass}):\n    return help_{name}(given)", f"{name}({{}})"


def _for_many(name: str, klass: str, body: str) -> tuple[str, str]:
    helper = f"def help_{name}(row):\n{_indented(body)}\n\n"
    loop = f"def {name}(rows: list[{klass}]):\n    return [help_{name}(row) for row in rows]"
    return helper + loop, f"{name}([{{}}])"


def _in_subclass(name: str, klass: str, body: str) -> tuple[str, str]:
    method = _indented(f"def {name}(self):\n    row = self\n{_indented(body)}")
    return f"class Sub{klass}({klass}):\n{method}", f"Sub{klass}.{name}({{}})"


def _in_another(name: str, klass: str, body: str) -> tuple[str, str]:
    outer = f"@dataclass\nclass Case{klass}:\n    number: int\n    holder: {klass}\n\n"
    code = f"def {name}(case: Case{klass}):\n    row = case.holder\n{_indented(body)}"
    return outer + code, f"{name}(Case{klass}(3, {{}}))"


AROUND: Mapping[str, Callable[[str, str, str], tuple[str, str]]] = {
    "alone": _in_function,
    "in a helper": _in_helper,
    "for many": _for_many,
    "in another": _in_another,
    IN_CLASS: _in_subclass,
}
"""Where the record comes from: the code, and a call of it with a place for the record."""


def _indented(text: str) -> str:
    return textwrap.indent(text, "    ")


def _lines(fields: Sequence[tuple[str, str]]) -> str:
    return "".join(f"    {name}: {kind}\n" for name, kind in fields)


def _with_constructor(name: str, fields: Sequence[tuple[str, str]], method: str) -> str:
    parameters = ", ".join(f"{field}: {kind}" for field, kind in fields)
    sets = "".join(f"        self.{field} = {field}\n" for field, _ in fields)
    values = ", ".join(f"self.{field}" for field, _ in fields)
    body = textwrap.indent(method.format(values), "    ")
    return f"class {name}:\n    def __init__(self, {parameters}):\n{sets}\n{body}\n"


def _names(fields: Sequence[tuple[str, str]]) -> str:
    return " ".join(name for name, _ in fields)


RECORDS: Mapping[str, RecordType] = {
    "NamedTuple": RecordType(
        lambda name, fields: f"class {name}(NamedTuple):\n{_lines(fields)}",
        ITERATING | INDEXING | OF_TUPLES | NAMED,
    ),
    "namedtuple": RecordType(
        lambda name, fields: f'{name} = namedtuple("{name}", "{_names(fields)}")\n',
        ITERATING | INDEXING | OF_TUPLES | NAMED,
    ),
    "a subclass of a namedtuple": RecordType(
        lambda name, fields: (
            f'class {name}(namedtuple("Base", {_names(fields).split()})):\n    pass\n'
        ),
        ITERATING | INDEXING | OF_TUPLES | NAMED,
    ),
    "dataclass": RecordType(
        lambda name, fields: f"@dataclass\nclass {name}:\n{_lines(fields)}",
        OF_OBJECTS | OF_DATACLASSES | NAMED,
    ),
    "an iterable dataclass": RecordType(
        lambda name, fields: (
            f"@dataclass\nclass {name}:\n{_lines(fields)}\n"
            "    def __iter__(self):\n        return iter(dataclasses.astuple(self))\n"
        ),
        ITERATING | OF_DATACLASSES,
    ),
    "a class with __iter__": RecordType(
        lambda name, fields: _with_constructor(
            name, fields, "def __iter__(self):\n    return iter(({}))"
        ),
        ITERATING | OF_OBJECTS | NAMED,
    ),
    "a class with __getitem__": RecordType(
        lambda name, fields: _with_constructor(
            name, fields, "def __getitem__(self, place):\n    return ({})[place]"
        ),
        INDEXING | OF_OBJECTS | {k: v for k, v in ITERATING.items() if k != "__iter__"},
    ),
    "attrs": RecordType(
        lambda name, fields: f"@attrs.define\nclass {name}:\n{_lines(fields)}", OF_ATTRS | NAMED
    ),
    "pydantic": RecordType(
        lambda name, fields: f"class {name}(pydantic.BaseModel):\n{_lines(fields)}",
        OF_MODELS | NAMED,
        by_keyword=True,
    ),
    "TypedDict": RecordType(
        lambda name, fields: f"class {name}(TypedDict):\n{_lines(fields)}",
        OF_DICTS | NAMED_KEYS,
        is_dict=True,
    ),
}


def _outcome(call: str, scope: dict[str, object]) -> object:
    try:
        return eval(call, scope)
    except ValueError as error:
        return str(error)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a check says of a program."""

    program: Program
    verdict: VerdictKind | None
    """None if the attribute has none."""

    @property
    def is_wrong(self) -> bool:
        if self.program.decides:
            return self.verdict is None or self.verdict in ABSOLVING
        return self.verdict is not None and self.verdict.unequal


async def answers(checker: Checker, some: Sequence[Program], python: str) -> list[Answer]:
    """Check programs that are together in one file."""
    text = "\n\n".join([HEAD, *(program.code for program in some)])
    report = await checker.check(text, Path("programs.py"), CheckOptions(python))
    verdicts = {
        (function.name.rpartition(".")[2], verdict.attribute): verdict.kind
        for function in report.functions
        for verdict in function.verdicts
    }
    return [Answer(each, verdicts.get((each.name, each.attribute))) for each in some]


async def run(count: int, seed: int, python: str) -> list[Answer]:
    """Check all programs; those that do not do what is said of them are a mistake of this file."""
    given: list[Answer] = []
    async with Checker() as checker:
        every = list(programs(count, seed))
        for start in range(0, count, IN_ONE_FILE):
            some = every[start : start + IN_ONE_FILE]
            for program in some:
                assert program.differs() == program.decides, program.text
            for answer in await answers(checker, some, python):
                given.append(answer)
                if answer.is_wrong:
                    _show(answer)
            print(f"{len(given)} programs", end="\r", file=sys.stderr)
    return given


def _show(answer: Answer) -> None:
    program = answer.program
    known = "decides" if program.decides else "decides nothing"
    print(f"WRONG {answer.verdict} though {program.field} {known}: {program.shape}")
    print(textwrap.indent(program.code, "    "), flush=True)


@click.command(help=__doc__)
@click.option("--count", default=2000, show_default=True, help="How many programs.")
@click.option("--seed", default=53, show_default=True, help="Other seeds give other programs.")
@python_option
def main(count: int, seed: int, python: str) -> None:
    started = time.monotonic()
    given = asyncio.run(run(count, seed, python))
    wrong = sum(answer.is_wrong for answer in given)

    for decides in (True, False):
        kinds = Counter(str(a.verdict) for a in given if a.program.decides is decides)
        counts = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
        print(f"attribute {'decides' if decides else 'decides nothing'}: {counts}")
    seconds = time.monotonic() - started
    print(f"{count} programs of seed {seed}: {wrong} wrong verdicts, {seconds:.0f} s")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
