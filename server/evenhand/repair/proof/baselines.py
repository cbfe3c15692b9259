"""Finds the one group of people as which a new text treats everybody, in every context."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product

from evenhand.check.catalogue import ValueKind
from evenhand.check.outcomes.outcome_comparison import comparable, same_outcome
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.requests import Outcome, Steps
from evenhand.check.search.arguments.argument_trees import leaves
from evenhand.check.search.arguments.contexts import Context
from evenhand.check.search.input_state import InputState
from evenhand.repair.proof.text_runs import TextRuns
from evenhand.repair.survey.combined_outcomes import Values, distinguished, with_values
from evenhand.repair.survey.varied_outcomes import Survey
from evenhand.scalars import Scalar, is_number, is_same

Own = tuple[tuple[Scalar, ...], ...]
"""For each repaired input: the values that the people of a context have."""
LONGEST_SWEEP = 130
"""Whole numbers that are tried as an age, or as a year of birth."""
STEPS = 500_000
LEAST_MORE, MOST_MORE = 100, 3_000
"""Further combinations that are tried in one context, by what a call costs."""


@dataclass(frozen=True, slots=True)
class Observed:
    """One call of the new text."""

    context: Context
    new: Outcome


def surviving(
    runs: TextRuns, candidates: Sequence[Values], observed: Sequence[Observed]
) -> Steps[list[Values]]:
    """Those of some combinations that explain all that was observed.

    Combinations are soon refuted, so the first calls are few.
    """
    left, agreed = list(candidates), [False] * len(candidates)
    begin, size = 0, 1
    while left and begin < len(observed):
        portion = observed[begin : begin + size]
        judged = yield from _judged(runs, left, portion)
        agreed = [now or before for (now, _), before in zip(judged, agreed, strict=True)]
        kept = [not refuted for _, refuted in judged]
        left = [values for values, keep in zip(left, kept, strict=True) if keep]
        agreed = [agrees for agrees, keep in zip(agreed, kept, strict=True) if keep]
        begin, size = begin + size, 2 * size
    return [values for values, agrees in zip(left, agreed, strict=True) if agrees]


def explains(survey: Survey, observed: Observed, old: Outcome, values: Values) -> bool:
    """Whether a call gives what people with `values` got, people's own values aside."""
    own = own_values(survey, observed.context)
    by_input = zip(own, values, strict=True)
    pairs = {(person, value) for people, value in by_input for person in people}
    return same_outcome(observed.new, old, Renaming(tuple(sorted(pairs, key=repr))))


def own_values(survey: Survey, context: Context) -> Own:
    """What the people of a context have, for each repaired input."""
    found = [leaf for _, leaf in leaves(context.as_tree())]
    return tuple(
        tuple(leaf.value for leaf in found if leaf.path is state.input.path)
        for state in survey.repaired
    )


def more_combinations(survey: Survey, tried: Sequence[Values]) -> list[Values]:
    """Combinations beyond those of the survey: all ages, and all that the code has a word for."""
    usual = [distinguished(survey, state) for state in survey.repaired]
    wider = [
        _with(values, _further(state)) for values, state in zip(usual, survey.repaired, strict=True)
    ]
    most = survey.search.spending.affordable(STEPS, LEAST_MORE, MOST_MORE)
    known = {repr(values): values for values in tried}
    new = {repr(values): values for values in islice(_products(usual, wider), most)}
    return [values for text, values in new.items() if text not in known]


def _judged(
    runs: TextRuns, candidates: Sequence[Values], portion: Sequence[Observed]
) -> Steps[list[tuple[bool, bool]]]:
    """Of each combination, whether a call agrees with it and whether one refutes it."""
    survey = runs.survey
    plan = [(entry, values) for values in candidates for entry in portion]
    contexts = [with_values(survey, entry.context, values) for entry, values in plan]
    old = yield from runs.old(contexts)

    judged: list[tuple[bool, bool]] = []
    for number, values in enumerate(candidates):
        of_values = old[number * len(portion) : (number + 1) * len(portion)]
        ends = [
            explains(survey, entry, outcome, values)
            for entry, outcome in zip(portion, of_values, strict=True)
            if comparable(outcome)
        ]
        judged.append((any(ends), not all(ends)))
    return judged


def _products(
    usual: Sequence[Sequence[Scalar]], wider: Sequence[Sequence[Scalar]]
) -> Iterator[Values]:
    """Combinations, those that differ from the usual ones in few inputs first."""
    yield from product(*usual)
    for index, values in enumerate(wider):
        yield from product(*usual[:index], values, *usual[index + 1 :])
    yield from product(*wider)


def _further(state: InputState) -> list[Scalar]:
    """More values of an input: of numbers, all between the smallest and the largest."""
    numbers = [value for value in state.domain if is_number(value)]
    is_counted = state.input.match.kind is ValueKind.NUMBER and numbers
    if not is_counted:
        return state.domain
    least, most = min(0, int(min(numbers))), int(max(numbers))
    if min(numbers) > LONGEST_SWEEP:
        least = int(min(numbers))  # years of birth
    return [*state.domain, *range(least, min(most, least + LONGEST_SWEEP) + 1)]


def _with(values: Sequence[Scalar], more: Sequence[Scalar]) -> list[Scalar]:
    together = list(values)
    for value in more:
        if not any(is_same(value, other) for other in together):
            together.append(value)
    return together
