"""Puts what a search has found to the judge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evenhand.check.outcomes.code_contexts import CodeContext
from evenhand.check.outcomes.outcome_comparison import comparable
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.requests import Open, Outcome, Run, Steps
from evenhand.check.search.arguments.argument_trees import set_value
from evenhand.check.search.input_state import InputState, Probe
from evenhand.check.search.search_state import SearchState
from evenhand.scalars import Scalar


@dataclass(frozen=True, slots=True)
class ProbedResponse:
    """How a function responds to the input of a probe; a `Response`."""

    search: SearchState
    state: InputState
    probe: Probe

    def echo(self, values: tuple[Scalar, Scalar]) -> Renaming:
        """What two values become where an outcome repeats them."""
        return self.state.echo(values)

    def tells_apart(self, values: tuple[Scalar, Scalar], first: Outcome, second: Outcome) -> bool:
        """Whether the outcomes for two values differ beyond the echo of the values."""
        return self.state.tells_apart(values, first, second)

    def outcomes_for(self, values: Sequence[Scalar]) -> Steps[list[Outcome]]:
        """What comes of the text as it stands for each value; empty if one says nothing."""
        search, context = self.search, self.probe.context
        loaded = yield from search.open(Open(search.module, watch=False))
        if loaded.problem is not None:
            return []

        tree, position = context.as_tree(), self.probe.position
        contexts = [context.with_tree(set_value(tree, position, value)) for value in values]
        calls = tuple(each.call(search.writer) for each in contexts)
        outcomes: list[Outcome] = []
        for portion in (calls[-1:], calls[:-1]):  # what never ends for it is not waited for again
            outcomes = (yield Run(portion, search.fresh, watched=False)) + outcomes
            if not all(map(comparable, outcomes)):
                return []
        return outcomes


def recognise(search: SearchState) -> Steps[None]:
    """Note for each witness what its difference is for."""
    for state in search.states:
        witness = state.biased or state.refusal
        if witness is not None:
            response, context = ProbedResponse(search, state, witness), _context(search, state)
            purpose_of = search.judge.purpose_of
            state.recognised = yield from purpose_of(witness.difference, response, context)


def is_harmless(search: SearchState, state: InputState, pair: Probe) -> bool:
    """Whether nobody gets or loses anything by a difference."""
    response = ProbedResponse(search, state, pair)
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
        search.words,
        state.is_own,
        tuple(state.own_values),
        state.this_year,
    )
