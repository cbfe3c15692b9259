"""Removes tests that a rewrite has settled.

Behind `years = 40`, nobody asks `if years < 0`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from itertools import pairwise

from evenhand.repair.rewrite.dead_stores import without_statement
from evenhand.repair.rewrite.evaluation_rules import OPERATORS
from evenhand.repair.rewrite.function_nodes import (
    FunctionNode,
    blocks_of_function,
    functions_of,
    functions_of_both,
)

MOST_REMOVED = 10


def without_settled_tests(old: str, new: str) -> str:
    """`new` without an `if` that nobody passes, since the line above it sets what it asks for."""
    old_functions = functions_of(old)
    for _ in range(MOST_REMOVED):
        settled = _first_settled(old_functions, functions_of(new))
        if settled is None:
            break
        new = without_statement(new, settled)
    return new


def _first_settled(
    old: Mapping[str, FunctionNode], new: Mapping[str, FunctionNode]
) -> ast.If | None:
    for before, after in functions_of_both(old, new):
        old_tests = {ast.dump(test) for test in _settled(before)}
        for test in _settled(after):
            if ast.dump(test) not in old_tests:
                return test
    return None


def _settled(function: FunctionNode) -> Iterator[ast.If]:
    """The tests that do not hold of the constant that the statement before them gives a name."""
    for block in blocks_of_function(function):
        for statement, test in pairwise(block):
            match statement, test:
                case (
                    ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=value)),
                    ast.If(test=ast.Compare() as comparison, orelse=[]),
                ) if _holds(comparison, name, value) is False:
                    assert isinstance(test, ast.If)
                    yield test


def _holds(comparison: ast.Compare, name: str, value: object) -> bool | None:
    """Whether a comparison holds if the name has the value; None if it rests on more."""
    match comparison:
        case ast.Compare(
            left=ast.Name(id=asked), ops=[operation], comparators=[ast.Constant(value=bound)]
        ) if asked == name:
            try:
                return bool(OPERATORS[type(operation)](value, bound))
            except (KeyError, TypeError):
                return None
    return None
