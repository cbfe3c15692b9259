"""Tells which functions a text has gained or changed."""

from __future__ import annotations

import ast
import functools
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evenhand.assistants.provenance.edit_shapes import code_lines, known_lines
from evenhand.check.reading.source import Function, parse
from evenhand.lines import lines_of


@dataclass(frozen=True, slots=True)
class FunctionSnapshot:
    """A function of one text, with a key to recognise it by."""

    name: str
    fingerprint: str
    """A key that formatting, comments, docstrings and another name do not change."""
    lines: tuple[int, int]
    """First and last, from 1."""
    code: tuple[str, ...]
    """Its lines, without those that hold no code."""
    empty: bool
    """Whether it does nothing yet: `pass`, `...`, `raise NotImplementedError`."""


@dataclass(frozen=True, slots=True)
class ChangedFunction:
    """A function that is new, or does something else than before."""

    function: FunctionSnapshot
    new: bool
    novel: tuple[str, ...]
    """Its lines of code that were nowhere in the text before."""


@functools.lru_cache(8)
def functions_of(text: str) -> Mapping[str, FunctionSnapshot]:
    """The functions of a text by name; raises `SyntaxError`."""
    lines = lines_of(text)
    functions = [f for f in parse(text).functions if not f.overload and not f.is_script]
    return {function.name: _snapshot(function, lines) for function in functions}


def is_readable(text: str) -> bool:
    """Whether Python can read a text."""
    try:
        functions_of(text)
    except SyntaxError:
        return False
    return True


@functools.lru_cache(256)
def fingerprints_of(text: str) -> frozenset[str]:
    """The fingerprints of a text's functions; empty if it cannot be parsed."""
    try:
        return frozenset(function.fingerprint for function in functions_of(text).values())
    except SyntaxError:
        return frozenset()


def changed_functions(
    readable: str | None, after: str, seen: frozenset[str] = frozenset()
) -> tuple[ChangedFunction, ...]:
    """Functions of `after` that are new or changed; raises `SyntaxError` if it has errors.

    `readable` is an earlier text without errors; if it is not known, every function may have
    changed. A function that was only renamed is not new, nor is one whose fingerprint is among
    those `seen` earlier.
    """
    old_functions = functions_of(readable) if readable is not None else {}
    old_fingerprints = frozenset(function.fingerprint for function in old_functions.values())
    old_lines = known_lines(readable or "")

    changed = []
    for name, function in functions_of(after).items():
        is_known = function.fingerprint in old_fingerprints or function.fingerprint in seen
        if is_known or function.empty:
            continue

        novel = tuple(line for line in function.code if line not in old_lines)
        changed.append(ChangedFunction(function, name not in old_functions, novel))

    return tuple(_outermost(changed))


def _outermost(changed: Sequence[ChangedFunction]) -> list[ChangedFunction]:
    """Without functions that are inside another of them; methods are not inside a function."""
    names = {each.function.name for each in changed}
    return [each for each in changed if each.function.name.rpartition(".")[0] not in names]


def _snapshot(function: Function, lines: Sequence[str]) -> FunctionSnapshot:
    node = function.node
    assert not isinstance(node, ast.Module)

    body = _without_docstring(node.body)
    parts = [ast.dump(part) for part in (node.args, *node.decorator_list, *body)]
    fingerprint = hashlib.sha256("\n".join(parts).encode(errors="surrogatepass")).hexdigest()

    first, last = function.span.line, function.span.end_line
    code = tuple(code_lines("\n".join(lines[first - 1 : last])))
    is_empty = all(_does_nothing(statement) for statement in body)
    return FunctionSnapshot(function.name, fingerprint, (first, last), code, is_empty)


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    has_docstring = bool(body) and isinstance(_constant(body[0]), str)
    return body[1:] if has_docstring else body


def _does_nothing(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Pass):
        return True
    if isinstance(statement, ast.Raise) and statement.exc is not None:
        return "NotImplementedError" in ast.dump(statement.exc)
    return _constant(statement) is ...


def _constant(statement: ast.stmt) -> object:
    """The constant that a statement consists of; None if it does not."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return statement.value.value
    return None
