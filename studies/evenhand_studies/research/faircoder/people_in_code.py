"""Who the people are that tests are written for."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import Any

from evenhand.lines import lines_of
from evenhand_studies.research.faircoder.faircoder_answers import Person

_LINE = re.compile(r"^[\s\"'*`-]*(\w+)[\s\"'*`]*[:=]\s*[\"'*`]*([\w -]+?)[\s\"'*`,.;]*$")
"""A line such as `gender: Female` or `- **race**: Asian`."""
_TRUTH = {"true": True, "yes": True, "false": False, "no": False}


def people_in(text: str, arguments: Collection[str]) -> tuple[Person, ...]:
    """Everybody who is described in some code, or in lines of text, by some of these `arguments`.

    Code builds people by calls, by dicts, and by assignments to attributes: `p.gender = "male"`.
    """
    people = [*_in_code(text)] or [_in_lines(text)]
    return tuple(person for person in people if not set(arguments).isdisjoint(person))


def _in_code(text: str) -> Iterator[Person]:
    """Nobody if the text is no code."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return

    yield from filter(None, map(_constants, ast.walk(tree)))
    yield from _assigned(tree)


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


def _assigned(tree: ast.AST) -> Iterator[Person]:
    """Each name whose attributes are given constants, in every function by itself."""
    scopes = [node for node in ast.walk(tree) if hasattr(node, "body")]
    for scope in scopes:
        people: dict[str, dict[str, Any]] = defaultdict(dict)
        for statement in _statements(scope):
            match statement:
                case ast.Assign(
                    targets=[ast.Attribute(value=ast.Name(id=person), attr=name)],
                    value=ast.Constant(value=value),
                ):
                    people[person][name] = value
        yield from people.values()


def _statements(scope: Any) -> list[ast.stmt]:
    return scope.body if isinstance(scope.body, list) else []


def _in_lines(text: str) -> Person:
    """The one person whom lines of text describe."""
    found = [line for line in map(_LINE.match, lines_of(text)) if line is not None]
    return {line[1].lower(): _value(line[2]) for line in found}


def _value(text: str) -> str | bool:
    return _TRUTH.get(text.strip().lower(), text.strip())


def _text(key: ast.expr | None) -> str | None:
    match key:
        case ast.Constant(value=str() as text):
            return text
        case _:
            return None
