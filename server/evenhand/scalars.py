"""Plain values of Python: which there are, which are numbers, and which are the same."""

from __future__ import annotations

import datetime
from typing import TypeGuard

Scalar = str | int | float | bool | None | datetime.date
"""A value that is compared whole."""


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether `value` is an int or a float; True and False are none, though Python says so."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_same(first: object, second: object) -> bool:
    """Whether two values are equal and of one type, unlike 1 and True."""
    return type(first) is type(second) and first == second
