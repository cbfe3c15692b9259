"""Attributes of objects that no argument of the constructor gives: what they may be.

An object is built from its fields if the code reads such attributes. What the class or the
constructor sets by itself (a table of rates, a limit) stays as it is; the others are inputs.
"""

from __future__ import annotations

import ast

from evenhand.check.reading.access_paths import AccessPath, Via
from evenhand.check.reading.class_fields import declared, takes_any_field
from evenhand.check.reading.classes import is_mapped, set_by_class, set_by_constructor
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.tracing.abstract_values import NOTHING, Instance, Value, merge
from evenhand.check.reading.tracing.annotations import DEFAULTS, annotate, annotate_as, describe
from evenhand.check.reading.tracing.objects import value_of
from evenhand.check.reading.tracing.tracer import Tracer


def as_constructed(tracer: Tracer, instance: Instance, name: str, value: Value) -> Value:
    """What an attribute may be that the constructor sets to `value`.

    The object's class is remembered if that is left open, or fetched.
    """
    is_open = _is_open(tracer, instance, name, value)
    is_built = instance.path is not None and instance.constructed is None
    is_fetched = is_built and any(path.root.via is Via.WORLD for path in value.paths)
    if is_open:
        tracer.unset.add(instance.klass)
    if is_fetched:
        tracer.fetched.add(instance.klass)
    if not tracer.opens_fields or instance.path is None or not (is_open or is_fetched):
        return value
    return merge([value, _field(tracer, instance, instance.path, name, value)])


def _is_open(tracer: Tracer, instance: Instance, name: str, value: Value) -> bool:
    """Whether an object may have another value than the one that its constructor sets."""
    if (
        instance.path is None
        or instance.constructed is not None
        or (value.own_paths and not value.derived)
    ):
        return False
    return not _is_fixed(tracer, instance, name, value)


def field_of(tracer: Tracer, instance: Instance, name: str) -> Value:
    """An attribute of an object that is taken in, of which the constructor may say something."""
    path = instance.path
    assert path is not None
    if instance.constructed is None:
        return _without_constructor(tracer, instance, path, name)

    value = instance.constructed.get(name, NOTHING)
    if _is_fixed(tracer, instance, name, value):
        _keep(tracer, instance, path, name)
        return value
    return _field(tracer, instance, path, name, value)


def _field(
    tracer: Tracer, instance: Instance, path: AccessPath, name: str, constructed: Value
) -> Value:
    """An attribute as a part of the object at a path; `constructed` is what a constructor gives."""
    is_new = name not in path.attributes
    child = path.child_attribute(name)
    if is_new:
        _describe(tracer, instance, child, name, constructed)

    tracer.touched.append(child)
    return value_of(tracer, child)


def _without_constructor(tracer: Tracer, instance: Instance, path: AccessPath, name: str) -> Value:
    """An attribute that the constructor does not set: a column of a table, or any other."""
    symbols = tracer.source.symbols
    child = path.child_attribute(name)
    if not is_mapped(instance.klass, symbols) and not takes_any_field(instance.klass, symbols):
        tracer.unset.add(instance.klass)
        child.is_untaken = True

    field = declared(instance.klass, name, symbols)
    if field is not None and field.annotation is not None:
        annotate(child, field.annotation, tracer)

    tracer.touched.append(child)
    return value_of(tracer, child)


def _is_fixed(tracer: Tracer, instance: Instance, name: str, value: Value) -> bool:
    """Whether the class or its constructor sets the attribute to what is always the same."""
    if value.closure is not None or value.klass is not None:
        return True

    symbols = tracer.source.symbols
    if set_by_constructor(instance.klass, name, symbols) is not None:
        return True
    return set_by_class(instance.klass, name, symbols)


def _keep(tracer: Tracer, instance: Instance, path: AccessPath, name: str) -> None:
    """Have the object built with the value that its constructor would set."""
    expression = set_by_constructor(instance.klass, name, tracer.source.symbols)
    if expression is not None:
        path.child_attribute(name).expression = ast.unparse(expression)


def _describe(
    tracer: Tracer, instance: Instance, child: AccessPath, name: str, value: Value
) -> None:
    """Write into an attribute what its annotation and the constructor say."""
    field = declared(instance.klass, name, tracer.source.symbols)
    if field is not None:
        annotate_as(child, field, tracer)
    if value.instance is not None and not value.paths:
        child.klass = value.instance.klass
        child.learn(Evidence.OBJECT)

    for argument in value.own_paths:
        child.annotation = child.annotation or argument.annotation
        child.default = child.default or argument.default
        child.klass = child.klass or argument.klass
        child.facts.note(*argument.facts.constants)
    describe(child, tracer)

    for constant in value.constants:
        if type(constant) in DEFAULTS:
            child.learn(DEFAULTS[type(constant)])
    if value.elements is not None:
        child.learn(Evidence.LIST)
