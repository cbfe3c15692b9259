"""What the names of a file are bound to: by assignments, loops, calls and returns. Nothing runs.

A name stands for all that is ever bound to it in its function, class or module: the order of
statements is not looked at.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from evenhand.check.reading.source import (
    Function,
    FunctionNode,
    Source,
    constant_text,
    dotted_names,
    last_name,
    named_with_defaults,
    own_nodes,
    positional_with_defaults,
)
from evenhand.check.reading.statement_walks import statements

MOST_CALLS = 20
"""Calls of one function that are looked at."""
MOST_MEANINGS = 10
"""Functions of one name that a call may be of; of more, such as `__init__`, nobody knows which."""
SPLITTING = frozenset({"train_test_split"})
DROPPING = frozenset({"drop", "pop", "remove", "discard", "difference"})
ADDING = frozenset({"append", "extend", "add", "update", "insert"})
WRITING = "outputCol"
"""The argument of a stage of Spark that names the column which it writes."""
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True, eq=False)
class Bound:
    """An expression, and where its names are to be looked up."""

    value: ast.expr
    scope: Scope


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """The names of one function, class or module."""

    node: ast.AST
    around: Scope | None = None
    values: dict[str, list[Bound]] = field(default_factory=lambda: defaultdict(list))
    """What each name is bound to; `self.features` is a name of the class."""
    keys: dict[str, list[ast.Constant]] = field(default_factory=lambda: defaultdict(list))
    """Constant keys by which each name is read and written: `df["age"]`."""
    written: dict[str, list[Bound]] = field(default_factory=lambda: defaultdict(list))
    """What is written by each key, to whatever name."""
    dropped: dict[str, list[Bound]] = field(default_factory=lambda: defaultdict(list))
    """What is taken out of each name for good: `df.drop("age", inplace=True)`."""

    def values_of(self, name: str) -> Sequence[Bound]:
        """What a name is bound to here, or else in the scope around."""
        own, is_class = name, isinstance(self.node, ast.ClassDef)
        if is_class and name not in self.values:
            own = name.removeprefix("self.").removeprefix("cls.")
        if own in self.values or self.around is None:
            return self.values.get(own, ())
        return self.around.values_of(name)

    def keys_of(self, name: str) -> Sequence[ast.Constant]:
        """Keys by which a name is read and written, here and around."""
        return [key for scope in self._outwards() for key in scope.keys.get(name, ())]

    def written_by(self, key: str) -> Sequence[Bound]:
        """What is written by a key, here and around."""
        return [bound for scope in self._outwards() for bound in scope.written.get(key, ())]

    def dropped_from(self, name: str) -> Sequence[Bound]:
        """What is taken out of a name, here and around."""
        return [bound for scope in self._outwards() for bound in scope.dropped.get(name, ())]

    def _outwards(self) -> Iterator[Scope]:
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.around


@dataclass(frozen=True, slots=True, eq=False)
class Bindings:
    """The names of a file."""

    scopes: Mapping[ast.AST, Scope]
    """By the function, class or module that they belong to."""
    functions: Mapping[str, Sequence[FunctionNode]]
    """By their last names; that of a class leads to its constructor."""
    classes: Mapping[str, ast.ClassDef]

    def returned(self, call: ast.Call) -> Iterator[Bound]:
        """What the functions of the file return that a call may be of."""
        for node in self.functions.get(last_name(call.func), ()):
            for inner in own_nodes(node):
                if isinstance(inner, ast.Return | ast.Yield) and inner.value is not None:
                    yield Bound(inner.value, self.scopes[node])

    def fields_of(self, name: str, scope: Scope) -> Iterator[ast.expr]:
        """The fields of the class of the file that annotates a parameter."""
        if not isinstance(scope.node, DEFINITIONS):
            return
        for parameter, _ in named_with_defaults(scope.node.args):
            annotation = last_name(parameter.annotation) if parameter.annotation else ""
            if parameter.arg == name and annotation in self.classes:
                for statement in self.classes[annotation].body:
                    if isinstance(statement, ast.AnnAssign) and name_of(statement.target):
                        yield statement.target


@lru_cache(maxsize=2)
def bindings_of(source: Source) -> Bindings:
    """The names of a file, read once."""
    scopes: dict[ast.AST, Scope] = {source.tree: Scope(source.tree)}
    functions: dict[str, list[FunctionNode]] = defaultdict(list)
    classes: dict[str, ast.ClassDef] = {}
    named = [function for function in source.functions if not function.is_script]
    for function in named:
        scopes[function.node] = _scope_of(function, scopes, source)
        functions[function.last_name].append(function.node)  # type: ignore[arg-type]
        if function.last_name == "__init__" and function.owner is not None:
            functions[function.owner.name].append(function.node)  # type: ignore[arg-type]
    for node in statements(source.tree):
        if isinstance(node, ast.ClassDef):
            classes[node.name] = node
            scopes.setdefault(node, Scope(node, scopes[source.tree]))

    for node, scope in scopes.items():
        for inner in own_nodes(node):
            _bind(inner, scope)
            if isinstance(inner, ast.Call):
                called = functions.get(last_name(inner.func), ())
                for function_node in called if len(called) <= MOST_MEANINGS else ():
                    _bind_arguments(inner, scope, function_node, scopes[function_node])
    return Bindings(scopes, functions, classes)


def name_of(node: ast.expr) -> str:
    """`x`, `self.x`; empty for every other expression."""
    return ".".join(dotted_names(node))


def _scope_of(function: Function, scopes: dict[ast.AST, Scope], source: Source) -> Scope:
    """A function's own scope: within that of its class, or of the function around it."""
    module = scopes[source.tree]
    if function.owner is not None:
        around = scopes.setdefault(function.owner, Scope(function.owner, module))
    elif function.outer is not None:
        around = scopes.get(function.outer, module)
    else:
        around = module
    own = Scope(function.node, around)
    if isinstance(function.node, DEFINITIONS):
        for parameter, _ in named_with_defaults(function.node.args):
            own.values[parameter.arg] = []  # whatever that name means around it
    return own


def _bind(node: ast.AST, scope: Scope) -> None:
    match node:
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                _assign(target, value, scope)
        case (
            ast.AnnAssign(target=target, value=ast.expr() as value)
            | ast.AugAssign(target=target, value=value)
            | ast.NamedExpr(target=target, value=value)
        ):
            _assign(target, value, scope)
        case (
            ast.For(target=target, iter=value)
            | ast.AsyncFor(target=target, iter=value)
            | ast.comprehension(target=target, iter=value)
            | ast.withitem(optional_vars=ast.expr() as target, context_expr=value)
        ):
            for name in _names((target,)):
                _owner(name, scope).values[name_of(name)].append(Bound(value, scope))
        case ast.If(test=test, body=body, orelse=orelse):
            for constant in _set_to_constants([*body, *orelse]):
                scope.values[constant].append(Bound(test, scope))
        case ast.Delete(targets=targets):
            for target in targets:
                if isinstance(target, ast.Subscript) and name_of(target.value):
                    scope.dropped[name_of(target.value)].append(Bound(target.slice, scope))
        case ast.Call(keywords=keywords):
            for word in keywords:
                if word.arg == WRITING and (key := constant_text(word.value)):
                    scope.written[key].append(Bound(node, scope))
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=target, attr=method)) as call):
            _change(name_of(target), method, call, _owner(target, scope), scope)
        case ast.Subscript(value=table, slice=ast.Constant(value=str()) as key) if name_of(table):
            _owner(table, scope).keys[name_of(table)].append(key)


def _assign(target: ast.expr, value: ast.expr, scope: Scope) -> None:
    if isinstance(target, ast.Tuple | ast.List):
        for element, part in zip(target.elts, _parts(value, len(target.elts)), strict=False):
            _assign(element, part, scope)
    elif isinstance(target, ast.Subscript):
        key, name = constant_text(target.slice), name_of(target.value)
        if key is not None:
            scope.written[key].append(Bound(value, scope))
        if name and not isinstance(value, ast.Constant):
            _owner(target.value, scope).values[name].append(Bound(value, scope))
    elif name_of(target):
        _owner(target, scope).values[name_of(target)].append(Bound(value, scope))


def _parts(value: ast.expr, count: int) -> Sequence[ast.expr]:
    """What each of several targets is given; both parts of a split count as what was split."""
    if isinstance(value, ast.Tuple) and len(value.elts) == count:
        return value.elts
    if isinstance(value, ast.Call) and last_name(value.func) in SPLITTING:
        return [argument for argument in value.args for _part in range(2)]
    return [value] * count


def _change(name: str, method: str, call: ast.Call, owner: Scope, scope: Scope) -> None:
    """`features.append("age")`, `df.drop(columns=["age"], inplace=True)`."""
    values = [*call.args, *(keyword.value for keyword in call.keywords)]
    changed = owner.dropped if method in DROPPING else owner.values if method in ADDING else None
    if name and changed is not None:
        changed[name] += [Bound(value, scope) for value in values]


def _set_to_constants(body: Sequence[ast.stmt]) -> Iterator[str]:
    """Names that a branch sets to plain values."""
    for statement in body:
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant):
            yield from (target.id for target in statement.targets if isinstance(target, ast.Name))


def _bind_arguments(call: ast.Call, caller: Scope, node: FunctionNode, callee: Scope) -> None:
    parameters = [parameter.arg for parameter, _ in positional_with_defaults(node.args)]
    if parameters[:1] in (["self"], ["cls"]):
        parameters = parameters[1:]
    by_name = [(word.arg, word.value) for word in call.keywords if word.arg is not None]
    for name, value in [*zip(parameters, call.args, strict=False), *by_name]:
        if len(callee.values[name]) < MOST_CALLS:
            callee.values[name].append(Bound(value, caller))


def _owner(name: ast.expr, scope: Scope) -> Scope:
    """The scope that a name belongs to: `self.x` is one of the class."""
    is_own = isinstance(name, ast.Attribute) and name_of(name).startswith(("self.", "cls."))
    while is_own and not isinstance(scope.node, ast.ClassDef) and scope.around is not None:
        scope = scope.around
    return scope


def _names(targets: Sequence[ast.expr]) -> Iterator[ast.expr]:
    for target in targets:
        if isinstance(target, ast.Tuple | ast.List):
            yield from _names(target.elts)
        elif isinstance(target, ast.Starred):
            yield from _names((target.value,))
        elif name_of(target):
            yield target
