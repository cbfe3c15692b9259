"""Lets mocks be awaited where a function awaits what their methods give."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeGuard

from evenhand.check.search.arguments.argument_trees import Branch, Node
from evenhand.check.search.arguments.contexts import Context

AWAITED = Branch("function", (), (), head="await")
"""A method whose calls are awaited, and give anything."""


def with_awaited(context: Context, function: ast.AST) -> Context:
    """The context for a function, with `commit` awaited where it says `await db.commit()`."""
    for path in _awaited(function):
        arguments = _below(context.arguments, path)
        world = _below(context.world, path) if context.world is not None else None
        context = replace(context, arguments=arguments, world=world)
    return context


def _awaited(function: ast.AST) -> Iterator[list[str]]:
    """The names on the way to each method whose calls are awaited: `db`, `commit`."""
    for node in ast.walk(function):
        if isinstance(node, ast.Await) and isinstance(node.value, ast.Call):
            names = ast.unparse(node.value.func).split(".")
            if all(map(str.isidentifier, names)):
                yield names


def _below(branch: Branch, path: Sequence[str]) -> Branch:
    """A container in which the mock that a path begins with has its method."""
    for index, name in enumerate(branch.names):
        owner = str(name).split(".")
        child, rest = branch.children[index], path[len(owner) :]
        if owner == list(path[: len(owner)]) and rest and _is_stand_in(child):
            children = list(branch.children)
            children[index] = _with_method(child, rest)
            return branch.with_children(tuple(children))
    return branch


def _with_method(mock: Branch, path: Sequence[str]) -> Branch:
    """A mock with an awaited method at a path, unless it knows more of it already."""
    name, *rest = path
    if name in mock.names:
        return _below(mock, path) if rest else mock
    new = _with_method(Branch("stand_in", (), ()), rest) if rest else AWAITED
    return replace(mock, names=(*mock.names, name), children=(*mock.children, new))


def _is_stand_in(node: Node) -> TypeGuard[Branch]:
    return isinstance(node, Branch) and node.style == "stand_in"
