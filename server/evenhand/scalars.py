"""Plain values of Python: which of them are numbers."""

from __future__ import annotations

from typing import TypeGuard


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether `value` is an int or a float; True and False are none, though Python says so."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)
