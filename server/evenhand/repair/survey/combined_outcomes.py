"""Finds out what a function does today for combinations of all inputs that are to be repaired.

A repair may do nothing else: in each context, everyone gets what one combination gets today.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product

from evenhand.check.probing.arguments.argument_trees import Node, set_value
from evenhand.check.probing.arguments.contexts import Context
from evenhand.check.probing.input_state import InputState
from evenhand.check.probing.outcome_comparison import comparable
from evenhand.check.probing.requests import Outcome, Steps
from evenhand.repair.survey.value_groups import groups
from evenhand.repair.survey.varied_outcomes import Survey, open_unwatched, positions_of
from evenhand.scalars import Scalar

MOST_COMBINATIONS = 24
"""Values of all repaired inputs together, for which the function is called."""


@dataclass(frozen=True, slots=True)
class Combined:
    """What the function does if everyone has the same values."""

    values: tuple[Scalar, ...]
    """One for each repaired input."""
    outcome: Outcome


CombinedOutcomes = Mapping[int, Sequence[Combined]]
"""By the identity of a context."""


def combined_outcomes(survey: Survey) -> Steps[CombinedOutcomes]:
    """Run the function for combinations of the repaired inputs' values, in every context."""
    loaded = yield from open_unwatched(survey.search, survey.search.module)
    if loaded.problem is not None:
        return {}

    domains = [_distinguished(survey, state) for state in survey.states]
    plan = [
        (id(context), values, changed)
        for context in _contexts(survey)
        for values, changed in _combinations(survey, context, domains)
    ]
    outcomes = yield from survey.search.perform([changed for _, _, changed in plan])

    by_context: dict[int, list[Combined]] = {}
    for (context, values, _), outcome in zip(plan, outcomes, strict=True):
        if comparable(outcome):
            by_context.setdefault(context, []).append(Combined(values, outcome))
    return by_context


def _contexts(survey: Survey) -> list[Context]:
    """The contexts of the survey, each once."""
    spots = [entry.spot for entries in survey.varied.values() for entry in entries]
    return list({id(spot.context): spot.context for spot in spots}.values())


def _combinations(
    survey: Survey, context: Context, domains: Sequence[Sequence[Scalar]]
) -> Iterator[tuple[tuple[Scalar, ...], Context]]:
    """The context with everyone's attributes at each combination of values."""
    for values in islice(product(*domains), MOST_COMBINATIONS):
        tree: Node = context.as_tree()
        for state, value in zip(survey.states, values, strict=True):
            for position in positions_of(context, state.input.path):
                tree = set_value(tree, position, value)
        yield values, context.with_tree(tree)


def _distinguished(survey: Survey, state: InputState) -> Sequence[Scalar]:
    """Values of an input that the function treats differently, one of each group."""
    return [group.value for group in groups(survey, state)] or state.domain[:2]
