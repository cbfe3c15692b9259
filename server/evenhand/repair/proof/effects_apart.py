"""Says what changes for whom by each rule alone, once the others are gone.

Two rules may both be about the same person. What either does then shows beside people who differ
from the baseline in one input only, whom the contexts of a survey need not have.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from evenhand.check.outcomes.outcome_comparison import comparable
from evenhand.check.outcomes.requests import Steps
from evenhand.check.search.arguments.contexts import Context
from evenhand.check.search.input_state import InputState
from evenhand.repair.proof.text_runs import NotLoadedError, TextRuns
from evenhand.repair.survey.combined_outcomes import Values, contexts_of, with_values
from evenhand.repair.survey.group_effects import summed_up
from evenhand.repair.survey.treatment_choices import choice_of
from evenhand.repair.survey.varied_outcomes import Spot, Survey, Varied, positions_of

STEPS = 20_000
"""What varying one input may take, before it is varied in fewer contexts."""
LEAST_CONTEXTS, MOST_CONTEXTS = 2, 8
FEW = 4
"""Contexts that may all be odd: a salary whose lower bound is above the upper one."""
FURTHER = 8
"""Contexts that are added to so few."""


def effect_apart(runs: TextRuns, like: Values, further: Sequence[Context]) -> Steps[str]:
    """What changes for whom if everyone is treated as people with these values, in lines.

    Where few contexts have shown a difference, `further` ones may show that it can go both ways.
    """
    own = like[: len(runs.survey.states)]
    whole = choice_of(runs.survey, own)
    runs.load_again()
    try:
        if len(whole.groups) < 2:
            return choice_of((yield from _seen_more_often(runs, further)), own).effect
        apart = choice_of((yield from _apart(runs, like)), own)
    except NotLoadedError:
        return whole.effect
    return summed_up(
        (group.effect for group in whole.groups), (group.effect for group in apart.groups)
    )


def _seen_more_often(runs: TextRuns, further: Sequence[Context]) -> Steps[Survey]:
    """The survey, with further contexts for inputs whose difference few contexts have shown."""
    varied = dict(runs.survey.varied)
    for state in runs.survey.states:
        name = state.input.path.text
        if sum(map(_tells, varied[name])) < FEW:
            varied[name] += yield from _entries(runs, state, further[:FURTHER])
    return replace(runs.survey, varied=varied)


def _apart(runs: TextRuns, like: Values) -> Steps[Survey]:
    """The survey with people who have all values of the baseline but one."""
    survey, writer = runs.survey, runs.survey.search.writer
    telling = [entry.spot.context for es in survey.varied.values() for entry in es if _tells(entry)]
    made = [with_values(survey, context, like) for context in (*telling, *contexts_of(survey))]
    contexts = list({context.call(writer): context for context in made}.values())
    varied: dict[str, tuple[Varied, ...]] = {}
    for state in survey.states:
        varied[state.input.path.text] = yield from _entries(runs, state, contexts)
    return replace(survey, varied=varied)


def _tells(entry: Varied) -> bool:
    return len({outcome.text for outcome in entry.outcomes.values()}) > 1


def _entries(
    runs: TextRuns, state: InputState, contexts: Sequence[Context]
) -> Steps[tuple[Varied, ...]]:
    """What the old text does for all values of one input, in a few contexts."""
    search, known = runs.survey.search, runs.survey.varied[state.input.path.text]
    path, values = state.input.path, dict.fromkeys(v for entry in known for v in entry.outcomes)
    spots = [
        Spot(each, position, path) for each in contexts for position in positions_of(each, path)
    ]
    most = search.spending.affordable(STEPS // len(values), LEAST_CONTEXTS, MOST_CONTEXTS)
    spots = ([spot for spot in spots if spot.is_credible] or spots)[:most]

    outcomes = iter((yield from runs.old([s.with_value(v) for s in spots for v in values])))
    by_spot = [(spot, {value: next(outcomes) for value in values}) for spot in spots]
    return tuple(
        Varied(spot, {value: o for value, o in by_value.items() if comparable(o)})
        for spot, by_value in by_spot
    )
