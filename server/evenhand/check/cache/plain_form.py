"""Plain data as JSON, and back: a file of the cache holds the forms of its type, or nothing.

A dataclass is a list of its fields, in order. What is read is checked piece by piece against the
annotations, so a file that is damaged, foreign or of another version is refused as a whole.
"""

from __future__ import annotations

import datetime
import functools
import json
import math
import types
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import StrEnum
from typing import Any, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

from evenhand.check.sandbox.shapes import (
    WHOLE,
    OffenceError,
    Shape,
    entry,
    flag,
    items,
    number,
    one_of,
    optional,
    parsed,
    whole,
)
from evenhand.scalars import Scalar

T = TypeVar("T")
MOST_ITEMS = 1_000_000


def written(value: object) -> bytes:
    """One line of JSON for plain data: dataclasses, tuples, sets, enums, texts and numbers."""
    return json.dumps(plain(value), separators=(",", ":"), allow_nan=False).encode()


def read(kind: type[T], line: bytes) -> T:
    """What `written` made a line of; raises OffenceError if it is no `kind`."""
    try:
        value: T = shape_of(kind)(parsed(line))
    except RecursionError as error:
        raise OffenceError from error
    return value


def plain(value: Any) -> Any:
    """The value as JSON has it; sets are sorted, so equal values are written alike."""
    if isinstance(value, frozenset | set):
        return sorted(map(plain, value))
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if is_dataclass(value):
        return [plain(getattr(value, field.name)) for field in fields(value)]
    if isinstance(value, datetime.date):
        return [value.isoformat()]
    return value


def shape_of(kind: Any) -> Shape[Any]:
    """What a value of this type looks like in JSON."""
    return _shape_of(kind)


@functools.cache
def _shape_of(kind: Any) -> Shape[Any]:
    if isinstance(kind, NewType):
        return shape_of(kind.__supertype__)
    if kind in SCALARS:
        return SCALARS[kind]
    if kind == Scalar:
        return _scalar

    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _shape_of_union(arguments)
    if origin is frozenset:
        members = items(shape_of(arguments[0]), MOST_ITEMS)
        return lambda value: frozenset(members(value))
    if origin is tuple:
        return _shape_of_tuple(arguments)

    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return one_of(kind)
    if isinstance(kind, type) and is_dataclass(kind):
        return _shape_of_dataclass(kind)
    raise TypeError(f"{kind} has no plain form")


def _shape_of_union(members: tuple[Any, ...]) -> Shape[Any]:
    [kind] = [member for member in members if member is not type(None)]
    return optional(shape_of(kind))


def _shape_of_tuple(members: tuple[Any, ...]) -> Shape[Any]:
    if len(members) == 2 and members[1] is Ellipsis:
        return items(shape_of(members[0]), MOST_ITEMS)
    return entry(*map(shape_of, members))


def _shape_of_dataclass(kind: type) -> Shape[Any]:
    """Its fields are looked at on first use, since a type may hold others of its own."""

    @functools.cache
    def of_fields() -> Shape[tuple[Any, ...]]:
        hints = get_type_hints(kind)
        return entry(*(shape_of(hints[field.name]) for field in fields(kind)))

    def shape(value: Any) -> Any:
        return kind(*of_fields()(value))

    return shape


def _scalar(value: Any) -> Any:
    """A plain value; a date is a list of its text alone."""
    if value is None or type(value) in SCALARS:
        return value
    try:
        [text] = value
        kind = datetime.datetime if "T" in text else datetime.date
        return kind.fromisoformat(text)
    except (TypeError, ValueError) as error:
        raise OffenceError from error


def _text(value: Any) -> str:
    """Any text: the name of a file may hold what no encoding has."""
    if type(value) is not str:
        raise OffenceError
    return value


SCALARS: dict[Any, Callable[[Any], Any]] = {
    str: _text,
    bool: flag,
    int: whole(-WHOLE, WHOLE),
    float: number(-math.inf, math.inf),
}
