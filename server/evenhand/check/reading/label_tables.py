"""Tables of texts, and what the code calls them: `GENDER_LABELS = {0: "Frau", 1: "Mann"}`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache

from evenhand.check.reading.source import Function, Source, constant_text

PAIR = 2
MOST_TABLES = 100
"""Tables of one function and its file that are looked at."""

Table = tuple[str, frozenset[str]]
"""The name of a table, and the texts in it."""


def tables_of(function: Function, source: Source) -> tuple[Table, ...]:
    """The tables that a function, its class and its file give names."""
    return _tables(function.node, function.owner, source.tree)


@lru_cache(maxsize=256)
def _tables(node: ast.AST, owner: ast.ClassDef | None, module: ast.Module) -> tuple[Table, ...]:
    statements = [*ast.walk(node), *(owner.body if owner is not None else ()), *module.body]
    named = (table for statement in statements for table in _named_by(statement))
    return tuple(table for _, table in zip(range(MOST_TABLES), named, strict=False))


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
