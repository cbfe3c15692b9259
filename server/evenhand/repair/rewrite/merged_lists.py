"""Writes `tips = ["rest"]` where a rewrite has left `tips = []` and `tips.append("rest")`."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
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

MOST_MERGED = 10
LONGEST_LINE = 100
"""Characters of a line that is written."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """A list is made, and the next statement adds an item in any case."""

    display: ast.List
    item: ast.expr
    made: ast.Assign
    added: ast.Expr


def with_merged_lists(old: str, new: str) -> str:
    """`new`, with items in the list to which they are added in any case."""
    old_functions = functions_of(old)
    for _ in range(MOST_MERGED):
        pair = _first_pair(old_functions, functions_of(new))
        merged = _merged(SourceText(new), pair) if pair is not None else None
        if merged is None:
            break
        new = merged
    return new


def _first_pair(old: Mapping[str, FunctionNode], new: Mapping[str, FunctionNode]) -> _Pair | None:
    for before, after in functions_of_both(old, new):
        old_pairs = {_dumped(pair) for pair in _pairs(before)}
        for pair in _pairs(after):
            if _dumped(pair) not in old_pairs:
                return pair
    return None


def _pairs(function: FunctionNode) -> Iterator[_Pair]:
    for block in blocks_of_function(function):
        for made, added in pairwise(block):
            pair = _as_pair(made, added)
            if pair is not None:
                yield pair


def _as_pair(made: ast.stmt, added: ast.stmt) -> _Pair | None:
    match made, added:
        case (
            ast.Assign(targets=[ast.Name(id=name)], value=ast.List() as display),
            ast.Expr(
                value=ast.Call(
                    func=ast.Attribute(value=ast.Name(id=owner), attr="append"),
                    args=[item],
                    keywords=[],
                )
            ),
        ) if name == owner and name not in names_read(item):
            assert isinstance(made, ast.Assign)
            assert isinstance(added, ast.Expr)
            return _Pair(display, item, made, added)
        case _:
            return None


def _dumped(pair: _Pair) -> tuple[str, str]:
    return ast.dump(pair.made), ast.dump(pair.added)


def _merged(text: SourceText, pair: _Pair) -> str | None:
    """None if it does not fit on the line of the list."""
    end = text.end(pair.display) - 1
    item = text.of(pair.item)
    is_on_one_line = pair.made.lineno == pair.made.end_lineno and "\n" not in item
    separator = ", " if pair.display.elts else ""
    line = text.lines[pair.made.lineno - 1].rstrip()
    if not is_on_one_line or len(line) + len(separator) + len(item) > LONGEST_LINE:
        return None

    shorter = without_statement(text.source, pair.added)
    return shorter[:end] + separator + item + shorter[end:]
