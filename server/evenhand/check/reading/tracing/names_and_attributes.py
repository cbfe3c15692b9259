"""What names and attributes may stand for."""

from __future__ import annotations

import ast

from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.reading.classes import enum_members, is_enum, method
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.source import last_name
from evenhand.check.reading.tracing.abstract_values import (
    NAMES,
    NOTHING,
    Closure,
    Environment,
    Value,
    merge,
)
from evenhand.check.reading.tracing.lookups import as_frame
from evenhand.check.reading.tracing.tracer import Tracer


def evaluate_name(tracer: Tracer, node: ast.Name, env: Environment) -> Value:
    value = env.get(node.id)
    if value is None:
        return _symbol(tracer, node.id)
    tracer.touched.extend(value.paths)
    return value


def _symbol(tracer: Tracer, name: str) -> Value:
    if name in tracer.symbols:
        return tracer.symbols[name]
    tracer.symbols[name] = NOTHING
    found = tracer.source.symbols.get(name)
    if isinstance(found, ast.ClassDef):
        value = Value(klass=found)
    elif isinstance(found, (ast.FunctionDef, ast.AsyncFunctionDef)):
        value = Value(closure=Closure(found, {}))
    elif isinstance(found, ast.expr):
        value = tracer.evaluate(found, {})
    else:
        value = NOTHING
    tracer.symbols[name] = value
    return value


def evaluate_attribute(tracer: Tracer, node: ast.Attribute, env: Environment) -> Value:
    owner = tracer.evaluate(node.value, env)
    if node.attr == "__dict__":
        tracer.take(owner)
    if owner.klass is not None:
        return _class_attribute(tracer, owner.klass, node.attr)
    if owner.instance is not None:
        return instance_attribute(tracer, owner, node.attr)
    if owner.derived or not owner.paths:
        return owner.computed() if owner.paths else NOTHING
    return merge([_place_attribute(tracer, p, node.attr) for p in owner.paths])


def _class_attribute(tracer: Tracer, klass: ast.ClassDef, name: str) -> Value:
    if is_enum(klass, tracer.source.symbols):
        members = dict(enum_members(klass))
        if name in members:
            return Value(constants=(members[name] if members[name] is not None else name,))
    found = method(klass, name, tracer.source.symbols)
    if found is not None:
        return Value(closure=Closure(found, {}, Value(klass=klass)))
    for statement in klass.body:
        if isinstance(statement, ast.Assign) and last_name(statement.targets[0]) == name:
            return tracer.evaluate(statement.value, {})
    return NOTHING


def instance_attribute(tracer: Tracer, owner: Value, name: str) -> Value:
    """An attribute of an object of the workspace: field, method or property."""
    instance = owner.instance
    assert instance is not None
    if name in instance.attributes:
        value = instance.attributes[name]
        tracer.touched.extend(value.paths)
        return value
    found = method(instance.klass, name, tracer.source.symbols)
    if found is None:
        if instance.path is not None and name not in {"value", "name"}:
            child = instance.path.child_attribute(name)
            tracer.touched.append(child)
            return tracer.of_place(child)
        return owner.computed()
    decorators = {last_name(d) for d in found.decorator_list}
    if decorators & {"property", "cached_property"}:
        return tracer.call(found, [owner], {}, {})
    if "staticmethod" in decorators:
        return Value(closure=Closure(found, {}))
    return Value(closure=Closure(found, {}, owner))


def _place_attribute(tracer: Tracer, path: AccessPath, name: str) -> Value:
    path.methods.add(name)
    if name in {"loc", "iloc", "at", "iat", "columns"} and not path.attributes:
        as_frame(path)
    if path.is_frame:
        row = path.child_item()
        if name in NAMES.frame:
            return Value((path,))
        child = row.child_key(name)
    elif path.is_column or path.is_enum:
        return Value((path,))
    elif path.is_scalar:
        return Value((path,), derived=True)
    elif name in {"str", "dt", "cat", "values", "array"} and not path.attributes:
        path.learn(Evidence.COLUMN)
        return Value((path,))
    elif name in {"year", "month", "day"} and not path.attributes and "date" in path.text.lower():
        path.learn(Evidence.DATE)
        return Value((path,), derived=True)
    elif name == "value" and not path.attributes:
        return Value((path,))
    else:
        path.learn(Evidence.OBJECT)
        child = path.child_attribute(name)
    tracer.touched.append(child)
    return tracer.of_place(child)
