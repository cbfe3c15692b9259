"""The rows of a table in an outcome, whichever library it is of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evenhand.check.outcomes.outcome_comparison import is_entry

FRAME = "frame"


def rows_of(tree: Any) -> Sequence[Mapping[str, Any]] | None:
    """The rows by column, of a frame or of a list of records; None if it is neither, or empty."""
    if isinstance(tree, dict) and tree.get("t") == FRAME:
        columns = [str(column) for column in tree["c"]]
        rows = [dict(zip(columns, row, strict=False)) for row in tree["v"]]
    elif isinstance(tree, list) and tree and all(map(_is_record, tree)):
        rows = [{name.strip("'"): value for name, value in record["v"]} for record in tree]
    else:
        return None
    return rows if rows and rows[0] else None


def _is_record(tree: Any) -> bool:
    entries = tree.get("v") if isinstance(tree, dict) and tree.get("t") == "dict" else None
    return isinstance(entries, list) and all(map(is_entry, entries))
