"""Writes `steps = years` where a rewrite has made a look-up 0, and `steps += years` follows."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise

from evenhand.repair.rewrite.dead_stores import without_statement
from evenhand.repair.rewrite.function_nodes import (
    FunctionNode,
    blocks_of_function,
    functions_of,
    functions_of_both,
    names_read,
)
from evenhand.repair.rewrite.source_text import SourceText

Pair = tuple[ast.Assign, ast.AugAssign]


def with_started_sums(old: str, new: str) -> str:
    """`new`, with sums that begin with what is added to 0 at once where `old` adds to more."""
    for before, after in functions_of_both(functions_of(old), functions_of(new)):
        for zero, added in _pairs(after):
            if not _starts_with_zero(before, zero):
                return with_started_sums(old, _written(new, zero, added))
    return new


def _pairs(function: FunctionNode) -> Iterator[Pair]:
    for block in blocks_of_function(function):
        for first, second in pairwise(block):
            match first, second:
                case (
                    ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=0)),
                    ast.AugAssign(target=ast.Name(id=same), op=ast.Add(), value=value),
                ) if name == same and name not in names_read(value):
                    assert isinstance(first, ast.Assign)
                    assert isinstance(second, ast.AugAssign)
                    yield first, second


def _starts_with_zero(old: FunctionNode, statement: ast.Assign) -> bool:
    """Whether the sum began with 0 before, as somebody wrote it."""
    written = ast.dump(statement)
    return any(ast.dump(node) == written for node in ast.walk(old) if isinstance(node, ast.Assign))


def _written(source: str, zero: ast.Assign, added: ast.AugAssign) -> str:
    text = SourceText(source)
    name = text.of(zero.targets[0])
    start = text.start(added)
    written = f"{source[:start]}{name} = {source[text.start(added.value) :]}"
    return without_statement(written, zero)
