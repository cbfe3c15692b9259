"""What names and attributes may stand for."""

from __future__ import annotations

import ast

from evenhand.check.reading.access_paths import Place
from evenhand.check.reading.classes import enum_members, is_enum, method
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
    tracer.touched.extend(value.places)
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
    if owner.derived or not owner.places:
        return owner.computed() if owner.places else NOTHING
    return merge([_place_attribute(tracer, p, node.attr) for p in owner.places])


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
        tracer.touched.extend(value.places)
        return value
    found = method(instance.klass, name, tracer.source.symbols)
    if found is None:
        if instance.place is not None and name not in {"value", "name"}:
            child = instance.place.child_attribute(name)
            tracer.touched.append(child)
            return tracer.of_place(child)
        return owner.computed()
    decorators = {last_name(d) for d in found.decorator_list}
    if decorators & {"property", "cached_property"}:
        return tracer.call(found, [owner], {}, {})
    if "staticmethod" in decorators:
        return Value(closure=Closure(found, {}))
    return Value(closure=Closure(found, {}, owner))


def _place_attribute(tracer: Tracer, place: Place, name: str) -> Value:
    place.methods.add(name)
    if name in {"loc", "iloc", "at", "iat", "columns"} and not place.attributes:
        as_frame(place)
    if "frame" in place.hints:
        row = place.child_item()
        if name in NAMES.frame:
            return Value((place,))
        child = row.child_key(name)
    elif {"str", "number", "series", "enum", "date", "datetime"} & place.hints:
        return Value((place,), derived=place.hints.isdisjoint({"series", "enum"}))
    elif name in {"str", "dt", "cat", "values", "array"} and not place.attributes:
        place.hints.add("series")
        return Value((place,))
    elif name in {"year", "month", "day"} and not place.attributes and "date" in place.text.lower():
        place.hints.add("date")
        return Value((place,), derived=True)
    elif name == "value" and not place.attributes:
        return Value((place,))
    else:
        place.hints.add("object")
        child = place.child_attribute(name)
    tracer.touched.append(child)
    return tracer.of_place(child)
