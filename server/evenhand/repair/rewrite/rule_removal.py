"""Finds the conditions about an attribute, which hold for nobody where its rules are removed.

Where a value cannot be followed to its test (through a property, a helper, a date), the test itself
can go. Whether everyone is treated alike then, and as whom, is for a proof to say.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator

from evenhand.check.reading.source import constant_text

Names = Callable[[str], bool]
"""Whether a name is that of the attribute."""


def conditions_by(function: ast.AST, names: Names, kept: Collection[int]) -> list[ast.expr]:
    """The conditions of a function that are about the attribute alone, from top to bottom.

    `kept` are the identities of nodes that stay as they are.
    """
    variables: set[str] = set()

    def is_own(name: str) -> bool:
        return name in variables or names(name)

    for statement in ast.walk(function):
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            if _is_alone_in(statement.value, is_own):
                variables.update(target.id for target in targets if isinstance(target, ast.Name))

    removable = (each for each in _conditions(function) if id(each) not in kept)
    return [each for each in removable if _is_alone_in(each, is_own)]


def _is_alone_in(node: ast.expr, names: Names) -> bool:
    """Whether an expression reads the attribute, and nothing but what it is compared with."""
    if isinstance(node, ast.Compare):
        return any(_is_alone_in(side, names) for side in (node.left, *node.comparators))
    leaves = list(_leaves(node))
    return bool(leaves) and all(map(names, leaves))


def _conditions(function: ast.AST) -> Iterator[ast.expr]:
    """The smallest expressions that are asked whether they hold."""
    for node in ast.walk(function):
        match node:
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
                yield from _parts(test)
            case ast.comprehension(ifs=tests):
                for test in tests:
                    yield from _parts(test)
            case ast.Return(value=(ast.BoolOp() | ast.UnaryOp()) as value):
                yield from _parts(value)


def _parts(test: ast.expr) -> Iterator[ast.expr]:
    match test:
        case ast.BoolOp(values=values):
            for value in values:
                yield from _parts(value)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield from _parts(operand)
        case _:
            yield test


def _leaves(node: ast.expr) -> Iterator[str]:
    """The names of what an expression reads: `age` of `applicant.age < 25`."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            yield name
        case ast.Subscript(slice=key) if constant_text(key) is not None:
            yield constant_text(key) or ""
        case ast.Call(func=ast.Attribute(attr="get"), args=[key, *_]) if (
            constant_text(key) is not None
        ):
            yield constant_text(key) or ""
        case ast.Call(func=ast.Attribute(value=receiver), args=arguments):
            yield from _leaves(receiver)
            for argument in arguments:
                yield from _leaves(argument)
        case ast.Call(args=arguments):
            for argument in arguments:
                yield from _leaves(argument)
        case _:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    yield from _leaves(child)
