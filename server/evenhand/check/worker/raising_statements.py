"""Finds the statement by which checked code raised an error itself."""

from __future__ import annotations

import ast
import functools
import opcode
from types import TracebackType
from typing import NamedTuple

from .checked_sources import CheckedSources, Facts, last_name

RAISE = opcode.opmap["RAISE_VARARGS"]
"""What `raise` and `assert` end in; whatever else fails was raised by Python or by a library."""
TESTS_OF_KIND = frozenset({"isinstance", "issubclass", "callable", "hasattr"})
EACH_AND_SOME = frozenset({"all", "any"})
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class RaisingStatement(NamedTuple):
    """A `raise` or an `assert`."""

    node: ast.stmt
    asks_for_kind: bool
    """Whether its condition only asks of what type a value is."""
    is_in_handler: bool
    """Whether it says what becomes of another error."""


def raising_statement(error: BaseException, sources: CheckedSources) -> RaisingStatement | None:
    """The statement that raised an error, the last one of several; None if none of the code did."""
    entry = error.__traceback__
    while entry is not None:
        statement = _statement_at(entry, sources) if _raises(entry) else None
        if statement is not None:
            return statement
        entry = entry.tb_next
    return None


def _raises(entry: TracebackType) -> bool:
    code = entry.tb_frame.f_code.co_code
    return 0 <= entry.tb_lasti < len(code) and code[entry.tb_lasti] == RAISE


def _statement_at(entry: TracebackType, sources: CheckedSources) -> RaisingStatement | None:
    path, line = entry.tb_frame.f_code.co_filename, entry.tb_lineno
    if not sources.includes(path):
        return None

    statements = _statements(sources.of(path))
    at_line = [each for each in statements if _holds(each.node, line)]
    return min(at_line, key=lambda each: _lines(each.node), default=None)


@functools.cache
def _statements(facts: Facts) -> tuple[RaisingStatement, ...]:
    """Those of a text that raise an error, and do not just pass on what they handle."""
    statements: list[RaisingStatement] = []
    todo = [_Place(facts.nodes[0])]
    while todo:  # nested code may be nested more deeply than functions may call each other
        place = todo.pop()
        if isinstance(place.node, (ast.Raise, ast.Assert)) and not place.passes_on():
            statements.append(place.statement())
        todo += place.inner()
    return tuple(statements)


class _Place(NamedTuple):
    """A statement, the condition under which it runs, and the handler that it is in."""

    node: ast.AST
    condition: ast.expr | None = None
    handler: ast.ExceptHandler | None = None

    def inner(self) -> list[_Place]:
        """The statements that it holds."""
        node, condition, handler = self
        if isinstance(node, SCOPES):
            condition = handler = None
        elif isinstance(node, ast.ExceptHandler):
            condition, handler = None, node
        elif isinstance(node, (ast.If, ast.While)):
            condition = node.test
        children = ast.iter_child_nodes(node)
        return [_Place(c, condition, handler) for c in children if not isinstance(c, ast.expr)]

    def statement(self) -> RaisingStatement:
        """The `raise` or the `assert` that it is."""
        assert isinstance(self.node, (ast.Raise, ast.Assert))
        condition = self.node.test if isinstance(self.node, ast.Assert) else self.condition
        asks_for_kind = condition is not None and _asks_for_kind(condition)
        return RaisingStatement(self.node, asks_for_kind, self.handler is not None)

    def passes_on(self) -> bool:
        """Whether it raises what is caught: `raise`, or `raise error` behind `as error`."""
        if not isinstance(self.node, ast.Raise) or not isinstance(self.node.exc, ast.Name):
            return getattr(self.node, "exc", self.node) is None
        return self.handler is not None and self.node.exc.id == self.handler.name


def _asks_for_kind(test: ast.expr) -> bool:
    if isinstance(test, ast.UnaryOp):
        return _asks_for_kind(test.operand)
    if isinstance(test, ast.BoolOp):
        return all(map(_asks_for_kind, test.values))
    if isinstance(test, ast.Compare):
        sides = [side for side in (test.left, *test.comparators) if isinstance(side, ast.Call)]
        return any(last_name(side.func) == "type" for side in sides)
    if not isinstance(test, ast.Call) or not test.args:
        return False

    first, name = test.args[0], last_name(test.func)
    if name in EACH_AND_SOME and isinstance(first, ast.GeneratorExp):
        return _asks_for_kind(first.elt)
    return name in TESTS_OF_KIND


def _holds(node: ast.stmt, line: int) -> bool:
    return node.lineno <= line <= (node.end_lineno or node.lineno)


def _lines(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno
