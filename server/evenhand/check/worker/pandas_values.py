"""Values of pandas: see `table_values.py`."""

from __future__ import annotations

import sys
from typing import Any, Callable

from . import numpy_values

ARRAYS = frozenset({"Series", "Index", "Categorical"})


def described(
    value: Any, tree: Callable[[Any], Any], trees: Callable[[Any], list[Any]], limit: int
) -> Any | None:
    """A frame by its columns and rows, a series by its values, both with their labels."""
    name = type(value).__name__
    if name in {"NAType", "NaTType"}:  # missing values
        return {"t": "float", "v": "nan"}
    if name == "DataFrame":
        return _frame(value.iloc[:limit], trees)
    if name == "Series":
        return _series(value.iloc[:limit], tree, trees)
    return numpy_values.described(value, tree, trees, limit)


def cells(value: Any, limit: int) -> list[Any] | None:
    """The first values of a column; none of a frame, which is compared item by item, too."""
    name = type(value).__name__
    if name == "DataFrame":
        return []
    if name not in ARRAYS:
        return None

    first = value.iloc[:limit] if name == "Series" else value[:limit]
    return list(first.tolist())


def restart(seed: int, moment: Callable[[], float]) -> None:
    """Stop its clock: it asks the system for the time, and not Python."""
    timestamp = getattr(sys.modules.get("pandas"), "Timestamp", None)
    if timestamp is None or hasattr(timestamp, "_evenhand_frozen"):
        return

    def at_present(cls: Any, tz: Any = None) -> Any:
        utc = cls(int(moment() * 1e9), tz="UTC")
        return utc.tz_localize(None) if tz is None else utc.tz_convert(tz)

    timestamp.now = timestamp.today = classmethod(at_present)
    timestamp.utcnow = classmethod(lambda cls: cls(int(moment() * 1e9), tz="UTC"))
    timestamp._evenhand_frozen = True


def _frame(rows: Any, trees: Callable[[Any], list[Any]]) -> dict[str, Any]:
    return {
        "t": "frame",
        "c": trees(rows.columns.tolist()),
        "i": trees(rows.index.tolist()),
        "v": [trees(row) for row in rows.astype(object).values.tolist()],
    }


def _series(
    rows: Any, tree: Callable[[Any], Any], trees: Callable[[Any], list[Any]]
) -> dict[str, Any]:
    labels = trees(rows.index.tolist())
    return {"t": "series", "n": tree(rows.name), "i": labels, "v": trees(rows.tolist())}
