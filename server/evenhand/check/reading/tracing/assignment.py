"""Assignments: names, tuples of names, attributes and items that are bound to values."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.reading.classes import setter
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.node_handlers import Handlers, on
from evenhand.check.reading.table_libraries import learn_by_variable
from evenhand.check.reading.tracing.abstract_values import (
    NOTHING,
    Environment,
    Value,
    merge,
    name_it,
)
from evenhand.check.reading.tracing.objects import value_of
from evenhand.check.reading.tracing.tracer import Tracer

MOST_ENTRIES = 500
"""Keys that are put into a dict one by one; what is put under others is kept with the last."""


def bind(target: ast.expr, tracer: Tracer, value: Value, env: Environment) -> None:
    """Assign `value` to a target, beside what it may already be."""
    handler = TARGETS.get(type(target))
    if handler is not None:
        handler(target, tracer, value, env)


def _bind_name(target: ast.Name, tracer: Tracer, value: Value, env: Environment) -> None:
    for path in value.own_paths:
        learn_by_variable(path, target.id)
    env[target.id] = merge((env.get(target.id, NOTHING), value))


def _bind_starred(target: ast.Starred, tracer: Tracer, value: Value, env: Environment) -> None:
    bind(target.value, tracer, value.computed(), env)


def _bind_attribute(target: ast.Attribute, tracer: Tracer, value: Value, env: Environment) -> None:
    owner = tracer.evaluate(target.value, env)
    name_it(value, target.attr)
    if len(value.own_paths) == 1 and target.attr not in value.own_paths[0].facts.kept_as:
        value.own_paths[0].facts.kept_as.append(target.attr)
    if owner.instance is None:
        for path in owner.own_paths:
            path.learn(Evidence.CHANGED)
        return

    sets = setter(owner.instance.klass, target.attr, tracer.source.symbols)
    if sets is not None:
        tracer.call(sets, [owner, value], {}, {})
        return

    attributes = owner.instance.attributes
    attributes[target.attr] = merge((attributes.get(target.attr, NOTHING), value))


def _bind_item(target: ast.Subscript, tracer: Tracer, value: Value, env: Environment) -> None:
    """`row["new"] = ...`: the key is the function's own from here on."""
    owner = tracer.evaluate(target.value, env)
    key = tracer.evaluate(target.slice, env)
    for path in owner.paths:
        _mark_assigned(path, key.constants)
    if key.own_paths and not key.constants:
        _note_mapping(owner, key)

    if isinstance(target.value, ast.Name) and not owner.paths:
        name = target.value.id
        table = env.get(name, NOTHING)
        env[name] = _with_entries(table, key.constants, value)


def _note_mapping(owner: Value, key: Value) -> None:
    """`cart[item] = quantity`: a mapping, whose keys can be hashed."""
    for path in owner.own_paths:
        if path.is_leaf and not path.shows(Evidence.LIST, Evidence.FRAME):
            path.learn(Evidence.MAPPING)
    for path in key.own_paths:
        path.learn(Evidence.HASHED)


def _with_entries(table: Value, keys: Sequence[object], value: Value) -> Value:
    """A dict of the code's own in which `value` is put under each of `keys`."""
    entries = dict(table.entries or {})
    for key in keys:
        if key not in entries and len(entries) >= MOST_ENTRIES:
            key = next(reversed(entries))
        entries[key] = merge((entries.get(key, NOTHING), value))

    return replace(table, entries=entries) if entries else table


def _mark_assigned(path: AccessPath, keys: Sequence[object]) -> None:
    row = path.child_item() if path.shows(Evidence.FRAME) else path
    for key in keys:
        is_read = key in row.keys or key in path.keys
        if not is_read:
            row.child_key(key).assigned = True


def _unpack(target: ast.Tuple | ast.List, tracer: Tracer, value: Value, env: Environment) -> None:
    tracer.open_records(value)
    targets = target.elts
    elements = value.elements
    if elements is not None and len(elements) == len(targets):
        for part, element in zip(targets, elements, strict=True):
            bind(part, tracer, element, env)
        return

    if value.pairs and len(targets) == 2:
        item = Value(value.paths, instance=value.instance)
        bind(targets[1], tracer, item, env)
        return

    computed = value.computed() if value.derived and value.paths else NOTHING
    for index, part in enumerate(targets):
        fields = [_positional_field(tracer, path, index, part) for path in value.own_paths]
        bind(part, tracer, merge([*fields, computed]), env)


def _positional_field(tracer: Tracer, path: AccessPath, index: int, target: ast.expr) -> Value:
    """The field of a tuple that is unpacked into `target`, whose name it gets."""
    path.learn(Evidence.TUPLE)
    field = path.child_key(index)
    if isinstance(target, ast.Name):
        field.name = field.text = target.id

    return value_of(tracer, field)


TARGETS: Handlers[[Tracer, Value, Environment], None] = dict(
    (
        on(ast.Name, _bind_name),
        on(ast.Tuple, _unpack),
        on(ast.List, _unpack),
        on(ast.Starred, _bind_starred),
        on(ast.Attribute, _bind_attribute),
        on(ast.Subscript, _bind_item),
    )
)
