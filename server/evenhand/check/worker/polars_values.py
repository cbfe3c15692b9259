"""Values of polars: see `table_values.py`."""

from __future__ import annotations

import sys
from typing import Any, Callable


def described(
    value: Any, tree: Callable[[Any], Any], trees: Callable[[Any], list[Any]], limit: int
) -> Any | None:
    """A frame by its columns and rows, which have no labels; a lazy one by what it would be."""
    name = type(value).__name__
    if name == "LazyFrame":
        return _frame(value.head(limit).collect(), trees)
    if name == "DataFrame":
        return _frame(value.head(limit), trees)
    if name == "Series":
        values = trees(value.head(limit).to_list())
        return {"t": "series", "n": tree(value.name), "i": [], "v": values}
    if name == "Expr":
        return {"t": "opaque", "v": str(value)}
    return None


def cells(value: Any, limit: int) -> list[Any] | None:
    """The first values of a column; none of a frame, which is compared item by item, too."""
    name = type(value).__name__
    if name == "Series":
        return list(value.head(limit).to_list())
    return [] if name == "DataFrame" else None


def restart(seed: int, moment: Callable[[], float]) -> None:
    """Seed the generator that all share; its clock is Python's."""
    seed_all = getattr(sys.modules.get("polars"), "set_random_seed", None)
    if seed_all is not None:
        seed_all(seed)


def _frame(rows: Any, trees: Callable[[Any], list[Any]]) -> dict[str, Any]:
    return {
        "t": "frame",
        "c": trees(list(rows.columns)),
        "i": [],
        "v": [trees(row) for row in rows.rows()],
    }
