"""Who the people are that tests are written for."""

from __future__ import annotations

import ast
from collections.abc import Collection
from typing import Any

from evenhand.research.faircoder.faircoder_answers import Person


def people_in(code: str, arguments: Collection[str]) -> tuple[Person, ...]:
    """Everybody who is built in the code: calls and dicts with some of these `arguments`.

    Empty for code that cannot be read.
    """
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()

    candidates = map(_constants, ast.walk(tree))
    return tuple(person for person in candidates if not set(arguments).isdisjoint(person))


def _constants(node: ast.AST) -> dict[str, Any]:
    """The named values in a call or a dict that are constants; empty for anything else."""
    match node:
        case ast.Call(keywords=keywords):
            pairs = [(keyword.arg, keyword.value) for keyword in keywords]
        case ast.Dict(keys=keys, values=values):
            pairs = list(zip(map(_text, keys), values, strict=True))
        case _:
            pairs = []

    return {
        name: value.value
        for name, value in pairs
        if name is not None and isinstance(value, ast.Constant)
    }


def _text(key: ast.expr | None) -> str | None:
    match key:
        case ast.Constant(value=str() as text):
            return text
        case _:
            return None
