"""Recognises errors that another value of a context caused than the one that is varied.

`RATES[plan]` for a plan that the code does not know, behind a test of an age, refuses nobody of
that age. What the code itself raises is always a refusal.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from evenhand.check.outcomes.outcome_comparison import both_fail
from evenhand.check.outcomes.requests import Outcome
from evenhand.check.reading.node_index import nodes_of
from evenhand.check.reading.once_per_node import once_per_node
from evenhand.check.search.arguments.argument_trees import Node, Position, leaves
from evenhand.scalars import Scalar

KEYS = "KeyError"
EXIT = "SystemExit"
"""Raised by `sys.exit`, whose status is what the code means to say."""


@once_per_node
def raising_lines(tree: ast.AST) -> frozenset[int]:
    """The lines on which code raises an error of its own."""
    nodes = nodes_of(tree, ast.Raise, ast.Assert)
    return frozenset(
        line for node in nodes for line in range(node.lineno, (node.end_lineno or 0) + 1)
    )


def is_foreign(
    outcome: Outcome,
    value: Scalar,
    context: Node,
    position: Position,
    raising: frozenset[int],
    *,
    names_group: bool = True,
) -> bool:
    """Whether a call with `value` at `position` failed for another value of the context.

    A table that lacks the value itself was filled by the call if the code names no group.
    """
    if outcome.error is None or not outcome.raised or outcome.error_line in raising:
        return False
    if _names(outcome, value):
        return outcome.error[0] == KEYS and not names_group
    return any(_names(outcome, other) for other in _others(context, position))


def only_fail_otherwise(first: Outcome, second: Outcome, raising: frozenset[int]) -> bool:
    """Whether both calls fail by mistake, and nothing but their errors differs."""
    return not any(_is_meant(each, raising) for each in (first, second)) and both_fail(
        first, second
    )


def _is_meant(outcome: Outcome, raising: frozenset[int]) -> bool:
    """Whether the code itself ended the call."""
    is_exit = outcome.error is not None and outcome.error[0] == EXIT
    return is_exit or outcome.error_line in raising


def _others(context: Node, position: Position) -> Iterator[Scalar]:
    return (leaf.value for place, leaf in leaves(context) if place != position)


def _names(outcome: Outcome, value: Scalar) -> bool:
    """Whether the message of an error shows a value, as Python writes it or as a key."""
    assert outcome.error is not None
    name, message = outcome.error
    if isinstance(value, (bool, type(None))):
        return False
    if isinstance(value, (int, float)):
        return name == KEYS and message == repr(value)
    return bool(value) and repr(value) in message
