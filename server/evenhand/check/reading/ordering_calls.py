"""Whether code puts things in order, as `people.sort(key=points)` does: no comparison tells how."""

from __future__ import annotations

import ast

from evenhand.check.reading.node_index import nodes_of
from evenhand.check.reading.once_per_node import once_per_node
from evenhand.check.reading.source import called_name

ORDERING = frozenset(
    (
        "sort sorted sort_values sort_index argsort nlargest nsmallest rank order_by arg_sort "
        "idxmax idxmin argmax argmin top_k heapify heappush heappushpop insort"
    ).split()
)
EXTREME = frozenset({"max", "min"})
"""These put the items of a collection in order, but not `max(0, points)`."""


@once_per_node
def puts_in_order(tree: ast.Module) -> bool:
    """Whether a file puts items in order anywhere."""
    return any(map(_orders, nodes_of(tree, ast.Call)))


def _orders(call: ast.Call) -> bool:
    name = called_name(call)
    if name in EXTREME:
        return len(call.args) == 1 or any(keyword.arg == "key" for keyword in call.keywords)
    return name in ORDERING
