"""The form of an outcome tree, as `check/worker/outcomes.py` describes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from evenhand.check.sandbox.shapes import OffenceError, encodable, scalar, whole

DEEPEST = 20
"""Levels of a tree; the worker cuts what is deeper than 12."""
MOST_NODES = 200_000
LONGEST_TEXT = 2_000_000
"""Characters."""
_LENGTH = whole(0, 10**15)

Kind = Callable[["_Walk", dict[str, Any], int], dict[str, Any]]
"""Returns the fields of a compound tree at some depth besides its `t`."""


def tree(value: Any) -> Any:
    """A tree as it may be used; raises OffenceError."""
    return _Walk().tree(value, 0)


@dataclass(slots=True)
class _Walk:
    """One way through a tree, which counts its nodes."""

    nodes: int = 0

    def tree(self, value: Any, depth: int) -> Any:
        self.nodes += 1
        if self.nodes > MOST_NODES or depth > DEEPEST:
            raise OffenceError
        if type(value) is not dict:
            return scalar(value, LONGEST_TEXT)

        name = value.get("t")
        kind = KINDS.get(name) if type(name) is str else None
        if kind is None:
            raise OffenceError
        return {"t": name, **kind(self, value, depth + 1)}

    def trees(self, value: Any, depth: int) -> list[Any]:
        return [self.tree(item, depth) for item in _list(value)]


def _list(value: Any) -> list[Any]:
    if type(value) is not list:
        raise OffenceError
    return value


def _text(value: Any) -> str:
    if type(value) is not str or len(value) > LONGEST_TEXT:
        raise OffenceError
    return encodable(value)


def _with_fields(fields: dict[str, Any], *names: str) -> list[Any]:
    """The values of exactly these fields."""
    if fields.keys() != {"t", *names}:
        raise OffenceError
    return [fields[name] for name in names]


def _items(walk: _Walk, fields: dict[str, Any], depth: int) -> dict[str, Any]:
    [value] = _with_fields(fields, "v")
    return {"v": walk.trees(value, depth)}


def _dict(walk: _Walk, fields: dict[str, Any], depth: int) -> dict[str, Any]:
    [value] = _with_fields(fields, "v")
    pairs = [walk.trees(pair, depth) for pair in _list(value)]
    if any(len(pair) != 2 for pair in pairs):
        raise OffenceError
    return {"v": pairs}


def _object(walk: _Walk, fields: dict[str, Any], depth: int) -> dict[str, Any]:
    name, value = _with_fields(fields, "c", "v")
    attributes: list[list[Any]] = []
    for attribute in _list(value):
        if type(attribute) is not list or len(attribute) != 2:
            raise OffenceError
        attributes.append([_text(attribute[0]), walk.tree(attribute[1], depth)])
    return {"c": _text(name), "v": attributes}


def _enum(walk: _Walk, fields: dict[str, Any], depth: int) -> dict[str, Any]:
    name, value = _with_fields(fields, "c", "v")
    return {"c": _text(name), "v": walk.tree(value, depth)}


def _frame(walk: _Walk, fields: dict[str, Any], depth: int) -> dict[str, Any]:
    columns, labels, rows = _with_fields(fields, "c", "i", "v")
    return {
        "c": walk.trees(columns, depth),
        "i": walk.trees(labels, depth),
        "v": [walk.trees(row, depth) for row in _list(rows)],
    }


def _series(walk: _Walk, fields: dict[str, Any], depth: int) -> dict[str, Any]:
    name, labels, values = _with_fields(fields, "n", "i", "v")
    return {
        "n": walk.tree(name, depth),
        "i": walk.trees(labels, depth),
        "v": walk.trees(values, depth),
    }


def _written(walk: _Walk, fields: dict[str, Any], depth: int) -> dict[str, Any]:
    [value] = _with_fields(fields, "v")
    return {"v": _text(value)}


def _cut(walk: _Walk, fields: dict[str, Any], depth: int) -> dict[str, Any]:
    if fields.keys() == {"t"}:
        return {}
    [length] = _with_fields(fields, "v")
    return {"v": _LENGTH(length)}


KINDS: dict[str, Kind] = {
    **dict.fromkeys(("list", "tuple", "set", "array", "range"), _items),
    **dict.fromkeys(("object", "dataclass", "namedtuple", "stand_in"), _object),
    **dict.fromkeys(("date", "datetime", "time", "timedelta", "decimal", "fraction"), _written),
    **dict.fromkeys(("bytes", "complex", "int", "float"), _written),
    **dict.fromkeys(("callable", "module", "opaque"), _written),
    "dict": _dict,
    "enum": _enum,
    "frame": _frame,
    "series": _series,
    "cut": _cut,
}
"""What each kind of compound tree holds."""
