"""Values of numpy: see `table_values.py`."""

from __future__ import annotations

import importlib
import sys
from typing import Any, Callable


def described(
    value: Any, tree: Callable[[Any], Any], trees: Callable[[Any], list[Any]], limit: int
) -> Any | None:
    """An array by its items, a scalar as Python's own."""
    if hasattr(value, "tolist") and getattr(value, "ndim", 0) != 0:
        return {"t": "array", "v": trees(value[:limit].tolist())}
    if not hasattr(value, "item"):
        return None

    plain = value.item()
    is_own = type(plain).__module__ == type(value).__module__
    return None if is_own else tree(plain)


def cells(value: Any, limit: int) -> list[Any] | None:
    """The first items of an array."""
    if type(value).__name__ != "ndarray":
        return None
    return list(value[:limit].tolist()) if value.ndim == 1 else []


def restart(seed: int, moment: Callable[[], float]) -> None:
    """Seed the generator that all share; numpy imports its generators at their first use."""
    if "numpy" in sys.modules:
        importlib.import_module("numpy.random").seed(seed % 2**32)
