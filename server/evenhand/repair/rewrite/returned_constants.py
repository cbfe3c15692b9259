"""Writes `return 10.5` where a rewrite has left `price = 10.5` and `return price`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from evenhand.repair.rewrite.dead_stores import without_statement
from evenhand.repair.rewrite.function_nodes import (
    FunctionNode,
    blocks_of_function,
    functions_of,
    functions_of_both,
)
from evenhand.repair.rewrite.source_text import SourceText


@dataclass(frozen=True, slots=True)
class _Pair:
    """A name gets a constant, and is returned at once."""

    statement: ast.Assign
    constant: ast.expr
    returned: ast.Name


def with_returned_constants(old: str, new: str) -> str:
    """`new`, with constants returned as they are where `old` returns a name."""
    for before, after in functions_of_both(functions_of(old), functions_of(new)):
        old_pairs = {ast.dump(pair.statement) for pair in _pairs(before)}
        fresh = (pair for pair in _pairs(after) if ast.dump(pair.statement) not in old_pairs)
        pair = next(fresh, None)
        if pair is not None:
            return with_returned_constants(old, _written(new, pair))
    return new


def _pairs(function: FunctionNode) -> Iterator[_Pair]:
    reads = [n.id for n in ast.walk(function) if isinstance(n, ast.Name)]
    for block in blocks_of_function(function):
        for statement, following in pairwise(block):
            if not isinstance(statement, ast.Assign) or not isinstance(following, ast.Return):
                continue
            target, value = statement.targets[0], following.value
            if not isinstance(target, ast.Name) or not isinstance(value, ast.Name):
                continue
            is_only_use = value.id == target.id and reads.count(target.id) == 2
            if is_only_use and _is_constant(statement.value):
                yield _Pair(statement, statement.value, value)


def _is_constant(node: ast.expr) -> bool:
    is_negative = isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant)
    return is_negative or isinstance(node, ast.Constant)


def _written(source: str, pair: _Pair) -> str:
    text = SourceText(source)
    start, end = text.start(pair.returned), text.end(pair.returned)
    returned = source[:start] + text.of(pair.constant) + source[end:]
    return without_statement(returned, pair.statement)
