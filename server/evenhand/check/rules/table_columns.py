"""Which columns, fields and inputs an expression carries, as far as the source text says."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from evenhand.check.reading.bound_values import DROPPING, SPLITTING, Bindings, Bound, Scope, name_of
from evenhand.check.reading.source import constant_text, last_name

MOST_STEPS = 5_000
"""Expressions on the way to one model that are looked at."""
SELECTING = frozenset({"select", "select_seq"})
SAME_TABLE = frozenset({"values", "T", "iloc", "loc", "columns", "array", "data"})
"""Attributes of a table that hold what it holds."""
READING = frozenset({"read_csv", "read_table", "scan_csv"})
"""Functions that read a text of columns, which its first line names."""
NAMING = frozenset({"usecols", "names"})
"""Their arguments that say which columns there are."""
MASKS = (ast.Compare, ast.BoolOp, ast.UnaryOp)
LISTING = frozenset("list tuple set sorted col cols Index copy tolist to_list keys".split())
"""Functions and methods that give the names that they are given."""
TRANSFORMERS = frozenset({"ColumnTransformer", "make_column_transformer", "VectorAssembler"})
CHOOSING = frozenset("columns subset features feature_names inputCol inputCols".split())
"""Arguments that name columns."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column or an input, and where the source names it."""

    name: str
    node: ast.AST
    is_chosen: bool = False
    """Whether it is named among those to take: what was dropped of the table does not matter."""


HeaderOf = Callable[[str], tuple[str, ...]]
"""The columns of a file of data, by its name as the code has it."""


def no_header(_: str) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Tables:
    """What is known of the tables of a file of code."""

    bindings: Bindings
    header_of: HeaderOf = no_header


@dataclass(slots=True)
class _Shared:
    """What all walks from one model have in common."""

    tables: Tables
    steps: int = MOST_STEPS
    """That may still be taken."""
    named: dict[tuple[int, int], tuple[Column, ...]] = field(default_factory=dict)
    """What lists of names have, by the list and where it stands."""


@dataclass(slots=True)
class _Walk:
    """One walk from an expression to all that it is made of."""

    shared: _Shared
    todo: deque[Bound] = field(default_factory=deque)
    seen: set[tuple[int, int]] = field(default_factory=set)
    names: set[tuple[str, int]] = field(default_factory=set)
    """The names that were looked up, with their scopes."""
    columns: dict[tuple[str, bool], Column] = field(default_factory=dict)
    dropped: set[str] = field(default_factory=set)

    @property
    def left(self) -> tuple[Column, ...]:
        """All columns but those that are dropped."""
        return tuple(c for c in self.columns.values() if c.is_chosen or c.name not in self.dropped)

    def push(self, value: ast.expr | None, scope: Scope) -> None:
        """Go on to an expression, once."""
        if value is not None and (id(value), id(scope)) not in self.seen:
            self.seen.add((id(value), id(scope)))
            self.todo.append(Bound(value, scope))

    def push_all(self, bounds: Iterable[Bound]) -> None:
        for bound in bounds:
            self.push(bound.value, bound.scope)

    def is_new(self, name: str, scope: Scope) -> bool:
        """Whether a name has not been looked up yet."""
        is_new = (name, id(scope)) not in self.names
        self.names.add((name, id(scope)))
        return is_new

    def add(self, name: str | None, node: ast.AST, *, is_chosen: bool = False) -> None:
        if name:
            self.columns.setdefault((name, is_chosen), Column(name, node, is_chosen))

    def drop(self, names: Iterable[Bound]) -> None:
        """Leave out the columns that some lists name."""
        for bound in names:
            self.dropped.update(column.name for column in _named(bound, self.shared))

    def choose(self, names: ast.expr, scope: Scope) -> bool:
        """Take the columns that a list names, and what was written to them; False if none."""
        chosen = _named(Bound(names, scope), self.shared)
        for column in chosen:
            self.columns.setdefault((column.name, True), replace(column, is_chosen=True))
            self.push_all(scope.written_by(column.name))
        return bool(chosen)

    def run(self, look: Callable[[ast.expr, Scope, _Walk], None]) -> tuple[Column, ...]:
        """Look at one expression after the other until there is none left."""
        while self.todo and self.shared.steps > 0:
            self.shared.steps -= 1
            bound = self.todo.popleft()
            look(bound.value, bound.scope, self)
        return self.left


def columns(table: ast.expr, scope: Scope, tables: Tables) -> tuple[Column, ...]:
    """What a table, a row or a value is made of."""
    return _carried(Bound(table, scope), _Shared(tables))


def call_columns(call: ast.Call, scope: Scope, tables: Tables) -> tuple[Column, ...]:
    """What the arguments of a call are made of, whatever it calls."""
    walk = _Walk(_Shared(tables))
    _look_at_arguments(call, scope, walk)
    return walk.run(_look_at)


def _carried(table: Bound, shared: _Shared) -> tuple[Column, ...]:
    walk = _Walk(shared)
    walk.push(table.value, table.scope)
    return walk.run(_look_at)


def _named(names: Bound, shared: _Shared) -> tuple[Column, ...]:
    """The columns that a list names; none while that is being found out."""
    key = (id(names.value), id(names.scope))
    if key not in shared.named:
        shared.named[key] = ()
        walk = _Walk(shared)
        walk.push(names.value, names.scope)
        listed = walk.run(_look_at_names)
        shared.named[key] = tuple(each for each in listed if each.name not in walk.dropped)
    return shared.named[key]


def _look_at(value: ast.expr, scope: Scope, walk: _Walk) -> None:
    """Add what an expression of a value carries, and go on to what it is made of."""
    match value:
        case ast.Name(id=name):
            walk.add(name, value)
            _look_up(name, scope, walk)
            for own in walk.shared.tables.bindings.fields_of(name, scope):
                walk.add(name_of(own), own)
        case ast.Attribute(value=base, attr=name):
            if name_of(value).startswith(("self.", "cls.")):
                _look_up(name_of(value), scope, walk)
            if name in SAME_TABLE:
                walk.push(base, scope)
            else:
                walk.add(name, value)
        case ast.Subscript():
            _look_at_item(value, scope, walk)
        case ast.Call():
            _look_at_call(value, scope, walk)
        case ast.Dict(keys=keys, values=values):
            for key in () if is_message(value) else keys:
                walk.add(constant_text(key), key or value)
            for item in values:
                walk.push(item, scope)
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
            walk.push(value.elt, scope)
        case ast.Lambda():
            pass
        case _:
            for child in ast.iter_child_nodes(value):
                walk.push(child if isinstance(child, ast.expr) else None, scope)


def is_message(value: ast.Dict) -> bool:
    """Whether a dict is what somebody says in a chat: its keys are none of a person's."""
    return {"role", "content"} <= {constant_text(key) for key in value.keys}


def _look_up(name: str, scope: Scope, walk: _Walk) -> None:
    """Go on to what a name is bound to; as a table it has the columns that the code names."""
    if not walk.is_new(name, scope):
        return
    walk.push_all(scope.values_of(name))
    for key in scope.keys_of(name):
        walk.add(constant_text(key), key)
    walk.drop(scope.dropped_from(name))


def _look_at_item(item: ast.Subscript, scope: Scope, walk: _Walk) -> None:
    """`df["age"]`, `df[features]`, `df.loc[:, features]`, `df[df.age > 18]`, `rows[0]`."""
    key = item.slice
    if isinstance(key, ast.Tuple) and len(key.elts) == 2:
        key = key.elts[1]
    is_part = isinstance(key, (ast.Slice, *MASKS))
    if is_part or not walk.choose(key, scope):
        walk.push(item.value, scope)


def _look_at_call(call: ast.Call, scope: Scope, walk: _Walk) -> None:
    name = last_name(call.func)
    receiver = call.func.value if isinstance(call.func, ast.Attribute) else None
    values = [*call.args, *(word.value for word in call.keywords)]
    returned = list(walk.shared.tables.bindings.returned(call))
    if name in DROPPING and receiver is not None:
        walk.drop(Bound(value, scope) for value in values)
        walk.push(receiver, scope)
    elif name in SELECTING and receiver is not None and call.args:
        for value in call.args:
            walk.choose(value, scope)
    elif name in TRANSFORMERS:
        for step in steps_of(call, scope):
            walk.choose(step.value, scope)
    elif name == "get" and call.args and constant_text(call.args[0]) is not None:
        walk.add(constant_text(call.args[0]), call.args[0])
    elif returned:
        walk.push_all(returned)
    elif name in READING and call.args:
        _look_at_file(call, scope, walk)
    else:
        walk.push(receiver, scope)
        _look_at_arguments(call, scope, walk)


def _look_at_file(call: ast.Call, scope: Scope, walk: _Walk) -> None:
    """`pd.read_csv("loans.csv")`: the columns that the call names, or else those of the file."""
    named = [word.value for word in call.keywords if word.arg in NAMING]
    if not any(walk.choose(names, scope) for names in named):
        for column in walk.shared.tables.header_of(_file_name(call.args[0], scope)):
            walk.add(column, call.args[0])


def _file_name(path: ast.expr, scope: Scope) -> str:
    """`"data/loans.csv"`, `FILE`, `Path("data") / "loans.csv"`: its texts, as parts of a path."""
    bound = next(iter(scope.values_of(name_of(path))), None) if name_of(path) else None
    nodes = ast.walk(bound.value if bound else path)
    texts = [(node, constant_text(node)) for node in nodes if isinstance(node, ast.Constant)]
    texts.sort(key=lambda each: (each[0].lineno, each[0].col_offset))
    return "/".join(text for _, text in texts if text)


def _look_at_arguments(call: ast.Call, scope: Scope, walk: _Walk) -> None:
    """What any other call gives is made of what it is given."""
    for value in call.args[:1] if last_name(call.func) in SPLITTING else call.args:
        walk.push(value, scope)
    for word in call.keywords:
        if word.arg in CHOOSING:
            walk.choose(word.value, scope)
        else:
            walk.add(word.arg, word.value)
            walk.push(word.value, scope)


def steps_of(call: ast.Call, scope: Scope) -> Iterator[Bound]:
    """`ColumnTransformer([("n", StandardScaler(), ["age"])])`: the columns of each step."""
    yield from (Bound(word.value, scope) for word in call.keywords if word.arg in CHOOSING)
    for argument in [*call.args, *(word.value for word in call.keywords)]:
        steps = argument.elts if isinstance(argument, ast.List) else [argument]
        for step in steps:
            if isinstance(step, ast.Tuple) and step.elts:
                yield Bound(step.elts[-1], scope)


def _look_at_names(names: ast.expr, scope: Scope, walk: _Walk) -> None:
    """Add the names that an expression lists, and go on to the lists that it is made of."""
    match names:
        case ast.Constant():
            walk.add(constant_text(names), names, is_chosen=True)
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
            walk.push_all(Bound(part, scope) for part in parts)
        case ast.Dict(keys=keys):
            walk.push_all(Bound(key, scope) for key in keys if key is not None)
        case ast.Starred(value=part):
            walk.push(part, scope)
        case ast.BinOp(op=ast.Sub(), left=left, right=right):
            walk.push(left, scope)
            walk.drop([Bound(right, scope)])
        case ast.BinOp(left=left, right=right) | ast.IfExp(body=left, orelse=right):
            walk.push(left, scope)
            walk.push(right, scope)
        case ast.Attribute(value=table, attr="columns"):
            for column in _carried(Bound(table, scope), walk.shared):
                walk.add(column.name, column.node)
        case ast.Name() | ast.Attribute():
            if walk.is_new(name_of(names), scope):
                walk.push_all(scope.values_of(name_of(names)))
                walk.drop(scope.dropped_from(name_of(names)))
        case ast.Subscript(value=table, slice=key):
            walk.push_all(_entries(table, constant_text(key), scope))
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
            walk.push(names.elt, scope)
            walk.drop(_refused(names, scope))
        case ast.Call(func=ast.Attribute(value=table, attr=method)) if method in DROPPING:
            walk.push(table, scope)
            walk.drop(Bound(value, scope) for value in names.args)
        case ast.Call():
            walk.push_all(walk.shared.tables.bindings.returned(names))
            if last_name(names.func) in LISTING:
                parts = [names.func.value] if isinstance(names.func, ast.Attribute) else []
                walk.push_all(Bound(part, scope) for part in [*parts, *names.args])


def _entries(table: ast.expr, key: str | None, scope: Scope) -> Iterator[Bound]:
    """`CONFIG["features"]`: the list that a dict has there."""
    for bound in scope.values_of(name_of(table)):
        if isinstance(bound.value, ast.Dict) and key is not None:
            for own, value in zip(bound.value.keys, bound.value.values, strict=True):
                if constant_text(own) == key:
                    yield Bound(value, bound.scope)


def _refused(names: ast.ListComp | ast.SetComp | ast.GeneratorExp, scope: Scope) -> Iterator[Bound]:
    """`if c != "age"`, `if c not in ["age", "gender"]`: the names that are left out."""
    for condition in (test for each in names.generators for test in each.ifs):
        for node in ast.walk(condition):
            if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.NotEq | ast.NotIn):
                yield Bound(node.comparators[0], scope)
