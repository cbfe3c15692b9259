"""Constants of a module that stand for kinds of people: `FEMALE = 1` beside `MALE = 2`."""

from __future__ import annotations

import ast

from evenhand.check.reading.source import Source


def constants_beside(name: str, source: Source) -> tuple[object, ...]:
    """The values of constants that are defined in the same block of lines; one type, its own too.

    Nothing if the block defines no other constant of that type.
    """
    block: list[tuple[str, object]] = []
    last_line = 0
    for node in source.tree.body:
        constant = _constant(node)
        if constant is None or node.lineno != last_line + 1:
            if any(sentinel == name for sentinel, _ in block):
                break
            block = []
        if constant is not None:
            block.append(constant)
        last_line = node.end_lineno or node.lineno

    own = dict(block).get(name)
    alike = tuple(value for _, value in block if type(value) is type(own))
    return alike if own is not None and len(alike) > 1 else ()


def _constant(node: ast.stmt) -> tuple[str, object] | None:
    """Name and value of `FEMALE = 1`; None for any other statement."""
    if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Constant):
        return None
    target = node.targets[0]
    is_constant = isinstance(target, ast.Name) and target.id.isupper()
    return (target.id, node.value.value) if isinstance(target, ast.Name) and is_constant else None
