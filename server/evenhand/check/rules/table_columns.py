"""Reads which columns a table has, as far as the source text says."""

from __future__ import annotations

import ast
from collections import ChainMap, deque
from collections.abc import Callable, Iterable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeGuard

from evenhand.check.reading.source import constant_text, last_name, own_nodes

DEPTH = 12
"""Steps from name to value that are followed: a table may be defined by itself."""
MOST_COLUMNS = 1_000
"""Columns of one table."""
SPLITTING = frozenset({"train_test_split"})
SELECTING = frozenset({"select", "select_seq"})
SAME_COLUMNS = frozenset({"get_dummies", "fit_transform", "transform", "array", "asarray"})
"""Functions whose result has the columns of their first argument."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column, and where the source names it."""

    name: str
    node: ast.AST


@dataclass(frozen=True, slots=True)
class Scope:
    """The names of a function, or of the module."""

    bound: MutableMapping[str, list[ast.expr]]
    """The values that are assigned to each name."""
    used: MutableMapping[str, list[Column]]
    """Columns that the code names of each table: `df["age"]`."""
    answers: dict[tuple[str, ast.expr | str, int], tuple[Column, ...]] = field(default_factory=dict)
    """What was asked before, by the question, the expression or name, and the steps left."""

    def remembered(
        self, question: str, node: ast.expr, depth: int, answer: Callable[[], Iterator[Column]]
    ) -> tuple[Column, ...]:
        """The columns that `answer` finds, each once: names lead to each other in circles."""
        key = (question, node.id if isinstance(node, ast.Name) else node, depth)
        if key not in self.answers:
            self.answers[key] = ()
            first = {
                (column.name, column.node): column for column in islice(answer(), MOST_COLUMNS)
            }
            self.answers[key] = tuple(first.values())

        return self.answers[key]


def scope_of(node: ast.AST, around: Scope | None = None) -> Scope:
    """The names of a function or module; those of the scope `around` it count where it has none."""
    bound: MutableMapping[str, list[ast.expr]] = {}
    used: MutableMapping[str, list[Column]] = {}
    for inner in own_nodes(node):
        if isinstance(inner, ast.Subscript) and isinstance(inner.value, ast.Name):
            used.setdefault(inner.value.id, []).extend(_constant(inner.slice))

        for name, value in _assigned(inner):
            bound.setdefault(name, []).append(value)

    if around is None:
        return Scope(bound, used)
    return Scope(ChainMap(bound, around.bound), ChainMap(used, around.used))


def columns(table: ast.expr, scope: Scope, depth: int = DEPTH) -> Sequence[Column]:
    """The columns of an expression that is a table."""
    if depth <= 0:
        return ()
    return scope.remembered("columns", table, depth, lambda: _columns(table, scope, depth))


def _columns(table: ast.expr, scope: Scope, depth: int) -> Iterator[Column]:
    if isinstance(table, ast.Name):
        for value in scope.bound.get(table.id, ()):
            yield from columns(value, scope, depth - 1)
    elif isinstance(table, ast.Subscript):
        yield from _of_subscript(table, scope, depth)
    elif isinstance(table, ast.Call):
        yield from _of_call(table, scope, depth)
    elif isinstance(table, ast.Attribute):  # `df[features].values`
        yield from columns(table.value, scope, depth - 1)


def column_names(value: ast.expr, scope: Scope, depth: int) -> Sequence[Column]:
    """Column names in a list, in a name that is bound to one, or in a sum of both."""
    if depth <= 0:
        return ()
    return scope.remembered("names", value, depth, lambda: _column_names(value, scope, depth))


def _column_names(value: ast.expr, scope: Scope, depth: int) -> Iterator[Column]:
    yield from _constant(value)
    for part in _parts(value, scope):
        yield from column_names(part, scope, depth - 1)


def _parts(names: ast.expr, scope: Scope) -> list[ast.expr]:
    """The expressions that a list, a sum, a spread or a name consists of."""
    if isinstance(names, (ast.List, ast.Tuple)):
        return names.elts
    if isinstance(names, ast.BinOp):
        return [names.left, names.right]
    if isinstance(names, ast.Starred):
        return [names.value]
    if isinstance(names, ast.Name):
        return scope.bound.get(names.id, [])
    return []


def values_of(value: ast.expr, scope: Scope, depth: int) -> Iterable[ast.expr]:
    """The values of a name, or the expression itself."""
    values = {value: depth}
    todo = deque([value])
    while todo:
        current = todo.popleft()
        if not isinstance(current, ast.Name) or values[current] <= 0:
            yield current
            continue

        for bound in scope.bound.get(current.id, ()):
            if bound not in values:
                values[bound] = values[current] - 1
                todo.append(bound)


def _of_subscript(table: ast.Subscript, scope: Scope, depth: int) -> Iterator[Column]:
    """`df[["age", "income"]]`, `df[features]`, `df.loc[:, features]`."""
    key = table.slice
    if isinstance(key, ast.Tuple) and len(key.elts) == 2:
        key = key.elts[1]

    if isinstance(key, ast.Constant):
        yield from _constant(key)
    else:
        yield from column_names(key, scope, depth)


def _of_call(call: ast.Call, scope: Scope, depth: int) -> Iterator[Column]:
    name = last_name(call.func)
    if name in SPLITTING and call.args:
        yield from columns(call.args[0], scope, depth - 1)
    elif name == "drop" and isinstance(call.func, ast.Attribute):
        yield from _after_drop(call, call.func.value, scope, depth)
    elif name == "DataFrame":
        yield from _of_data_frame(call, scope, depth)
    elif name in SELECTING and isinstance(call.func, ast.Attribute) and call.args:
        yield from _selected(call, scope, depth)
    elif name in SAME_COLUMNS:
        for argument in call.args[:1]:
            yield from columns(argument, scope, depth - 1)
    elif isinstance(call.func, ast.Attribute):  # `df[features].fillna(0)`
        yield from columns(call.func.value, scope, depth - 1)


def _selected(call: ast.Call, scope: Scope, depth: int) -> Iterator[Column]:
    """`df.select("age", pl.col("income"))`, which names its columns."""
    for argument in call.args:
        names_column = isinstance(argument, ast.Call) and last_name(argument.func) == "col"
        named = argument.args if isinstance(argument, ast.Call) and names_column else [argument]
        for name in named:
            yield from column_names(name, scope, depth)


def _after_drop(drop: ast.Call, table: ast.expr, scope: Scope, depth: int) -> Iterator[Column]:
    """Columns of a table that the code names and does not drop."""
    named = [*_of_data_frame(table, scope, depth)]
    dropped = {column.name for column in _dropped(drop, scope, depth)}
    if isinstance(table, ast.Name):
        named += scope.used.get(table.id, ())[:MOST_COLUMNS]
        dropped |= {column.name for column in _dropped_from(table, scope, depth)}

    first_by_name = {column.name: column for column in reversed(named)}
    for name, column in first_by_name.items():
        if name not in dropped:
            yield column


def _dropped_from(table: ast.Name, scope: Scope, depth: int) -> Sequence[Column]:
    """Columns that are dropped from a table and what is left is given the same name."""

    def dropped() -> Iterator[Column]:
        for value in scope.bound.get(table.id, ()):
            if _is_drop(value):
                yield from _dropped(value, scope, depth)

    return scope.remembered("dropped", table, depth, dropped)


def _is_drop(value: ast.expr) -> TypeGuard[ast.Call]:
    return isinstance(value, ast.Call) and last_name(value.func) == "drop"


def _dropped(drop: ast.Call, scope: Scope, depth: int) -> Iterator[Column]:
    first = drop.args[:1]
    by_name = [word.value for word in drop.keywords if word.arg in {"columns", "labels"}]
    for value in [*first, *by_name]:
        yield from column_names(value, scope, depth)


def _of_data_frame(table: ast.expr, scope: Scope, depth: int) -> Sequence[Column]:
    """Columns of a table that the code itself creates: `pd.DataFrame({"age": ...})`."""
    return scope.remembered("data", table, depth, lambda: _created_columns(table, scope, depth))


def _created_columns(table: ast.expr, scope: Scope, depth: int) -> Iterator[Column]:
    for value in values_of(table, scope, depth):
        if not isinstance(value, ast.Call) or last_name(value.func) != "DataFrame":
            continue

        for argument in value.args[:1]:
            for data in values_of(argument, scope, depth):
                yield from _keys(data)


def _keys(data: ast.expr) -> Iterator[Column]:
    if isinstance(data, ast.Dict):
        for key in data.keys:
            yield from _constant(key)


def _constant(key: ast.expr | None) -> Iterator[Column]:
    name = constant_text(key)
    if key is not None and name is not None:
        yield Column(name, key)


def _assigned(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Names that a statement binds, with their values."""
    if not isinstance(node, (ast.Assign, ast.AnnAssign)) or node.value is None:
        return

    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    for target in targets:
        if isinstance(target, ast.Name):
            yield target.id, node.value
        elif isinstance(target, ast.Tuple):
            yield from _unpacked(target, node.value)


def _unpacked(target: ast.Tuple, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """`X, y = df[a], df[b]`, `X_train, X_test, y_train, y_test = train_test_split(X, y)`.

    Both parts of a split count as what was split.
    """
    if isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts):
        values = value.elts
    elif isinstance(value, ast.Call) and last_name(value.func) in SPLITTING:
        values = [argument for argument in value.args for _part in range(2)]
    else:
        return

    for element, part in zip(target.elts, values, strict=False):
        if isinstance(element, ast.Name):
            yield element.id, part
