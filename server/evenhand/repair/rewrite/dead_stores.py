"""Removes dead stores that a rewrite leaves behind: assignments whose value nothing reads."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from evenhand.repair.rewrite.function_nodes import (
    FunctionNode,
    blocks_of_function,
    functions_of,
    functions_of_both,
    names_read,
    times_bound,
)
from evenhand.repair.rewrite.pure_expressions import is_pure
from evenhand.repair.rewrite.source_text import SourceText

MOST_REMOVED = 20
"""Stores are removed one by one, since each may hold the last read of another name."""


@dataclass(frozen=True, slots=True)
class _Store:
    """An assignment to one name, or to one attribute of an object: `self.fee`."""

    statement: ast.stmt
    name: str
    value: ast.expr
    later: _Store | None = None
    """The store that overwrites it, and whose value it can have at once."""


def without_new_dead_stores(old: str, new: str) -> str:
    """`new` without the stores that are dead in it and were not in `old`."""
    old_functions = functions_of(old)
    for _ in range(MOST_REMOVED):
        store = _first_dead_store(old_functions, functions_of(new))
        if store is None:
            break
        new = (
            without_statement(new, store.statement)
            if store.later is None
            else _written_early(new, store)
        )
    return new


def _first_dead_store(
    old: Mapping[str, FunctionNode], new: Mapping[str, FunctionNode]
) -> _Store | None:
    for before, after in functions_of_both(old, new):
        for store in _never_read(before, after):
            return store
        for store in _overwritten(before, after):
            return store
    return None


def _never_read(old: FunctionNode, new: FunctionNode) -> Iterator[_Store]:
    """Stores to names that `old` reads and `new` does not."""
    unread = (names_read(old) - names_read(new)) & _bound_once(new)
    if not unread:
        return

    alone = {id(block[0]) for block in blocks_of_function(new) if len(block) == 1}
    only_under = {id(n.body[0]): n for n in ast.walk(new) if isinstance(n, ast.If) and not n.orelse}
    for node in ast.walk(new):
        store = _as_store(node)
        if store is None or store.name not in unread or not is_pure(store.value):
            continue
        around = only_under.get(id(store.statement))
        if id(store.statement) not in alone:
            yield store
        elif around is not None and id(around) not in alone and is_pure(around.test):
            yield _Store(around, store.name, store.value)


def _overwritten(old: FunctionNode, new: FunctionNode) -> Iterator[_Store]:
    """Stores that the next statement overwrites, but for those that `old` has the same way."""
    old_pairs = {_dumped(*pair) for pair in _stores_in_succession(old)}
    for store, following in _stores_in_succession(new):
        is_old = _dumped(store, following) in old_pairs
        is_read = store.name in {*names_read(following.value), *_attributes_in(following.value)}
        if is_old or is_read or not is_pure(store.value):
            continue
        is_attribute = isinstance(store.statement, ast.Assign) and "." in store.name
        yield replace(store, later=following) if is_attribute else store


def _stores_in_succession(function: FunctionNode) -> Iterator[tuple[_Store, _Store]]:
    """Stores to the same name, with nothing between them but stores of constants."""
    for block in blocks_of_function(function):
        for index, statement in enumerate(block):
            store = _as_store(statement)
            following = _next_store(store, block[index + 1 :]) if store is not None else None
            if store is not None and following is not None:
                yield store, following


def _next_store(store: _Store, statements: Sequence[ast.stmt]) -> _Store | None:
    for statement in statements:
        following = _as_store(statement)
        if following is None or following.name == store.name:
            return following
        if not isinstance(following.value, ast.Constant):
            return None
    return None


def _dumped(store: _Store, following: _Store) -> tuple[str, str]:
    return ast.dump(store.statement), ast.dump(following.statement)


def _attributes_in(value: ast.expr) -> Iterator[str]:
    """The attributes that an expression reads."""
    for node in ast.walk(value):
        if isinstance(node, ast.Attribute):
            yield ast.unparse(node)


def _as_store(node: ast.AST) -> _Store | None:
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        (target,) = node.targets
        if isinstance(target, ast.Name):
            return _Store(node, target.id, node.value)
        is_plain = isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name)
        is_constant = isinstance(node.value, ast.Constant)
        return _Store(node, ast.unparse(target), node.value) if is_plain and is_constant else None
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
        return _Store(node, node.target.id, node.value)
    return None


def _bound_once(function: FunctionNode) -> set[str]:
    """Local names of a function that are bound in one place only."""
    outer = (node for node in ast.walk(function) if isinstance(node, (ast.Global, ast.Nonlocal)))
    not_local = {name for node in outer for name in node.names}
    return {name for name, count in times_bound(function).items() if count == 1} - not_local


def without_statement(source: str, statement: ast.stmt, *, with_comment: bool = True) -> str:
    """The text without the lines of a statement and, if wanted, the comment right above it."""
    text = SourceText(source)
    first = first_line_of_comment(text, statement) if with_comment else statement.lineno

    following = (statement.end_lineno or first) + 1
    above = _blank_lines(reversed(text.lines[: first - 1]))
    behind = _blank_lines(text.lines[following - 1 :])
    if behind and _needs_no_blank(text, first):
        following += min(behind, max(above, 1))
    return source[: text.line_start(first)] + source[text.line_start(following) :]


def _blank_lines(lines: Iterable[str]) -> int:
    """How many of them come first."""
    return sum(1 for _ in takewhile(lambda line: not line.strip(), lines))


def first_line_of_comment(text: SourceText, statement: ast.stmt) -> int:
    """The first line of the comment right above a statement; its own if there is none."""
    indent, first = text.indent(statement.lineno), statement.lineno
    while first > 1 and text.lines[first - 2].startswith(f"{indent}#"):
        first -= 1
    return first


def _written_early(source: str, store: _Store) -> str:
    """The text with the later value at the first place: attributes keep their order."""
    assert store.later is not None
    shorter = without_statement(source, store.later.statement)
    text = SourceText(source)
    start, end = text.start(store.value), text.end(store.value)
    return shorter[:start] + text.of(store.later.value) + shorter[end:]


def _needs_no_blank(text: SourceText, line: int) -> bool:
    """Whether what is above a line is blank, opens a block, or is the end of a docstring."""
    if line < 2:
        return True
    above = text.lines[line - 2].rstrip()
    return not above or above.endswith((":", '"""'))
