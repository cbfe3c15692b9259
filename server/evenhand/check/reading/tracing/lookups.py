"""Keys, items and columns: what a place becomes when something inside of it is read."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace

from evenhand.check.reading.access_paths import Place, field_name
from evenhand.check.reading.tracing.abstract_values import NOTHING, Environment, Value, merge
from evenhand.check.reading.tracing.tracer import Tracer


def subscript(tracer: Tracer, node: ast.Subscript, env: Environment) -> Value:
    owner = tracer.evaluate(node.value, env)
    if isinstance(node.slice, ast.Slice):
        return replace(owner, elements=None) if owner.places else owner
    key = tracer.evaluate(node.slice, env)
    mask = isinstance(node.slice, (ast.Compare, ast.BinOp, ast.UnaryOp, ast.Call, ast.BoolOp))
    return look_up(tracer, owner, key, mask=mask or key.derived)


def look_up(tracer: Tracer, owner: Value, key: Value, *, mask: bool = False) -> Value:
    """`owner[key]` and `owner.get(key)`."""
    if owner.entries is not None:
        for known in owner.entries:
            note_key(key, known)
        chosen = [owner.entries[k] for k in key.constants if k in owner.entries]
        found = merge(chosen or owner.entries.values())
        return merge((found, key.computed())) if key.places else found
    if owner.elements is not None and not owner.places:
        return _element(owner, key)
    if owner.derived:
        return merge((owner, key)).computed()
    parts = [_part(tracer, place, key, mask) for place in owner.places]
    return merge(parts)


def _element(owner: Value, key: Value) -> Value:
    assert owner.elements is not None
    index = key.constants[0] if len(key.constants) == 1 else None
    if isinstance(index, int) and -len(owner.elements) <= index < len(owner.elements):
        return owner.elements[index]
    return merge((merge(owner.elements), key.computed()))


def _part(tracer: Tracer, place: Place, key: Value, mask: bool) -> Value:
    if key.elements is not None and key.constants == ():
        return _columns(tracer, place, key)
    if key.places and mask:
        as_frame(place)
        return Value((place,))
    if key.constants:
        children = [
            _item(tracer, place, k) for k in key.constants if isinstance(k, (str, int, float, bool))
        ]
        return merge(children)
    if key.places and not key.derived:
        return _keyed(tracer, place, key.places)
    if key.places or "list" in place.hints:
        return iterate(tracer, Value((place,)))
    return merge(
        [tracer.of_place(c) for c in place.keys.values()]
        or [tracer.of_place(place.item) if place.item else Value((place,), derived=True)]
    )


def _columns(tracer: Tracer, place: Place, key: Value) -> Value:
    """`df[["age", "gender"]]`, or `table["a", "b"]`."""
    as_frame(place)
    for element in key.elements or ():
        for constant in element.constants:
            row = place.child_item() if "frame" in place.hints else place
            tracer.touched.append(row.child_key(constant))
    return Value((place,))


def as_frame(place: Place) -> None:
    if not place.hints & {"dict", "table"} and place.parent is None:
        place.hints.add("frame")


def _item(tracer: Tracer, place: Place, key: object) -> Value:
    if "frame" in place.hints and isinstance(key, str):
        child = place.child_item().child_key(key)
    elif isinstance(key, int) and not isinstance(key, bool) and not _positional(place):
        if place.hints & {"str"}:
            return Value((place,), derived=True)
        place.hints.add("list")
        child = place.child_item()
    else:
        child = place.child_key(key)
    tracer.touched.append(child)
    return tracer.of_place(child)


def _positional(place: Place) -> bool:
    """Whether its integer subscripts name fields, as in rows that are tuples."""
    return "tuple" in place.hints or (place.parent is not None and place.parent.item is place)


def _keyed(tracer: Tracer, place: Place, keys: Iterable[Place]) -> Value:
    """`person[ethnicity]`, where the parameter `ethnicity` names the field."""
    found: list[Value] = []
    for key in keys:
        child = place.child_key(f"<{key.name}>")
        child.key_param, child.name = key, field_name(key)
        child.text = f"{place.text}[{key.text}]"
        key.field_name = key.field_name or field_name(key)
        tracer.touched.append(child)
        found.append(tracer.of_place(child))
    return merge(found)


def assigned_item(tracer: Tracer, target: ast.Subscript, value: Value, env: Environment) -> None:
    """`row["new"] = ...`: the key is the function's own from here on."""
    owner = tracer.evaluate(target.value, env)
    key = tracer.evaluate(target.slice, env)
    for place in owner.places:
        row = place.child_item() if "frame" in place.hints else place
        for constant in key.constants:
            if constant not in row.keys and constant not in place.keys:
                row.child_key(constant).assigned = True
    if isinstance(target.value, ast.Name) and not owner.places:
        known = env.get(target.value.id, NOTHING)
        entries = dict(known.entries or {})
        for constant in key.constants:
            entries[constant] = merge((entries.get(constant, NOTHING), value))
        env[target.value.id] = replace(known, entries=entries) if entries else known


def note(value: Value, constant: object) -> None:
    """Remember a constant that a value meets; of a display or comprehension, its one element."""
    if value.elements is not None and len(value.elements) == 1:
        note(value.elements[0], constant)
    if value.derived or not isinstance(constant, (str, int, float, bool, type(None))):
        return
    for place in value.places:
        place.note(constant)


def note_key(key: Value, known: object) -> None:
    """A table's key, also one that is a tuple: `STANDARDS[role, industry]`."""
    if isinstance(known, tuple) and key.elements is not None and len(known) == len(key.elements):
        for element, part in zip(key.elements, known, strict=True):
            note(element, part)
    else:
        note(key, known)


def iterate(tracer: Tracer, value: Value) -> Value:
    """What one round of a loop over `value` gets."""
    if value.pairs:
        rows = [tracer.of_place(_row(p)) for p in value.places]
        return replace(merge(rows), pairs=True) if rows else NOTHING
    if value.elements is not None and not value.places:
        return merge(value.elements)
    if value.entries is not None and not value.places:
        return Value(constants=tuple(value.entries))
    found: list[Value] = []
    for place in value.places:
        if value.derived:
            found.append(Value((place,), derived=True))
        elif place.keys and "frame" not in place.hints and place.item is None:
            found.append(Value(constants=tuple(k for k in place.keys if isinstance(k, str))))
        elif "str" in place.hints or "number" in place.hints:
            found.append(Value((place,), derived=True))
        else:
            if place.hints.isdisjoint({"frame", "dict", "series", "tuple"}):
                place.hints.add("list")
            found.append(tracer.of_place(place.child_item()))
    return merge(found)


def _row(place: Place) -> Place:
    """A row of a frame, or one of the records of a dict of records."""
    if "frame" in place.hints:
        return place.child_item()
    place.hints.update({"dict", "table"})
    return place.child_item()
