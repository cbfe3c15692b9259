"""What is to be known of values of libraries for tables; each library is a module of its own."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from typing import Any

from . import numpy_values, pandas_values, polars_values, sqlalchemy_values

LIBRARIES: Mapping[str, types.ModuleType] = {
    "numpy": numpy_values,
    "pandas": pandas_values,
    "polars": polars_values,
    "sqlalchemy": sqlalchemy_values,
}
"""By the name of the package. Each has three functions:

- `described(value, tree, trees, limit)`: the tree of a value, or None if it is none of its own
- `cells(value, limit)`: the first values of an array or a column; None for anything else
- `restart(seed, moment)`: starts its chance and its clock anew, if the library is imported;
  `moment()` is the time of day
"""


def library_of(value: Any) -> types.ModuleType | None:
    """What is known of the library that a value's type comes from; None for other types."""
    return LIBRARIES.get(str(type(value).__module__).partition(".")[0])


def cells(value: Any, limit: int) -> list[Any] | None:
    """The first plain values of an array, column or table; None for any other value."""
    library = library_of(value)
    first = None if library is None else library.cells(value, limit)
    if first is None:
        return None
    return [cell for cell in first if isinstance(cell, (str, int, float, bool))]


def restart(seed: int, moment: Callable[[], float]) -> None:
    """Let the chance and the clock of every library begin at the same point."""
    for library in LIBRARIES.values():
        library.restart(seed, moment)
