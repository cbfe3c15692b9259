"""Contexts in which all comparisons hold at once, for outcomes that need every one of them.

`(age >= 60) * (kind == "rent") * (income <= limit)` is nothing until all three hold, and no
branch shows that two of them already do.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping

from evenhand.check.outcomes.requests import Event, Outcome
from evenhand.check.search.arguments.argument_trees import Node, Position, set_value
from evenhand.check.search.arguments.contexts import Context
from evenhand.check.search.learning import Hint, hints
from evenhand.check.search.search_state import SearchState
from evenhand.scalars import Scalar, is_number

HOLDS: Mapping[str, Callable[[float, float], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
FEWEST = 2
"""Comparisons that have to be turned: a single one is turned by the frontier."""


def agreeing(search: SearchState, runs: Iterable[tuple[Context, Outcome]]) -> Iterator[Context]:
    """Each of some contexts with values for which every comparison holds that did not."""
    for context, outcome in runs:
        values = _values(search, context, outcome.events)
        if len(values) < FEWEST:
            continue
        tree: Node = context.as_tree()
        for position, value in values.items():
            tree = set_value(tree, position, value)
        yield context.with_tree(tree)


def _values(
    search: SearchState, context: Context, events: tuple[Event, ...]
) -> dict[Position, Scalar]:
    """What to put where, the first comparison of each input first; nothing into what is probed."""
    values: dict[Position, Scalar] = {}
    for event in events:
        if event.result is not False:
            continue
        for hint in hints(context, (event,)):
            is_free = hint.position not in values and search.values.state_of(hint.leaf.path) is None
            if is_free and _would_hold(event, hint):
                values[hint.position] = hint.value
                break
    return values


def _would_hold(event: Event, hint: Hint) -> bool:
    """Whether the comparison holds with the value in place of the operand that came from there."""
    if event.op in {"==", "in"}:
        return True
    if event.op not in HOLDS or not is_number(hint.value):
        return False
    is_left = event.left == hint.leaf.value
    left, right = (hint.value, event.right) if is_left else (event.left, hint.value)
    return is_number(left) and is_number(right) and HOLDS[event.op](left, right)
