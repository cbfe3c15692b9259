"""Keys, items and columns: what a place becomes when something inside of it is read."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace

from evenhand.check.reading.access_paths import AccessPath, field_name
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.tracing.abstract_values import NOTHING, Environment, Value, merge
from evenhand.check.reading.tracing.tracer import Tracer


def subscript(tracer: Tracer, node: ast.Subscript, env: Environment) -> Value:
    owner = tracer.evaluate(node.value, env)
    if isinstance(node.slice, ast.Slice):
        return replace(owner, elements=None) if owner.paths else owner
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
        return merge((found, key.computed())) if key.paths else found
    if owner.elements is not None and not owner.paths:
        return _element(owner, key)
    if owner.derived:
        return merge((owner, key)).computed()
    parts = [_part(tracer, path, key, mask) for path in owner.paths]
    return merge(parts)


def _element(owner: Value, key: Value) -> Value:
    assert owner.elements is not None
    index = key.constants[0] if len(key.constants) == 1 else None
    if isinstance(index, int) and -len(owner.elements) <= index < len(owner.elements):
        return owner.elements[index]
    return merge((merge(owner.elements), key.computed()))


def _part(tracer: Tracer, path: AccessPath, key: Value, mask: bool) -> Value:
    if key.elements is not None and key.constants == ():
        return _columns(tracer, path, key)
    if key.paths and mask:
        as_frame(path)
        return Value((path,))
    if key.constants:
        children = [
            _item(tracer, path, k) for k in key.constants if isinstance(k, (str, int, float, bool))
        ]
        return merge(children)
    if key.paths and not key.derived:
        return _keyed(tracer, path, key.paths)
    if key.paths or path.is_list:
        return iterate(tracer, Value((path,)))
    return merge(
        [tracer.of_place(c) for c in path.keys.values()]
        or [tracer.of_place(path.item) if path.item else Value((path,), derived=True)]
    )


def _columns(tracer: Tracer, path: AccessPath, key: Value) -> Value:
    """`df[["age", "gender"]]`, or `table["a", "b"]`."""
    as_frame(path)
    for element in key.elements or ():
        for constant in element.constants:
            row = path.child_item() if path.is_frame else path
            tracer.touched.append(row.child_key(constant))
    return Value((path,))


def as_frame(path: AccessPath) -> None:
    if path.parent is None and not path.is_mapping:
        path.learn(Evidence.FRAME)


def _item(tracer: Tracer, path: AccessPath, key: object) -> Value:
    if path.is_frame and isinstance(key, str):
        child = path.child_item().child_key(key)
    elif isinstance(key, int) and not isinstance(key, bool) and not _positional(path):
        if path.is_text:
            return Value((path,), derived=True)
        path.learn(Evidence.LIST)
        child = path.child_item()
    else:
        child = path.child_key(key)
    tracer.touched.append(child)
    return tracer.of_place(child)


def _positional(path: AccessPath) -> bool:
    """Whether its integer subscripts name fields, as in rows that are tuples."""
    return path.is_tuple or (path.parent is not None and path.parent.item is path)


def _keyed(tracer: Tracer, path: AccessPath, keys: Iterable[AccessPath]) -> Value:
    """`person[ethnicity]`, where the parameter `ethnicity` names the field."""
    found: list[Value] = []
    for key in keys:
        child = path.child_key(f"<{key.name}>")
        child.key_param, child.name = key, field_name(key)
        child.text = f"{path.text}[{key.text}]"
        key.field_name = key.field_name or field_name(key)
        tracer.touched.append(child)
        found.append(tracer.of_place(child))
    return merge(found)


def assigned_item(tracer: Tracer, target: ast.Subscript, value: Value, env: Environment) -> None:
    """`row["new"] = ...`: the key is the function's own from here on."""
    owner = tracer.evaluate(target.value, env)
    key = tracer.evaluate(target.slice, env)
    for path in owner.paths:
        row = path.child_item() if path.is_frame else path
        for constant in key.constants:
            if constant not in row.keys and constant not in path.keys:
                row.child_key(constant).assigned = True
    if isinstance(target.value, ast.Name) and not owner.paths:
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
    for path in value.paths:
        path.note(constant)


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
        rows = [tracer.of_place(_row(p)) for p in value.paths]
        return replace(merge(rows), pairs=True) if rows else NOTHING
    if value.elements is not None and not value.paths:
        return merge(value.elements)
    if value.entries is not None and not value.paths:
        return Value(constants=tuple(value.entries))
    found: list[Value] = []
    for path in value.paths:
        if value.derived:
            found.append(Value((path,), derived=True))
        elif path.keys and not path.is_frame and path.item is None:
            found.append(Value(constants=tuple(k for k in path.keys if isinstance(k, str))))
        elif path.is_text or path.is_number:
            found.append(Value((path,), derived=True))
        else:
            if path.may_be_list:
                path.learn(Evidence.LIST)
            found.append(tracer.of_place(path.child_item()))
    return merge(found)


def _row(path: AccessPath) -> AccessPath:
    """A row of a frame, or one of the records of a dict of records."""
    if path.is_frame:
        return path.child_item()
    path.learn(Evidence.MAPPING, Evidence.RECORDS_BY_KEY)
    return path.child_item()
