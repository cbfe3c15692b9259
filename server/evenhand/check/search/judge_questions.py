"""Puts what a search has found to the judge."""

from __future__ import annotations

from dataclasses import replace

from evenhand.check.outcomes.code_contexts import CodeContext
from evenhand.check.outcomes.deciders import deciders_asked
from evenhand.check.outcomes.outcome_comparison import comparable
from evenhand.check.outcomes.requests import Open, Outcome, Run, Steps
from evenhand.check.outcomes.responses import Response
from evenhand.check.reading.function_words import function_words
from evenhand.check.search.arguments.argument_trees import set_value
from evenhand.check.search.input_state import InputState
from evenhand.check.search.probes import Probe
from evenhand.check.search.search_state import SearchState
from evenhand.scalars import Scalar

MOST_TRIED = 40
"""Values for which a witness's call is repeated."""


def recognise(search: SearchState) -> Steps[None]:
    """Note for each witness what its difference is for."""
    for state in search.states:
        witness = state.witnesses.first
        if witness is not None:
            tried = yield from _tried(search, state, witness)
            response = Response(state.echo(witness.values), tried)
            context, difference = _context(search, state), witness.difference
            if witness is state.witnesses.delegated:
                _, decider = deciders_asked(*witness.outcomes)
                difference = replace(difference, decider=decider)
            state.witnesses.recognised = search.judge.purpose_of(difference, response, context)


def _tried(
    search: SearchState, state: InputState, witness: Probe
) -> Steps[tuple[tuple[Scalar, Outcome], ...]]:
    """The call of a witness with each value that the search knows, and what came of it."""
    loaded = yield from search.open(Open(search.module, watch=False))
    if loaded.problem is not None:
        return ()
    tree, values = witness.context.as_tree(), state.domain[:MOST_TRIED]
    contexts = (
        witness.context.with_tree(set_value(tree, witness.position, value)) for value in values
    )
    calls = tuple(context.call(search.writer) for context in contexts)
    outcomes = yield Run(calls, search.observed.fresh, watched=False)
    pairs = zip(values, outcomes, strict=True)
    return tuple((value, outcome) for value, outcome in pairs if comparable(outcome))


def is_harmless(search: SearchState, state: InputState, pair: Probe) -> bool:
    """Whether a difference alone shows that nobody gets or loses anything by it."""
    response = Response(state.echo(pair.values))
    return search.judge.is_harmless(pair.difference, response, _context(search, state))


def still_shown(search: SearchState, state: InputState, before: Probe, after: Probe) -> bool:
    """Whether a plainer pair still differs, and a decision has not become mere words."""
    first, second = after.outcomes
    both_returned = first.returned and second.returned
    if not both_returned or not state.tells_apart(after.values, first, second):
        return False
    return not is_harmless(search, state, after) or is_harmless(search, state, before)


def _context(search: SearchState, state: InputState) -> CodeContext:
    """What is known of the code at this moment: what it compares an input with is still learned."""
    return CodeContext(
        state.input,
        search.reading,
        search.source,
        search.module.path,
        search.catalogue,
        function_words(search.reading.function, search.source),
        state.is_own,
        tuple(state.own_values),
        state.this_year,
    )
