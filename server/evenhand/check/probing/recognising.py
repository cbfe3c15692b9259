"""Recognises what a difference is for, once its witness stands.

What differs comes first: labels, averages, words for the person. Then come the shape of the
condition (a bound on age alone) and the words of the code (a formula of the body, a search).
In doubt it is a decision.
"""

from __future__ import annotations

from evenhand.check.probing.age_steps import age_limit
from evenhand.check.probing.asked_attributes import wish
from evenhand.check.probing.body_formulas import body_formula
from evenhand.check.probing.input_state import InputState, Probe
from evenhand.check.probing.quiet_differences import purpose_of_pair
from evenhand.check.probing.requests import Steps
from evenhand.check.probing.search_state import SearchState
from evenhand.findings import Purpose, Recognised

DECISION = Recognised(Purpose.DECISION)


def recognise(search: SearchState) -> Steps[None]:
    """Note for each witness what its difference is for."""
    for state in search.states:
        witness = state.biased or state.refusal
        if witness is not None:
            state.recognised = yield from _purpose_of(search, state, witness)


def _purpose_of(search: SearchState, state: InputState, witness: Probe) -> Steps[Recognised]:
    by_outcomes = purpose_of_pair(search, state, witness)
    if by_outcomes is not None:
        return by_outcomes

    limit = yield from age_limit(search, state, witness)
    if limit is not None:
        return limit
    return body_formula(search, state, witness) or wish(search, state) or DECISION
