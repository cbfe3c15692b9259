"""Which functions a text has gained or changed."""

from __future__ import annotations

import ast
import functools
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from evenhand.assistants.provenance.edit_shapes import code_lines, known_lines
from evenhand.check.reading.source import Function, parse


@dataclass(frozen=True, slots=True)
class Printed:
    """A function with a key that formatting, comments and docstrings leave as it is."""

    name: str
    print: str
    lines: tuple[int, int]
    """First and last, from 1."""
    code: tuple[str, ...]
    """Its lines, without those that hold no code."""
    empty: bool
    """Whether it does nothing yet: `pass`, `...`, `raise NotImplementedError`."""


@dataclass(frozen=True, slots=True)
class Gained:
    """A function that is new, or does something else than before."""

    function: Printed
    new: bool
    novel: tuple[str, ...]
    """Its lines of code that were nowhere in the text before."""


@functools.lru_cache(8)
def functions_of(text: str) -> Mapping[str, Printed]:
    """The functions of a text by name; raises `SyntaxError`."""
    lines = text.splitlines()
    found = parse(text).functions
    return {f.name: _printed(f, lines) for f in found if not f.overload and not f.is_script}


@functools.lru_cache(256)
def prints_of(text: str) -> frozenset[str]:
    """The keys of a text's functions; none where it cannot be read."""
    try:
        return frozenset(function.print for function in functions_of(text).values())
    except SyntaxError:
        return frozenset()


def gained(before: str, after: str, seen: frozenset[str] = frozenset()) -> tuple[Gained, ...]:
    """Functions of `after` that are new or changed; raises `SyntaxError` where it is unreadable.

    A text before that cannot be read is taken to have had no function. One that only has
    another name than before is not new, nor is one whose key is among those `seen` earlier.
    """
    prints = prints_of(before) | seen
    old = functions_of(before) if prints_of(before) else {}
    known = known_lines(before)
    found: list[Gained] = []
    for name, function in functions_of(after).items():
        same = old.get(name)
        if function.empty or function.print in prints:
            continue
        novel = tuple(line for line in function.code if line not in known)
        found.append(Gained(function, same is None, novel))
    return tuple(_outermost(found))


def _outermost(found: list[Gained]) -> list[Gained]:
    """Without functions inside of one another that is there, too; methods are not inside."""
    names = {g.function.name for g in found}
    return [g for g in found if g.function.name.rpartition(".")[0] not in names]


def _printed(function: Function, lines: list[str]) -> Printed:
    node = function.node
    assert not isinstance(node, ast.Module)
    body = _without_docstring(node.body)
    parts = [ast.dump(part) for part in (node.args, *node.decorator_list, *body)]
    digest = hashlib.sha256("\n".join(parts).encode(errors="surrogatepass")).hexdigest()
    first, last = function.span.line, function.span.end_line
    code = tuple(code_lines("\n".join(lines[first - 1 : last])))
    return Printed(function.name, digest, (first, last), code, all(map(_does_nothing, body)))


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    return body[1:] if body and _is_text(body[0]) else body


def _is_text(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _does_nothing(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Pass):
        return True
    if isinstance(statement, ast.Raise) and statement.exc is not None:
        return "NotImplementedError" in ast.dump(statement.exc)
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and statement.value.value is ...
    )
