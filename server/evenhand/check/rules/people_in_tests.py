"""The people in test data: who they are, and what is expected of the code for them.

Assistants write test cases that are more biased than their functions: a test for "high risk" whose
person always has the same race (FairCoder). Nothing runs for this.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from evenhand.check.catalogue import Catalogue
from evenhand.check.catalogue.attributes import Attribute
from evenhand.check.reading.inputs import read
from evenhand.check.reading.source import Function, Source, last_name, span_of
from evenhand.findings import Span

FEWEST = 4
"""Rows from which on a pattern counts as one."""
FEWEST_EACH = 2
"""Rows that each group needs."""
EQUAL = frozenset({"assertEqual", "assertEquals", "assertIs"})
TRUTH = {"assertTrue": True, "assertFalse": False}
Scalar = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Row:
    """One call of the function under test."""

    fields: Mapping[str, Scalar]
    expected: Scalar
    known: bool
    """Whether the test says what is expected."""
    node: ast.AST


@dataclass(frozen=True, slots=True)
class OneGroup:
    """All people of a function's tests belong to one group."""

    attribute: str
    field: str
    function: str
    value: str
    rows: int
    location: Span


@dataclass(frozen=True, slots=True)
class GoesWith:
    """What is expected goes with who the people are, which the function does not read."""

    attribute: str
    field: str
    function: str
    outcomes: tuple[tuple[Scalar, Scalar], ...]
    """What is expected for each value."""
    rows: int
    location: Span


def patterns(source: Source, catalogue: Catalogue) -> Iterator[OneGroup | GoesWith]:
    """What is one-sided about the people in the file's tests."""
    for name, rows in _tables(source).items():
        if len(rows) < FEWEST:
            continue
        fields = {f for row in rows for f in row.fields}
        for field in sorted(fields):
            match = catalogue.match_name(field, fields - {field} | {name})
            if match is None or not match.sure or match.role != "own":
                continue
            having = [row for row in rows if isinstance(row.fields.get(field), (str, bool))]
            if len(having) >= FEWEST:
                yield from _of_field(source, catalogue, name, field, match.attribute, having)


def _of_field(
    source: Source,
    catalogue: Catalogue,
    function: str,
    field: str,
    attribute: Attribute,
    rows: Sequence[Row],
) -> Iterator[OneGroup | GoesWith]:
    values = {row.fields[field] for row in rows}
    path = span_of(rows[0].node)
    if len(values) == 1:
        (value,) = values
        if isinstance(value, str) and _names_a_group(value, attribute):
            yield OneGroup(attribute.name, field, function, value, len(rows), path)
        return
    told = [row for row in rows if row.known]
    outcomes: dict[Scalar, set[Scalar]] = defaultdict(set)
    counts: dict[Scalar, int] = defaultdict(int)
    for row in told:
        outcomes[row.fields[field]].add(row.expected)
        counts[row.fields[field]] += 1
    decided = len(told) >= FEWEST and all(len(o) == 1 for o in outcomes.values())
    different = len({next(iter(o)) for o in outcomes.values() if o}) > 1
    if not decided or not different or min(counts.values()) < FEWEST_EACH or len(outcomes) < 2:
        return
    if _reads(source, catalogue, function, attribute.name) is False:
        pairs = tuple((value, next(iter(o))) for value, o in outcomes.items())
        yield GoesWith(attribute.name, field, function, pairs, len(told), path)


def _names_a_group(value: str, attribute: Attribute) -> bool:
    known = (v for family in attribute.families for v in family.values)
    return value.strip().lower() in {str(v).lower() for v in known}


def _reads(source: Source, catalogue: Catalogue, name: str, attribute: str) -> bool | None:
    """Whether the function under test reads the attribute; None where it is not known."""
    node = source.symbols.get(name)
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return None
    path = span_of(node)
    reading = read(Function(name, node, None, None, path, path), source, catalogue)
    return any(i.attribute == attribute and i.may_decide for i in reading.inputs)


def _tables(source: Source) -> dict[str, list[Row]]:
    """Calls of each function under test."""
    found: dict[str, list[Row]] = defaultdict(list)
    for function in source.functions:
        node = function.node
        if isinstance(node, ast.Module) or not node.name.startswith("test"):
            continue
        for name, row in (*_parametrized(node, source), *_asserted(node, source)):
            found[name].append(row)
    return found


def _asserted(
    node: ast.FunctionDef | ast.AsyncFunctionDef, source: Source
) -> Iterator[tuple[str, Row]]:
    """`assert rate(...) == 3`, `assert fits(...)`, `self.assertEqual(rate(...), 3)`."""
    for statement in ast.walk(node):
        found = None
        if isinstance(statement, ast.Assert):
            found = _claim(statement.test)
        elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            found = _unittest_claim(statement.value)
        if found is None:
            continue
        call, expected = found
        name, fields = last_name(call.func), dict(_fields(call, source))
        if name and fields:
            yield name, Row(fields, expected, True, statement)


def _claim(test: ast.expr) -> tuple[ast.Call, Scalar] | None:
    if isinstance(test, ast.Call):
        return test, True
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return (test.operand, False) if isinstance(test.operand, ast.Call) else None
    if isinstance(test, ast.Compare) and isinstance(test.ops[0], (ast.Eq, ast.Is)):
        return _pair(test.left, test.comparators[0])
    return None


def _unittest_claim(call: ast.Call) -> tuple[ast.Call, Scalar] | None:
    name = last_name(call.func)
    if name in TRUTH and call.args and isinstance(call.args[0], ast.Call):
        return call.args[0], TRUTH[name]
    if name in EQUAL and len(call.args) >= 2:
        return _pair(call.args[0], call.args[1])
    return None


def _pair(one: ast.expr, other: ast.expr) -> tuple[ast.Call, Scalar] | None:
    for call, value in ((one, other), (other, one)):
        if isinstance(call, ast.Call) and isinstance(value, ast.Constant) and _plain(value.value):
            return call, value.value  # type: ignore[return-value]
    return None


def _parametrized(
    node: ast.FunctionDef | ast.AsyncFunctionDef, source: Source
) -> Iterator[tuple[str, Row]]:
    """Rows of `@pytest.mark.parametrize("age, gender, expected", [...])`."""
    for decorator in node.decorator_list:
        if not isinstance(decorator, ast.Call) or last_name(decorator.func) != "parametrize":
            continue
        if len(decorator.args) < 2 or not isinstance(decorator.args[1], (ast.List, ast.Tuple)):
            continue
        names = _parameter_names(decorator.args[0])
        used = _under_test(node, names)
        if used is None:
            continue
        function, given, expected = used
        for element in decorator.args[1].elts:
            values = _row_values(element)
            if values is None or len(values) != len(names):
                continue
            row = dict(zip(names, values, strict=True))
            fields = {field: row[n] for field, n in given if n in row}
            known = expected in row
            yield function, Row(fields, row.get(expected), known, element)


def _under_test(
    node: ast.FunctionDef | ast.AsyncFunctionDef, names: Sequence[str]
) -> tuple[str, list[tuple[str, str]], str] | None:
    """The function that is called with the parameters, which it gets, and the one expected."""
    for statement in ast.walk(node):
        test = statement.test if isinstance(statement, ast.Assert) else None
        if not isinstance(test, ast.Compare):
            continue
        for call, other in (
            (test.left, test.comparators[0]),
            (test.comparators[0], test.left),
        ):
            if isinstance(call, ast.Call) and isinstance(other, ast.Name) and other.id in names:
                passed = {n.id for n in ast.walk(call) if isinstance(n, ast.Name)}
                given = [(n, n) for n in names if n in passed or n != other.id]
                return last_name(call.func), given, other.id
    return None


def _parameter_names(node: ast.expr) -> list[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [n.strip() for n in node.value.split(",") if n.strip()]
    if isinstance(node, (ast.List, ast.Tuple)):
        return [str(e.value) for e in node.elts if isinstance(e, ast.Constant)]
    return []


def _row_values(element: ast.expr) -> list[Scalar] | None:
    if isinstance(element, ast.Call) and last_name(element.func) == "param":
        parts: Sequence[ast.expr] = element.args
    elif isinstance(element, (ast.Tuple, ast.List)):
        parts = element.elts
    else:
        parts = [element]
    return [p.value if isinstance(p, ast.Constant) and _plain(p.value) else None for p in parts]  # type: ignore[misc]


def _fields(call: ast.Call, source: Source) -> Iterator[tuple[str, Scalar]]:
    """What a call says of its person, by name: keywords, records, parameters by position."""
    target = source.symbols.get(last_name(call.func))
    names: list[str] = []
    if isinstance(target, (ast.FunctionDef, ast.AsyncFunctionDef)):
        names = [a.arg for a in (*target.args.posonlyargs, *target.args.args)]
    for index, argument in enumerate(call.args):
        yield from _field(names[index] if index < len(names) else "", argument, source)
    for keyword in call.keywords:
        yield from _field(keyword.arg or "", keyword.value, source)


def _field(name: str, value: ast.expr, source: Source) -> Iterator[tuple[str, Scalar]]:
    if isinstance(value, ast.Constant) and name and _plain(value.value):
        yield name, value.value  # type: ignore[misc]
    elif isinstance(value, ast.Dict):
        for key, inner in zip(value.keys, value.values, strict=True):
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield from _field(key.value, inner, source)
    elif isinstance(value, ast.Call):
        yield from _fields(value, source)


def _plain(value: object) -> bool:
    return value is None or isinstance(value, (str, int, float, bool))
