"""Which outcomes list groups in the order of their names.

`df.groupby("gender").mean()` sorts its groups. When a group gets another name, the groups change
places, and nobody is treated differently.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import Any

MOST_GROUPS = 200
"""Groups that are looked at."""
Groups = list[list[Any]]
"""Each begins with its name."""


def groups_of(tree: dict[str, Any]) -> Groups | None:
    """The groups of an outcome tree, each with its name first; None if it holds none in order."""
    if tree.get("t") == "dict":  # equal to another in whatever order their keys come
        groups, in_order = tree["v"], True
    else:
        groups = _groups(tree)
        in_order = _ascend(groups)
    return groups if in_order and 0 < len(groups) <= MOST_GROUPS else None


def ties_of(tree: dict[str, Any]) -> list[Groups] | None:
    """The groups of a table that is sorted by something else, those together that are alike in all
    but their names; None if they are not in the order of their names.

    `df.groupby("gender").mean().sort_values("pay")` puts groups with the same pay in that order.
    """
    groups = _groups(tree)
    ties = [list(alike) for _, alike in groupby(groups, key=_all_but_name)]
    is_sorted = all(map(_ascend, ties))
    return ties if is_sorted and 0 < len(groups) <= MOST_GROUPS else None


def sorted_rows_of(tree: dict[str, Any]) -> Groups | None:
    """The rows of a frame that is sorted by its first columns, each with its label first.

    `winners.sort_values(["year", "gender"])`: labels say where the rows were before.
    """
    if tree.get("t") != "frame":
        return None
    rows = _labelled(tree["i"], tree["v"])
    is_sorted = _ascend([row[1:] for row in rows])
    return rows if is_sorted and 0 < len(rows) <= MOST_GROUPS else None


def columns_of(tree: dict[str, Any]) -> Groups | None:
    """The columns of a frame, each with its name first; None if their names are in no order."""
    names, rows = tree["c"], tree["v"]
    if any(len(row) != len(names) for row in rows):
        return None

    columns = [[name, *(row[index] for row in rows)] for index, name in enumerate(names)]
    return columns if _ascend(columns) and len(columns) <= MOST_GROUPS else None


def _groups(tree: dict[str, Any]) -> Groups:
    """The rows of a table, each with its name first; empty if it is none."""
    match tree.get("t"):
        case "series":
            return _labelled(tree["i"], [[value] for value in tree["v"]])
        case "frame":
            return _rows(tree)
    return []


def _all_but_name(group: list[Any]) -> list[Any]:
    return group[1:]


def _rows(tree: dict[str, Any]) -> list[list[Any]]:
    """The rows of a frame; without labels of their own if their first cells are words."""
    labels, rows = tree["i"], tree["v"]
    is_numbered = not labels or labels == list(range(len(rows)))
    if not is_numbered:
        return _labelled(labels, rows)

    named = [row for row in rows if row and isinstance(row[0], str)]
    return rows if len(named) == len(rows) else []


def _labelled(labels: list[Any], rows: list[list[Any]]) -> list[list[Any]]:
    if len(labels) != len(rows):
        return []
    return [[label, *row] for label, row in zip(labels, rows, strict=True)]


def _ascend(groups: Sequence[Any]) -> bool:
    """Whether each comes behind the one before it, by its name, then by what follows."""
    return all(_rank(first) < _rank(second) for first, second in pairwise(groups))


def _rank(tree: Any) -> tuple[Any, ...]:
    """Something by which trees of all kinds can be put in order."""
    if isinstance(tree, dict):
        return (3, *_rank(tree.get("v")))
    if isinstance(tree, list):
        return (2, *(part for item in tree for part in _rank(item)))
    if isinstance(tree, (bool, int, float)):
        return (0, float(tree), "")
    return (1, 0.0, str(tree))
