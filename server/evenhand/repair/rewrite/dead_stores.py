"""Removes dead stores that a rewrite leaves behind: assignments whose value nothing reads."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from evenhand.repair.rewrite.function_nodes import FunctionNode, functions_of, names_read
from evenhand.repair.rewrite.source_text import SourceText

PURE_CALLS = frozenset(
    "get lower upper strip title capitalize str int float bool len round abs min max".split()
)
"""Functions and methods that only compute a value."""
EFFECTS = (ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)
MOST_REMOVED = 20
"""Stores are removed one by one, since each may hold the last read of another name."""


@dataclass(frozen=True, slots=True)
class _Store:
    """An assignment to one name."""

    statement: ast.stmt
    name: str
    value: ast.expr


def without_new_dead_stores(old: str, new: str) -> str:
    """`new` without the stores that are dead in it and were not in `old`."""
    old_functions = functions_of(old)
    for _ in range(MOST_REMOVED):
        store = _first_dead_store(old_functions, functions_of(new))
        if store is None:
            break
        new = _without(new, store.statement)
    return new


def _first_dead_store(
    old: Mapping[str, FunctionNode], new: Mapping[str, FunctionNode]
) -> _Store | None:
    for name, function in new.items():
        if name not in old:
            continue
        for store in _never_read(old[name], function):
            return store
        for store in _overwritten(old[name], function):
            return store
    return None


def _never_read(old: FunctionNode, new: FunctionNode) -> Iterator[_Store]:
    """Stores to names that `old` reads and `new` does not."""
    unread = (names_read(old) - names_read(new)) & _bound_once(new)
    if not unread:
        return

    alone = {id(block[0]) for block in _blocks(new) if len(block) == 1}
    for node in ast.walk(new):
        store = _as_store(node)
        if store is None or store.name not in unread:
            continue
        if id(store.statement) not in alone and _is_pure(store.value):
            yield store


def _overwritten(old: FunctionNode, new: FunctionNode) -> Iterator[_Store]:
    """Stores that the next statement overwrites, but for those that `old` has the same way."""
    old_pairs = {_dumped(*pair) for pair in _stores_in_succession(old)}
    for store, following in _stores_in_succession(new):
        is_old = _dumped(store, following) in old_pairs
        is_read = store.name in names_read(following.value)
        if not is_old and not is_read and _is_pure(store.value):
            yield store


def _stores_in_succession(function: FunctionNode) -> Iterator[tuple[_Store, _Store]]:
    """Stores to the same name, one right after the other."""
    for first, second in _neighbours(function):
        store, following = _as_store(first), _as_store(second)
        if store is not None and following is not None and store.name == following.name:
            yield store, following


def _dumped(store: _Store, following: _Store) -> tuple[str, str]:
    return ast.dump(store.statement), ast.dump(following.statement)


def _as_store(node: ast.AST) -> _Store | None:
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        (target,) = node.targets
        return _Store(node, target.id, node.value) if isinstance(target, ast.Name) else None
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
        return _Store(node, node.target.id, node.value)
    return None


def _bound_once(function: FunctionNode) -> set[str]:
    """Local names of a function that are bound in one place only."""
    bound: Counter[str] = Counter()
    not_local: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            bound[node.id] += 1
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            not_local.update(node.names)
    return {name for name, count in bound.items() if count == 1} - not_local


def _blocks(function: FunctionNode) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(function):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                yield block


def _neighbours(function: FunctionNode) -> Iterator[tuple[ast.stmt, ast.stmt]]:
    for block in _blocks(function):
        yield from pairwise(block)


def _is_pure(value: ast.expr) -> bool:
    """Whether it makes no difference if an expression is not evaluated."""
    for node in ast.walk(value):
        if isinstance(node, EFFECTS):
            return False
        if isinstance(node, ast.Call) and _called_name(node) not in PURE_CALLS:
            return False
    return True


def _called_name(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _without(source: str, statement: ast.stmt) -> str:
    """The text without the lines of a statement and the comment right above it."""
    text = SourceText(source)
    indent = text.indent(statement.lineno)

    first = statement.lineno
    while first > 1 and text.lines[first - 2].startswith(f"{indent}#"):
        first -= 1

    following = (statement.end_lineno or first) + 1
    is_blank_behind = following <= len(text.lines) and not text.lines[following - 1].strip()
    if is_blank_behind and _needs_no_blank(text, first):
        following += 1
    return source[: text.line_start(first)] + source[text.line_start(following) :]


def _needs_no_blank(text: SourceText, line: int) -> bool:
    """Whether what is above a line is blank, opens a block, or is the end of a docstring."""
    if line < 2:
        return True
    above = text.lines[line - 2].rstrip()
    return not above or above.endswith((":", '"""'))
