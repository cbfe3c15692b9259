"""What the old text does for everybody: what a new one may do has to be among it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from evenhand.check.probing.argument_trees import Scalar, set_value
from evenhand.check.probing.contexts import Context
from evenhand.check.probing.input_state import State
from evenhand.check.probing.outcome_comparison import comparable
from evenhand.check.probing.requests import Loaded, Open, Outcome
from evenhand.check.probing.search_state import Steps
from evenhand.repair.survey.choices import groups
from evenhand.repair.survey.surveying import CALLS, Survey, paths_of

COMBINATIONS = 24
"""Values of all repaired inputs together, for which the old text is asked."""
Before = Mapping[int, Sequence[tuple[tuple[Scalar, ...], Outcome]]]
"""By the identity of a context: values of the repaired inputs, and the outcome for them."""


def outcomes_before(survey: Survey) -> Steps[Before]:
    """Run the old text for combinations of the repaired inputs' values, in every context."""
    survey.trial.start_anew(CALLS)
    loaded: Loaded = yield Open(survey.trial.module, watch=False)
    if loaded.problem is not None:
        return {}
    plan: list[tuple[int, tuple[Scalar, ...], Context]] = []
    contexts = {id(e.spot.context): e.spot.context for f in survey.varied.values() for e in f}
    domains = [_telling(survey, s) for s in survey.states]
    for key, context in contexts.items():
        plan += [(key, values, c) for values, c in _combined(survey, context, domains)]
    outcomes = yield from survey.trial.perform([c for _, _, c in plan])
    found: dict[int, list[tuple[tuple[Scalar, ...], Outcome]]] = {}
    for (key, values, _), outcome in zip(plan, outcomes, strict=True):
        if comparable(outcome):
            found.setdefault(key, []).append((values, outcome))
    return found


def _combined(
    survey: Survey, context: Context, domains: Sequence[Sequence[Scalar]]
) -> Iterator[tuple[tuple[Scalar, ...], Context]]:
    """The context with everyone's attributes at each combination of values."""
    states = survey.states
    for index, values in enumerate(product(*domains)):
        if index >= COMBINATIONS:
            return
        tree: Any = context.as_tree()
        for state, value in zip(states, values, strict=True):
            for position in paths_of(context, state.input.path):
                tree = set_value(tree, position, value)
        yield values, context.with_tree(tree)


def _telling(survey: Survey, state: State) -> list[Scalar]:
    """Values of an input that the old text tells apart, one of each kind."""
    found = [g.value for g in groups(survey, state)]
    return found or list(state.domain[:2])
