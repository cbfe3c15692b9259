"""Says piece by piece which form a piece of JSON must have; any other form is an offence.

A `Shape` takes what `json` has read and returns it as it may be used, or raises `OffenceError`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, NoReturn, TypeVar

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)
Shape = Callable[[Any], T]
WHOLE = 2**53
"""Integers from here on are no plain numbers of JSON."""


class OffenceError(Exception):
    """Something has not the form that it must have."""


def parsed(line: bytes) -> Any:
    """One line of JSON; raises OffenceError, whatever it holds."""
    try:
        return _DECODER.decode(line.decode())
    except (ValueError, RecursionError, MemoryError) as error:
        raise OffenceError from error


def text(most: int) -> Shape[str]:
    """A text of at most `most` characters, which can be encoded as UTF-8."""

    def shape(value: Any) -> str:
        if type(value) is not str or len(value) > most:
            raise OffenceError
        return value if value.isascii() else encodable(value)

    return shape


def encodable(value: str) -> str:
    """The text with its lone surrogates written out, as `repr` would."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return value.encode(errors="backslashreplace").decode()
    return value


def whole(least: int, most: int) -> Shape[int]:
    """An integer within bounds."""

    def shape(value: Any) -> int:
        if type(value) is not int or not least <= value <= most:
            raise OffenceError
        return value

    return shape


def number(least: float, most: float) -> Shape[float]:
    """An integer or a float within bounds, as a float."""

    def shape(value: Any) -> float:
        if type(value) not in (int, float) or not least <= value <= most:
            raise OffenceError
        return float(value)

    return shape


def flag(value: Any) -> bool:
    """True or False."""
    if type(value) is not bool:
        raise OffenceError
    return value


def one_of(members: type[E], *allowed: E) -> Shape[E]:
    """A member of an enum; one of `allowed` if there are any."""
    by_value = {member.value: member for member in allowed or members}

    def shape(value: Any) -> E:
        if type(value) is not str or value not in by_value:
            raise OffenceError
        return by_value[value]

    return shape


def optional(shape: Shape[T]) -> Shape[T | None]:
    """What another shape allows, or nothing."""
    return lambda value: None if value is None else shape(value)


def items(shape: Shape[T], most: int) -> Shape[tuple[T, ...]]:
    """A list of at most `most` items of one shape."""

    def all_items(value: Any) -> tuple[T, ...]:
        if type(value) is not list or len(value) > most:
            raise OffenceError
        return tuple(map(shape, value))

    return all_items


def entry(*shapes: Shape[Any]) -> Shape[tuple[Any, ...]]:
    """A list with one item of each shape."""

    def parts(value: Any) -> tuple[Any, ...]:
        if type(value) is not list or len(value) != len(shapes):
            raise OffenceError
        return tuple(shape(part) for shape, part in zip(shapes, value, strict=True))

    return parts


def record(
    needed: Mapping[str, Shape[Any]], more: Mapping[str, Shape[Any]] | None = None
) -> Shape[dict[str, Any]]:
    """An object with all `needed` fields, perhaps `more`, and no others."""
    allowed = {**needed, **(more or {})}

    def fields(value: Any) -> dict[str, Any]:
        if type(value) is not dict or not needed.keys() <= value.keys() <= allowed.keys():
            raise OffenceError
        return {name: allowed[name](part) for name, part in value.items()}

    return fields


def scalar(value: Any, longest: int) -> str | int | float | bool | None:
    """A plain value of JSON: text, a small integer, a finite float, a flag or nothing."""
    kind = type(value)
    if kind is str and len(value) <= longest:
        return value if value.isascii() else encodable(value)

    is_whole = kind is int and -WHOLE < value < WHOLE
    is_finite = kind is float and math.isfinite(value)
    if is_whole or is_finite or kind is bool or value is None:
        plain: int | float | bool | None = value
        return plain
    raise OffenceError


def _refuse(constant: str) -> NoReturn:
    raise OffenceError(constant)


_DECODER = json.JSONDecoder(parse_constant=_refuse)
