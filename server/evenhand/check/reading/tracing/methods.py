"""Methods: those of the workspace's classes are followed, others tell what a place is."""

from __future__ import annotations

import ast
from dataclasses import replace

from evenhand.check.reading.access_paths import AccessPath, Via
from evenhand.check.reading.classes import method
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.tracing import frames
from evenhand.check.reading.tracing.abstract_values import NAMES, Environment, Value, merge, scalars
from evenhand.check.reading.tracing.lookups import iterate, look_up
from evenhand.check.reading.tracing.tracer import EXPRESSIONS, Tracer, nested_in_itself
from evenhand.check.reading.tracing.workspace_calls import arguments_of, construct, follow


def method_call(tracer: Tracer, node: ast.Call, name: str, owner: Value, env: Environment) -> Value:
    arguments, keywords = arguments_of(tracer, node, env)
    key = keywords.get("key")
    if name == "sort" and key is not None and key.closure is not None and not owner.derived:
        follow(tracer, key, [iterate(tracer, owner)], {})
    if owner.klass is not None or owner.instance is not None:
        function = EXPRESSIONS[ast.Attribute](tracer, node.func, env)
        if function.closure is not None:
            return follow(tracer, function, arguments, keywords)
        if function.klass is not None:
            return construct(tracer, function.klass, arguments, keywords)
        if owner.klass is not None:
            return merge([*arguments, *keywords.values()]).computed()
    if owner.entries is not None and name in {
        "get",
        "items",
        "values",
        "keys",
        "pop",
        "setdefault",
    }:
        return _table_method(tracer, name, owner, arguments)
    if owner.derived:
        return merge([owner, *arguments]).computed()
    return merge([_on_place(tracer, p, name, arguments, keywords, env) for p in owner.paths])


def _table_method(tracer: Tracer, name: str, owner: Value, arguments: list[Value]) -> Value:
    assert owner.entries is not None
    if name in {"get", "pop", "setdefault"} and arguments:
        return merge([look_up(tracer, owner, arguments[0]), *arguments[1:]])
    if name == "keys":
        return Value(
            constants=tuple(owner.entries), elements=(Value(constants=tuple(owner.entries)),)
        )
    inner = merge(owner.entries.values())
    if name == "values":
        return Value(elements=(inner,))
    return Value(elements=(Value(elements=(Value(constants=tuple(owner.entries)), inner)),))


def _on_place(
    tracer: Tracer,
    path: AccessPath,
    name: str,
    arguments: list[Value],
    keywords: dict[str, Value],
    env: Environment,
) -> Value:
    path.methods.add(name)
    klass = _class_with(tracer, path, name)
    if klass is not None and not nested_in_itself(path, klass):
        instance = Value((path,), instance=tracer.instance(klass, path))
        found = method(klass, name, tracer.source.symbols)
        assert found is not None
        return tracer.call(found, [instance, *arguments], keywords, {})
    if path.is_frame or (name in frames.METHODS and frames.looks_like(path)):
        return frames.method(tracer, path, name, arguments, keywords)
    if name in NAMES.text:
        return _text(tracer, path, name, arguments)
    if name in {"get", "pop", "setdefault"} and arguments:
        return _get(tracer, path, arguments)
    if name in {"items", "values", "keys"}:
        return _view(tracer, path, name)
    if name == "copy":
        return Value((path,))
    if path.via is Via.KEY and (name in NAMES.series or path.is_column_of_frame):
        return frames.column(tracer, path, name, arguments, keywords)
    if name in {"append", "add", "extend", "remove", "insert", "sort", "index", "count", "update"}:
        path.learn(Evidence.LIST_METHODS)
        if name in {"remove", "index", "count"} or (name == "sort" and "key" not in keywords):
            tracer.take(Value((path,)))
        return merge(arguments).computed()
    if name == "_asdict":
        return Value((path,))
    if name in NAMES.date:
        path.learn(Evidence.DATE)
        return Value((path,), derived=True)
    path.learn(Evidence.OBJECT)
    child = path.child_attribute(name)
    child.learn(Evidence.CALLABLE)
    return Value((child,), derived=True)


def _text(tracer: Tracer, path: AccessPath, name: str, arguments: list[Value]) -> Value:
    if not path.is_column and name != "replace":
        path.learn(Evidence.TEXT)
    if name in {"startswith", "endswith"}:
        for argument in arguments:
            for constant in scalars(argument):
                path.note(constant)
    if name in {"split", "splitlines", "partition"}:
        return Value((path,), derived=True)
    same = name in {
        "lower",
        "upper",
        "strip",
        "title",
        "capitalize",
        "casefold",
        "lstrip",
        "rstrip",
    }
    return Value((path,), derived=not same and name != "replace")


def _get(tracer: Tracer, path: AccessPath, arguments: list[Value]) -> Value:
    if not path.is_frame:
        path.learn(Evidence.MAPPING)
    value = look_up(tracer, Value((path,)), arguments[0])
    for child in value.paths:
        if child.parent is path:
            child.optional = True
            for default in arguments[1:]:
                for constant in default.constants:
                    if constant is not None:
                        child.note(constant)
    return merge([value, *[replace(a, constants=()) for a in arguments[1:]]])


def _view(tracer: Tracer, path: AccessPath, name: str) -> Value:
    if path.keys and path.item is None:
        children = [tracer.of_place(c) for c in path.keys.values()]
        names = Value(constants=tuple(path.keys))
        if name == "keys":
            return names
        inner = merge(children)
        return Value(elements=(Value(elements=(names, inner)) if name == "items" else inner,))
    path.learn(Evidence.MAPPING, Evidence.RECORDS_BY_KEY)
    if name == "keys":
        return Value((path,), derived=True)
    item = path.child_item()
    if name == "values":
        return Value(elements=(tracer.of_place(item),))
    key = Value((path,), derived=True)
    return Value(elements=(Value(elements=(key, tracer.of_place(item))),))


def _class_with(tracer: Tracer, path: AccessPath, name: str) -> ast.ClassDef | None:
    """The one class of the workspace that has the method called on an untyped place."""
    if path.klass is not None:
        return path.klass if method(path.klass, name, tracer.source.symbols) else None
    if path.is_built_in or name in NAMES.text:
        return None
    found = [
        s
        for s in tracer.source.symbols.values()
        if isinstance(s, ast.ClassDef)
        and any(isinstance(n, ast.FunctionDef) and n.name == name for n in s.body)
    ]
    return found[0] if len(found) == 1 else None
