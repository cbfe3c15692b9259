"""Finds out what a function does today for combinations of all inputs that are to be repaired.

A repair may do nothing else: in every context, everyone gets what one combination gets today.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from evenhand.check.outcomes.requests import Call, Outcome, Steps
from evenhand.check.search.arguments.argument_trees import Leaf, Node, map_leaves
from evenhand.check.search.arguments.contexts import Context
from evenhand.check.search.input_state import InputState
from evenhand.repair.machine_faults import demand_no_fault
from evenhand.repair.survey.value_groups import groups
from evenhand.repair.survey.varied_outcomes import Survey, open_unwatched, perform_all
from evenhand.scalars import Scalar

MOST_COMBINATIONS = 24
"""Combinations for which the function is called in every context."""

Values = tuple[Scalar, ...]
"""A value for each repaired input, which everyone has."""


@dataclass(frozen=True, slots=True)
class CombinedOutcomes:
    """What the function does if everyone has the same values."""

    combinations: tuple[Values, ...]
    by_call: dict[Call, Outcome]
    """Of the old text; proofs add the calls that they make."""


def combined_outcomes(survey: Survey) -> Steps[CombinedOutcomes]:
    """Run the function for combinations of the repaired inputs' values, in every context."""
    by_call = _varied_calls(survey)
    domains = [distinguished(survey, state) for state in survey.repaired]
    combinations = tuple(islice(product(*domains), MOST_COMBINATIONS))
    loaded = yield from open_unwatched(survey.search, survey.search.module)
    if loaded.problem is not None:
        demand_no_fault([loaded.problem])
        return CombinedOutcomes(combinations, by_call)

    plan = {
        changed.call(survey.search.writer): changed
        for context in contexts_of(survey)
        for values in combinations
        for changed in [with_values(survey, context, values)]
    }
    missing = [call for call in plan if call not in by_call]
    outcomes = yield from perform_all(survey.search, [plan[call] for call in missing])
    by_call.update(zip(missing, outcomes, strict=True))
    return CombinedOutcomes(combinations, by_call)


def contexts_of(survey: Survey) -> list[Context]:
    """The contexts of the survey, each once."""
    spots = [entry.spot for entries in survey.varied.values() for entry in entries]
    return list({id(spot.context): spot.context for spot in spots}.values())


def with_values(survey: Survey, context: Context, values: Values) -> Context:
    """The context with everyone's attributes at these values."""
    by_path = {
        id(state.input.path): value for state, value in zip(survey.repaired, values, strict=True)
    }

    def change(leaf: Leaf) -> Leaf:
        if id(leaf.path) not in by_path:
            return leaf
        return replace(leaf, value=by_path[id(leaf.path)])

    tree: Node = map_leaves(context.as_tree(), change)
    return context.with_tree(tree)


def distinguished(survey: Survey, state: InputState) -> Sequence[Scalar]:
    """Values of an input that the function treats differently, one of each group."""
    if state.input.path.text not in survey.varied:
        return state.domain[:1]
    return [group.value for group in groups(survey, state)] or state.domain[:2]


def _varied_calls(survey: Survey) -> dict[Call, Outcome]:
    """The calls of the survey itself."""
    return {
        entry.spot.with_value(value).call(survey.search.writer): outcome
        for entries in survey.varied.values()
        for entry in entries
        for value, outcome in entry.outcomes.items()
    }
