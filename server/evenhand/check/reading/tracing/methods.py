"""Methods: those of the workspace's classes are followed, others show what a path is."""

from __future__ import annotations

import ast
from dataclasses import replace

from evenhand.check.reading.access_paths import AccessPath, Via
from evenhand.check.reading.classes import method
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.tracing import frames, type_members
from evenhand.check.reading.tracing.abstract_values import Environment, Value, merge, scalars
from evenhand.check.reading.tracing.lookups import iterate, look_up
from evenhand.check.reading.tracing.names_and_attributes import evaluate_attribute
from evenhand.check.reading.tracing.objects import instance_at, is_nested_too_deep, value_of
from evenhand.check.reading.tracing.tracer import Tracer
from evenhand.check.reading.tracing.workspace_calls import (
    Arguments,
    arguments_of,
    call_back,
    construct,
    follow,
)

LOOKUPS = frozenset({"get", "pop", "setdefault"})
VIEWS = frozenset({"items", "values", "keys"})


def method_call(
    node: ast.Call, called: ast.Attribute, tracer: Tracer, owner: Value, env: Environment
) -> Value:
    """What `owner.name(...)` may give."""
    arguments, name = arguments_of(tracer, node, env), called.attr
    key = arguments.keywords.get("key")
    if name == "sort" and key is not None and key.closure is not None and not owner.derived:
        call_back(tracer, key, iterate(tracer, owner))

    if owner.klass is not None or owner.instance is not None:
        function = evaluate_attribute(called, tracer, env)
        if function.closure is not None:
            return follow(tracer, function, arguments)
        if function.klass is not None:
            return construct(tracer, function.klass, arguments)
        if owner.klass is not None:
            return merge(arguments.all).computed()

    if owner.entries is not None and (name in LOOKUPS or name in VIEWS):
        return _table_method(tracer, name, owner, arguments)
    if owner.derived:
        return merge([owner, *arguments.positional]).computed()
    return merge([_on_path(tracer, path, name, arguments) for path in owner.paths])


def _table_method(tracer: Tracer, name: str, owner: Value, arguments: Arguments) -> Value:
    """A method of a dict that the code displays."""
    assert owner.entries is not None
    if name in LOOKUPS and arguments.positional:
        defaults = arguments.positional[1:]
        return merge([look_up(tracer, owner, arguments.first), *defaults])

    keys = Value(constants=tuple(owner.entries))
    if name == "keys":
        return replace(keys, elements=(keys,))
    items = merge(owner.entries.values())
    if name == "values":
        return Value(elements=(items,))
    return Value(elements=(Value(elements=(keys, items)),))


def _on_path(tracer: Tracer, path: AccessPath, name: str, arguments: Arguments) -> Value:
    path.methods.add(name)
    klass = _class_with(tracer, path, name)
    if klass is not None and not is_nested_too_deep(path, klass):
        return _workspace_method(tracer, path, klass, name, arguments)
    if path.is_frame or (name in type_members.FRAME_ALONE and frames.becomes_frame(path)):
        return frames.method(tracer, path, name, arguments)

    if name in type_members.TEXT:
        return _text(path, name, arguments)
    if name in LOOKUPS and arguments.positional:
        return _get(tracer, path, arguments)
    if name in VIEWS:
        return _view(tracer, path, name)
    if name in {"copy", "_asdict"}:
        return Value((path,))

    if path.via is Via.KEY and (name in type_members.COLUMN or path.is_column_of_frame):
        return frames.column(tracer, path, name, arguments)
    if name in type_members.LIST:
        return _list(tracer, path, name, arguments)
    if name in type_members.DATE:
        path.learn(Evidence.DATE)
        return Value((path,), derived=True)

    path.learn(Evidence.OBJECT)
    function = path.child_attribute(name)
    function.learn(Evidence.CALLABLE)
    return Value((function,), derived=True)


def _workspace_method(
    tracer: Tracer, path: AccessPath, klass: ast.ClassDef, name: str, arguments: Arguments
) -> Value:
    receiver = Value((path,), instance=instance_at(tracer, path, klass))
    function = method(klass, name, tracer.source.symbols)
    assert function is not None
    return tracer.call(function, [receiver, *arguments.positional], arguments.keywords, {})


def _text(path: AccessPath, name: str, arguments: Arguments) -> Value:
    if not path.is_column and name != "replace":
        path.learn(Evidence.TEXT)
    if name in {"startswith", "endswith"}:
        for argument in arguments.positional:
            for constant in scalars(argument):
                path.note(constant)
    return Value((path,), derived=name not in type_members.SAME_TEXT)


def _get(tracer: Tracer, path: AccessPath, arguments: Arguments) -> Value:
    """`person.get("age", 0)`: the key may be missing, and the default is a value of it."""
    if not path.is_frame:
        path.learn(Evidence.MAPPING)
    value, defaults = look_up(tracer, Value((path,)), arguments.first), arguments.positional[1:]
    constants = [c for default in defaults for c in default.constants if c is not None]
    for child in value.paths:
        if child.parent is path:
            child.optional = True
            for constant in constants:
                child.note(constant)
    return merge([value, *[replace(default, constants=()) for default in defaults]])


def _view(tracer: Tracer, path: AccessPath, name: str) -> Value:
    """`items`, `values` or `keys` of a record, or of a mapping that holds records."""
    if path.keys and path.item is None:
        keys = Value(constants=tuple(path.keys))
        item = merge([value_of(tracer, child) for child in path.keys.values()])
        if name == "keys":
            return keys
    else:
        path.learn(Evidence.MAPPING, Evidence.RECORDS_BY_KEY)
        keys = Value((path,), derived=True)
        if name == "keys":
            return keys
        item = value_of(tracer, path.child_item())

    return Value(elements=(item if name == "values" else Value(elements=(keys, item)),))


def _list(tracer: Tracer, path: AccessPath, name: str, arguments: Arguments) -> Value:
    path.learn(Evidence.LIST_METHODS)
    by_value = name in {"remove", "index", "count"}
    if by_value or (name == "sort" and "key" not in arguments.keywords):
        tracer.mark_escaped(Value((path,)))
    return merge(arguments.positional).computed()


def _class_with(tracer: Tracer, path: AccessPath, name: str) -> ast.ClassDef | None:
    """The one class of the workspace that has the method called on an untyped path."""
    if path.klass is not None:
        return path.klass if method(path.klass, name, tracer.source.symbols) else None
    if path.is_built_in or name in type_members.TEXT:
        return None

    classes = [n for n in tracer.source.symbols.values() if isinstance(n, ast.ClassDef)]
    owners = [klass for klass in classes if _defines(klass, name)]
    return owners[0] if len(owners) == 1 else None


def _defines(klass: ast.ClassDef, name: str) -> bool:
    return any(isinstance(node, ast.FunctionDef) and node.name == name for node in klass.body)
