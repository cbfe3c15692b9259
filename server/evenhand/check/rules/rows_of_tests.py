"""Reads the calls in a file's tests as rows: who the person is, and what is expected."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from evenhand.check.reading.source import (
    FunctionNode,
    Source,
    constant_text,
    last_name,
    positional_with_defaults,
)

EQUAL = frozenset({"assertEqual", "assertEquals", "assertIs"})
TRUTH = {"assertTrue": True, "assertFalse": False}
Scalar = str | int | float | bool | None
Claim = tuple[ast.Call, Scalar]
"""A call in a test, and the outcome that the test expects of it."""


@dataclass(frozen=True, slots=True)
class Row:
    """One call of the function under test."""

    fields: Mapping[str, Scalar]
    expected: Scalar
    """The outcome that the test expects; None also if it is no constant."""
    node: ast.AST


def rows_by_function(source: Source) -> Mapping[str, Sequence[Row]]:
    """The rows of each function under test, in the order of the text."""
    rows: dict[str, list[Row]] = defaultdict(list)
    for function in source.functions:
        node = function.node
        if isinstance(node, ast.Module) or not node.name.startswith("test"):
            continue

        for name, row in (*_parametrized(node), *_asserted(node, source)):
            rows[name].append(row)

    return rows


def _asserted(test: FunctionNode, source: Source) -> Iterator[tuple[str, Row]]:
    """`assert rate(...) == 3`, `assert fits(...)`, `self.assertEqual(rate(...), 3)`."""
    for statement in ast.walk(test):
        claim = _claim_of(statement)
        if claim is None:
            continue

        call, expected = claim
        name, fields = last_name(call.func), dict(_fields(call, source))
        if name and fields:
            yield name, Row(fields, expected, statement)


def _claim_of(statement: ast.AST) -> Claim | None:
    if isinstance(statement, ast.Assert):
        return _asserted_claim(statement.test)
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        return _unittest_claim(statement.value)
    return None


def _asserted_claim(test: ast.expr) -> Claim | None:
    """What `assert test` expects of the call in it."""
    if isinstance(test, ast.Call):
        return test, True
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return (test.operand, False) if isinstance(test.operand, ast.Call) else None

    if isinstance(test, ast.Compare) and isinstance(test.ops[0], (ast.Eq, ast.Is)):
        return _equality(test.left, test.comparators[0])
    return None


def _unittest_claim(assertion: ast.Call) -> Claim | None:
    name, arguments = last_name(assertion.func), assertion.args
    if name in TRUTH and arguments and isinstance(arguments[0], ast.Call):
        return arguments[0], TRUTH[name]
    if name in EQUAL and len(arguments) >= 2:
        return _equality(arguments[0], arguments[1])
    return None


def _equality(left: ast.expr, right: ast.expr) -> Claim | None:
    """A call and the constant that it is compared with, in either order."""
    for call, constant in ((left, right), (right, left)):
        if not isinstance(call, ast.Call) or not isinstance(constant, ast.Constant):
            continue

        value = constant.value
        if _is_scalar(value):
            return call, value

    return None


def _parametrized(test: FunctionNode) -> Iterator[tuple[str, Row]]:
    """Rows of `@pytest.mark.parametrize("age, gender, expected", [...])`."""
    for decorator in test.decorator_list:
        if not isinstance(decorator, ast.Call) or last_name(decorator.func) != "parametrize":
            continue
        if len(decorator.args) < 2:
            continue

        header, table = decorator.args[:2]
        names = _parameter_names(header)
        under_test = _under_test(test, names)
        if under_test is not None:
            yield from _rows_of_table(under_test, names, table)


def _rows_of_table(
    under_test: _UnderTest, names: Sequence[str], table: ast.expr
) -> Iterator[tuple[str, Row]]:
    for values, node in _parameter_rows(table):
        if len(values) == len(names):
            by_name = dict(zip(names, values, strict=True))
            yield under_test.function, under_test.row(by_name, node)


@dataclass(frozen=True, slots=True)
class _UnderTest:
    """The function that a parametrized test calls, and the names of its parameters."""

    function: str
    fields: Sequence[str]
    expected: str
    """The parameter that its outcome is compared with."""

    def row(self, values: Mapping[str, Scalar], node: ast.AST) -> Row:
        fields = {field: values[field] for field in self.fields}
        return Row(fields, values[self.expected], node)


def _under_test(test: FunctionNode, names: Sequence[str]) -> _UnderTest | None:
    """What `assert rate(age, gender) == expected` says, with `names` for parameters."""
    for statement in ast.walk(test):
        comparison = statement.test if isinstance(statement, ast.Assert) else None
        if not isinstance(comparison, ast.Compare):
            continue

        left, right = comparison.left, comparison.comparators[0]
        under_test = _compared(left, right, names) or _compared(right, left, names)
        if under_test is not None:
            return under_test

    return None


def _compared(call: ast.expr, expected: ast.expr, names: Sequence[str]) -> _UnderTest | None:
    """The function that `call` calls, if `expected` is one of the parameters `names`."""
    if not isinstance(call, ast.Call) or not isinstance(expected, ast.Name):
        return None
    if expected.id not in names:
        return None

    passed = {node.id for node in ast.walk(call) if isinstance(node, ast.Name)}
    fields = [name for name in names if name in passed or name != expected.id]
    return _UnderTest(last_name(call.func), fields, expected.id)


def _parameter_names(node: ast.expr) -> list[str]:
    """`"age, gender"`, `["age", "gender"]`."""
    listed = constant_text(node)
    if listed is not None:
        names = [name.strip() for name in listed.split(",")]
        return [name for name in names if name]

    if isinstance(node, (ast.List, ast.Tuple)):
        constants = [element for element in node.elts if isinstance(element, ast.Constant)]
        return [str(constant.value) for constant in constants]
    return []


def _parameter_rows(table: ast.expr) -> Iterator[tuple[list[Scalar], ast.AST]]:
    """The values of each row, None for those that are no constants."""
    if not isinstance(table, (ast.List, ast.Tuple)):
        return

    for row in table.elts:
        if isinstance(row, ast.Call) and last_name(row.func) == "param":
            yield [_scalar(argument) for argument in row.args], row
        elif isinstance(row, (ast.Tuple, ast.List)):
            yield [_scalar(element) for element in row.elts], row
        else:
            yield [_scalar(row)], row


def _fields(call: ast.Call, source: Source) -> Iterator[tuple[str, Scalar]]:
    """What a call says of its person, by name: keywords, records, parameters by position."""
    names = _parameters_of(last_name(call.func), source)
    for index, argument in enumerate(call.args):
        name = names[index] if index < len(names) else ""
        yield from _field(name, argument, source)

    for keyword in call.keywords:
        yield from _field(keyword.arg or "", keyword.value, source)


def _parameters_of(function: str, source: Source) -> list[str]:
    """The parameters that may be passed by position; empty if its text is not here."""
    node = source.symbols.get(function)
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return []

    return [parameter.arg for parameter, _ in positional_with_defaults(node.args)]


def _field(name: str, value: ast.expr, source: Source) -> Iterator[tuple[str, Scalar]]:
    """What an argument says: a constant has the name of its parameter, a record names itself."""
    if isinstance(value, ast.Constant):
        if name and _is_scalar(value.value):
            yield name, value.value
    elif isinstance(value, ast.Dict):
        for key, inner in zip(value.keys, value.values, strict=True):
            field = constant_text(key)
            if field is not None:
                yield from _field(field, inner, source)
    elif isinstance(value, ast.Call):
        yield from _fields(value, source)


def _scalar(node: ast.expr) -> Scalar:
    """The value of a constant; None for anything else."""
    if isinstance(node, ast.Constant) and _is_scalar(node.value):
        return node.value
    return None


def _is_scalar(value: object) -> TypeGuard[Scalar]:
    return value is None or isinstance(value, (str, int, float, bool))
