"""Goes through statements alone: a file has ten times as many expressions."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Iterator, Mapping

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_BLOCKS: Mapping[type[ast.AST], tuple[str, ...]] = {
    ast.Module: ("body",),
    ast.FunctionDef: ("body",),
    ast.AsyncFunctionDef: ("body",),
    ast.ClassDef: ("body",),
    ast.For: ("body", "orelse"),
    ast.AsyncFor: ("body", "orelse"),
    ast.While: ("body", "orelse"),
    ast.If: ("body", "orelse"),
    ast.With: ("body",),
    ast.AsyncWith: ("body",),
    ast.Match: ("cases",),
    ast.match_case: ("body",),
    ast.Try: ("body", "handlers", "orelse", "finalbody"),
    ast.TryStar: ("body", "handlers", "orelse", "finalbody"),
    ast.ExceptHandler: ("body",),
}
"""The fields of a node in which statements are, in the order of the source."""


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all statements below it, those of nested functions too, as `ast.walk` has them."""
    todo = deque([node])
    while todo:
        current = todo.popleft()
        yield current
        for block in _BLOCKS.get(type(current), ()):
            todo.extend(getattr(current, block))


def own_statements(node: ast.AST) -> Iterator[ast.AST]:
    """All statements below a node except those inside nested functions and classes."""
    todo = _inner(node)
    while todo:
        child = todo.pop()
        yield child
        if not isinstance(child, DEFINITIONS):
            todo.extend(_inner(child))


def _inner(node: ast.AST) -> list[ast.AST]:
    return [inner for block in _BLOCKS.get(type(node), ()) for inner in getattr(node, block)]
