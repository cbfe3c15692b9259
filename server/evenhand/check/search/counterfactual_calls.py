"""Calls of a function that differ in one person's attribute alone. Nothing is judged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from evenhand.causes import Cause, Explanation
from evenhand.check.outcomes.requests import OutcomeKind, Steps
from evenhand.check.search.arguments.argument_trees import Leaf, at, leaves, set_value
from evenhand.check.search.arguments.contexts import Context
from evenhand.check.search.exploring import explore
from evenhand.check.search.first_calls import open_and_settle
from evenhand.check.search.input_state import InputState
from evenhand.check.search.pasted_calls import paste
from evenhand.check.search.search_state import SearchState
from evenhand.check.search.values.choosing import at_random
from evenhand.check.search.values.domains import unique

RANDOM_CONTEXTS = 20
MOST_CONTEXTS = 40
MOST_VALUES = 8
"""Values of an attribute in one context."""


@dataclass(frozen=True, slots=True)
class CounterfactualCalls:
    """Calls that are alike but for one person's attribute."""

    attribute: str
    calls: tuple[str, ...]
    """Python expressions to be evaluated in the function's file."""


def counterfactual_calls(
    search: SearchState, path: str
) -> Steps[tuple[list[CounterfactualCalls], Explanation | None]]:
    """Calls that the function accepts, with each attribute varied; and why they end there.

    `path` is the function's file.
    """
    problem = yield from open_and_settle(search)
    if problem is not None and problem.cause is not Cause.UNSTEADY_ANSWERS:
        return [], problem
    if search.observed.accepted:
        yield from explore(search, search.observed.accepted)

    groups: list[CounterfactualCalls] = []
    for context in _contexts(search):
        for state in search.states:
            calls = yield from _accepted(search, list(_varied(context, state)), path)
            if len(calls) > 1:
                groups.append(CounterfactualCalls(state.input.attribute, calls))
    return groups, search.spending.late


def _contexts(search: SearchState) -> list[Context]:
    """Those that reach every branch, and some random ones; none twice."""
    drawn = (search.build(1, at_random(search.values.of, seed)) for seed in range(RANDOM_CONTEXTS))
    every = (*search.observed.accepted, *search.observed.kept, *drawn)
    contexts = {context.call(search.writer): context for context in every}
    return list(contexts.values())[:MOST_CONTEXTS]


def _varied(context: Context, state: InputState) -> Iterator[Context]:
    """The context with each value of the attribute of its first person."""
    tree = context.as_tree()
    positions = (p for p, leaf in leaves(tree) if leaf.path is state.input.path)
    position = next(positions, None)
    if position is None:
        return

    leaf = at(tree, position)
    assert isinstance(leaf, Leaf)
    for value in list(unique([leaf.value, *state.domain]))[:MOST_VALUES]:
        yield context.with_tree(set_value(tree, position, value))


def _accepted(search: SearchState, contexts: list[Context], path: str) -> Steps[tuple[str, ...]]:
    """Those of some calls that return."""
    if len(contexts) < 2:
        return ()
    outcomes = yield from search.perform(contexts)
    ended = zip(contexts, outcomes, strict=True)
    return tuple(
        paste(context.call(search.writer), path)
        for context, outcome in ended
        if outcome.kind is OutcomeKind.RETURNED
    )
