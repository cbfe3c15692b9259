"""Keys, items and columns: what a path becomes when something inside of it is read."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import islice
from typing import TypeGuard

from evenhand.check.reading.access_paths import AccessPath, Via, named_field
from evenhand.check.reading.classes import method
from evenhand.check.reading.enumerations import differs_from_values, enum_values
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.frameworks.odoo_records import is_set_of_records
from evenhand.check.reading.rule_tables import rules_of
from evenhand.check.reading.tracing.abstract_values import (
    MOST_SCALARS,
    NOTHING,
    Environment,
    Value,
    merge,
)
from evenhand.check.reading.tracing.loose_columns import attach
from evenhand.check.reading.tracing.objects import any_of, value_of
from evenhand.check.reading.tracing.predictions import at_row_and_column
from evenhand.check.reading.tracing.tracer import Tracer
from evenhand.check.reading.tracing.workspace_calls import call_back

MOST_PARTS = 100
"""Parts of a text that are told apart."""
MANY = 10
"""Items of a list of which a computed number says which one is meant."""
BY_LABEL = frozenset({"loc", "iloc", "at", "iat"})
MASKS = (ast.Compare, ast.BinOp, ast.UnaryOp, ast.Call, ast.BoolOp)
"""Subscripts that select rows of a frame, unless they give a key."""


def evaluate_subscript(node: ast.Subscript, tracer: Tracer, env: Environment) -> Value:
    """A field, an item, or a part of the owner: its slice, its rows under a mask."""
    owner = tracer.evaluate(node.value, env)
    cell = at_row_and_column(owner, node.slice, tracer, env)
    if cell is not None:
        return cell
    if isinstance(node.slice, ast.Slice):
        return replace(owner, elements=None) if owner.paths else owner

    key = tracer.evaluate(node.slice, env)
    klass = owner.instance.klass if owner.instance is not None else None
    getter = method(klass, "__getitem__", tracer.source.symbols) if klass is not None else None
    if getter is not None:
        return tracer.call(getter, [owner, key], {}, {})

    _run_selector(tracer, owner, key)
    is_scalar = key.is_number or key.is_text
    is_mask = (key.derived or isinstance(node.slice, MASKS)) and not is_scalar
    if isinstance(node.value, ast.Attribute) and node.value.attr in BY_LABEL:
        return _by_label(tracer, owner, key, is_mask)
    return look_up(tracer, owner, key, mask=is_mask)


def _by_label(tracer: Tracer, owner: Value, key: Value, is_mask: bool) -> Value:
    """`df.loc[rows]`, `df.at[row, "age"]`, `df.loc[rows, ["age", "income"]]`."""
    parts = key.elements or ()
    if len(parts) != 2:
        _note_label(key)
        if owner.own_paths and all(path.is_column_of_frame for path in owner.own_paths):
            return owner  # one of its values, or some: `df["age"].iloc[0]`
        return look_up(tracer, owner, key, mask=is_mask)

    rows, columns = parts
    _note_label(rows)
    for path in owner.own_paths:
        as_frame(path)
        attach(tracer, path.child_item(), rows)
    names_columns = columns.elements or any(isinstance(c, str) for c in columns.constants)
    return look_up(tracer, owner, columns) if names_columns else owner


def _note_label(key: Value) -> None:
    """`df.at[label, "age"]`: the rows of a table that is passed in are numbered."""
    for path in key.own_paths:
        if path.may_name_field:
            path.learn(Evidence.NUMBER)
            path.facts.note(0)


def _run_selector(tracer: Tracer, owner: Value, key: Value) -> None:
    """`df.loc[lambda frame: frame["age"] > 60]`: the function gets the frame."""
    for part in (key, *(key.elements or ())):
        if part.closure is not None and owner.own_paths:
            call_back(tracer, part, owner)


def look_up(tracer: Tracer, owner: Value, key: Value, *, mask: bool = False) -> Value:
    """`owner[key]` and `owner.get(key)`; with `mask`, the key may select rows of a frame."""
    if owner.entries is not None:
        note_members(key, owner, ast.In(), tracer.source.symbols)
        is_spread = bool(owner.own_paths) and owner.entries.keys().isdisjoint(key.constants)
        if is_spread and key.constants:  # `{**person, "fee": 3}["gender"]`
            return look_up(tracer, replace(owner, entries=None), key, mask=mask)
        return _entry(owner, key)
    if owner.elements is not None and not owner.paths:
        return _element(owner, key)
    if owner.derived:
        return merge((owner, key)).computed()

    return merge([_part(tracer, path, key, mask) for path in owner.paths])


def iterate(tracer: Tracer, value: Value) -> Value:
    """What one round of a loop over `value` gets."""
    instance = value.instance
    if instance is not None and is_set_of_records(instance.klass, tracer.source.modules):
        return value
    tracer.open_records(value)
    if value.pairs:
        rows = [value_of(tracer, _row(path)) for path in value.paths]
        return replace(merge(rows), pairs=True) if rows else NOTHING
    if value.derived and value.paths:
        return replace(value.computed(), is_number=value.is_number)
    if value.paths:
        return merge([_round(tracer, path) for path in value.paths])

    if value.elements is not None:
        return value.any_part
    if value.entries is not None:
        return Value(constants=tuple(value.entries))
    return NOTHING


def as_frame(path: AccessPath) -> None:
    """Take a path that is used like a frame for one, unless something speaks against it."""
    may_be_frame = path.via not in {Via.KEY, Via.ITEM} and not path.shows(Evidence.ARRAY)
    if may_be_frame and not path.shows(Evidence.MAPPING):
        path.learn(Evidence.FRAME)


def note(value: Value, constant: object) -> None:
    """Remember a constant that a value meets; of a display or comprehension, its one element."""
    if value.elements is not None and len(value.elements) == 1:
        note(value.elements[0], constant)
    if isinstance(constant, (str, int, float, bool, type(None))):
        for path in value.own_paths:
            path.facts.note(constant)


def note_members(
    value: Value, members: Value, operator: ast.cmpop, symbols: Mapping[str, ast.AST]
) -> None:
    """Take what meets members of an enumeration for one of them, unless a plain value would do."""
    enums = [part.enum for part in (members, *(members.elements or ())) if part.enum is not None]
    is_identity = isinstance(operator, (ast.Is, ast.IsNot))
    if not enums or not (is_identity or differs_from_values(enums[0], symbols)):
        return

    for path in value.own_paths:
        if path.klass is None and not path.shows(Evidence.ANNOTATED) and not path.facts.constants:
            path.klass = enums[0]
            path.learn(Evidence.ENUM)
            path.facts.note(*enum_values(enums[0]))


def note_key(key: Value, constant: object) -> None:
    """Remember a table's key, which may be a tuple: `STANDARDS[role, industry]`."""
    parts = key.elements
    if isinstance(constant, tuple) and parts is not None and len(constant) == len(parts):
        for element, part in zip(parts, constant, strict=True):
            note(element, part)
    else:
        note(key, constant)


def _entry(owner: Value, key: Value) -> Value:
    entries = owner.entries
    assert entries is not None

    for constant in islice(entries, MOST_SCALARS):
        note_key(key, constant)

    chosen = [entries[constant] for constant in key.constants if constant in entries]
    entry = merge(chosen) if chosen else owner.any_part
    if not key.paths:
        return entry
    return merge((entry, key.computed()))


def _element(owner: Value, key: Value) -> Value:
    elements = owner.elements
    assert elements is not None

    index = key.constants[0] if len(key.constants) == 1 else None
    if isinstance(index, int) and -len(elements) <= index < len(elements):
        return elements[index]

    return merge((owner.any_part, key.computed()))


def _part(tracer: Tracer, path: AccessPath, key: Value, mask: bool) -> Value:
    if key.elements is not None and not key.constants:
        return _columns(tracer, path, key)
    if key.paths and mask:
        return _masked(tracer, path, key)
    is_position = key.is_number and path.facts.may_be_list and not path.is_table
    if is_position and key.derived:
        return _at_position(tracer, path, key)
    if key.constants:
        return _at_constants(tracer, path, key)
    flags = [each for each in key.own_paths if each.parent is path.item is not None]
    if path.shows(Evidence.FRAME) and flags:  # `df[df["insured"]]`
        for flag in flags:
            flag.learn(Evidence.BOOLEAN)
        return _masked(tracer, path, key)
    if key.own_paths:
        return _keyed(tracer, path, key.own_paths)
    if is_position:
        return _at_position(tracer, path, key)
    if key.is_text and not path.is_table:
        path.learn(Evidence.MAPPING, Evidence.OPEN_KEYS)
        return Value((path,), derived=True)
    if key.paths or path.shows(Evidence.LIST):
        return iterate(tracer, Value((path,)))
    return _any_part(tracer, path)


def _masked(tracer: Tracer, path: AccessPath, mask: Value) -> Value:
    """The rows of a frame for which a condition holds."""
    as_frame(path)
    if path.shows(Evidence.FRAME):
        attach(tracer, path.child_item(), mask)
    return Value((path,))


def _at_constants(tracer: Tracer, path: AccessPath, key: Value) -> Value:
    """What is at any of the constants that a key may be."""
    keys = [k for k in key.constants if isinstance(k, (str, int, float, bool))]
    if len(keys) > 1:
        _note_rules(tracer, path, keys)
    return merge([_item(tracer, path, k) for k in keys])


def _note_rules(tracer: Tracer, path: AccessPath, keys: list[str | int | float | bool]) -> None:
    """`facts[rule["field"]]`: the rows of the table say what each field is compared with."""
    rules = rules_of(tracer.source)
    for key in keys:
        if isinstance(key, str) and key in rules and not path.shows(Evidence.FRAME):
            path.child_key(key).facts.note(*rules[key])


def _any_part(tracer: Tracer, path: AccessPath) -> Value:
    """What is under a key of which nothing is known."""
    if path.keys:
        return any_of(tracer, path.keys.values())
    if path.item is not None:
        return value_of(tracer, path.item)
    return Value((path,), derived=True)


def _columns(tracer: Tracer, path: AccessPath, key: Value) -> Value:
    """`df[["age", "gender"]]`, or `table["a", "b"]`."""
    as_frame(path)
    names = [name for element in key.elements or () for name in element.constants]
    for name in names:
        row = path.child_item() if path.shows(Evidence.FRAME) else path
        tracer.touched.append(row.child_key(name))

    return Value((path,))


def _item(tracer: Tracer, path: AccessPath, key: object) -> Value:
    """What is under a constant key: a column, a field, or one item of a list."""
    if path.via is Via.PARTS and not is_place(key):
        return Value((path,), derived=True)

    is_position = _is_integer(key) and not _has_positional_fields(path)
    if path.shows(Evidence.TEXT) and is_position:
        return Value((path,), derived=True)

    if (path.shows(Evidence.FRAME, Evidence.ARRAY)) and isinstance(key, str):
        child = path.child_item().child_key(key)
    elif is_position:
        path.learn(Evidence.LIST)
        path.facts.least = max(path.facts.least, _items_up_to(key))
        child = path.child_item()
    else:
        child = path.child_key(key)

    tracer.touched.append(child)
    return value_of(tracer, child)


def is_place(key: object) -> TypeGuard[int]:
    """Whether a key is a position from the beginning."""
    return isinstance(key, int) and not isinstance(key, bool) and 0 <= key <= MOST_PARTS


def _is_integer(key: object) -> bool:
    return isinstance(key, int) and not isinstance(key, bool)


def _items_up_to(key: object) -> int:
    """How many items a list needs that has one at a position; 0 for the last, or far away."""
    return key + 1 if is_place(key) else 0


def _has_positional_fields(path: AccessPath) -> bool:
    """Whether its integer subscripts name fields, as in rows that are tuples."""
    is_item = path.parent is not None and path.parent.item is path
    is_row = len(set(path.facts.fields.values())) > 1 and not path.facts.is_looped
    return path.shows(Evidence.TUPLE) or is_item or is_row


def _keyed(tracer: Tracer, path: AccessPath, keys: Iterable[AccessPath]) -> Value:
    """`person[ethnicity]`, where the parameter `ethnicity` names the field."""
    values: list[Value] = []
    for key in keys:
        if key.facts.is_numeric and not path.keys:
            values.append(_looked_up(tracer, path, key))
            continue
        child = path.child_key(f"<{key.name}>")
        child.key_param, child.name = key, named_field(key)
        child.text = f"{path.text}[{key.text}]"
        key.field_name = key.field_name or named_field(key)

        tracer.touched.append(child)
        values.append(value_of(tracer, child))

    return merge(values)


def _at_position(tracer: Tracer, path: AccessPath, key: Value) -> Value:
    """`rates[age // 10]`: one of many items; `ages[i]`: one of those that are counted."""
    path.learn(Evidence.LIST)
    counted = max((_items_up_to(last) for last in key.constants), default=0)
    path.facts.least = max(path.facts.least, counted, MANY if key.paths else 0)
    item = path.child_item()
    tracer.touched.append(item)
    return value_of(tracer, item)


def _looked_up(tracer: Tracer, path: AccessPath, key: AccessPath) -> Value:
    """`rates[person.age]`: a number names no field, but an entry of a table."""
    path.learn(Evidence.LOOKUP_TABLE)
    path.link(key)
    entry = path.child_item()
    tracer.touched += (entry, key)
    return value_of(tracer, entry)


def _round(tracer: Tracer, path: AccessPath) -> Value:
    """What one round of a loop over a path gets: a key, a character or an item."""
    if path.is_column_of_frame or (path.shows(Evidence.COLUMN) and path.is_leaf):
        return Value((path,))

    is_record = bool(path.keys) and path.item is None and not path.shows(Evidence.FRAME)
    if is_record:
        return Value(constants=tuple(key for key in path.keys if isinstance(key, str)))
    if path.shows(Evidence.TEXT, Evidence.NUMBER):
        return Value((path,), derived=True)

    path.facts.is_looped = True
    if path.facts.may_be_list:
        path.learn(Evidence.LIST)
    return value_of(tracer, path.child_item())


def _row(path: AccessPath) -> AccessPath:
    """A row of a frame, or one of the records of a dict of records."""
    if not path.shows(Evidence.FRAME):
        path.learn(Evidence.MAPPING, Evidence.RECORDS_BY_KEY)

    return path.child_item()
