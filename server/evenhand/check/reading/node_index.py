"""The nodes of a function, class or module by their type: each tree is gone through once."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any, TypeVar

from evenhand.check.reading.once_per_node import once_per_node

NodeT = TypeVar("NodeT", bound=ast.AST)
INDEXED = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
"""What is asked about again and again, and large enough to be worth it."""


def nodes_of(tree: ast.AST, *kinds: type[NodeT]) -> Sequence[NodeT]:
    """The nodes of some kinds in a tree, itself included, in the order of `ast.walk`.

    A tree may be changed only before it is asked about.
    """
    if not isinstance(tree, INDEXED):
        return [node for node in ast.walk(tree) if isinstance(node, kinds)]
    below, by_kinds = _index(tree)
    if kinds not in by_kinds:
        by_kinds[kinds] = [node for node in below if isinstance(node, kinds)]
    return [tree, *by_kinds[kinds]] if isinstance(tree, kinds) else by_kinds[kinds]


def names_in(tree: ast.AST) -> frozenset[str]:
    """The names that are read, bound or deleted anywhere in a tree."""
    return frozenset(node.id for node in nodes_of(tree, ast.Name))


@once_per_node
def _index(tree: ast.AST) -> tuple[Sequence[ast.AST], dict[tuple[type, ...], list[Any]]]:
    """All nodes but the tree itself, so that it can be forgotten, and those of each question."""
    return list(ast.walk(tree))[1:], {}
