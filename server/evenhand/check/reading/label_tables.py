"""Tables of texts, and what the code calls them: `GENDER_LABELS = {0: "Frau", 1: "Mann"}`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import islice
from weakref import WeakKeyDictionary

from evenhand.check.reading.source import Function, Source, constant_text

PAIR = 2
MOST_TABLES = 100
"""Tables of one function and its file that are looked at."""

Table = tuple[str, frozenset[str]]
"""The name of a table, and the texts in it."""

_TABLES: WeakKeyDictionary[ast.AST, tuple[Table, ...]] = WeakKeyDictionary()
"""By the node of the function."""


def tables_of(function: Function, source: Source) -> tuple[Table, ...]:
    """The tables that a function, its class and its file give names."""
    if function.node not in _TABLES:
        _TABLES[function.node] = tuple(islice(_named(function, source), MOST_TABLES))
    return _TABLES[function.node]


def _named(function: Function, source: Source) -> Iterator[Table]:
    of_class = function.owner.body if function.owner is not None else ()
    for statement in (*ast.walk(function.node), *of_class, *source.tree.body):
        yield from _named_by(statement)


def _named_by(statement: ast.AST) -> Iterator[Table]:
    match statement:
        case ast.Assign(targets=[target], value=value):
            yield from _table(target, value)
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            yield from _table(target, value)


def _table(target: ast.expr, value: ast.expr) -> Iterator[Table]:
    texts = frozenset(filter(None, map(constant_text, _entries(value))))
    match target:
        case ast.Name(id=name) | ast.Attribute(attr=name) if texts:
            yield name, texts


def _entries(value: ast.expr) -> list[ast.expr]:
    """The values of a dictionary, or the second items of pairs: `[("f", "Frau")]`."""
    match value:
        case ast.Dict(values=values):
            return values
        case ast.List(elts=items) | ast.Tuple(elts=items):
            pairs = [item.elts for item in items if isinstance(item, ast.Tuple)]
            return [pair[1] for pair in pairs if len(pair) == PAIR]
    return []
