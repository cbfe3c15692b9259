"""The guided search: a generator that asks for runs and ends with judgements."""

from __future__ import annotations

from evenhand.check.outcomes.requests import Steps
from evenhand.check.search.earlier_calls import note_memory
from evenhand.check.search.exploring import explore
from evenhand.check.search.first_calls import open_and_settle
from evenhand.check.search.judge_questions import recognise
from evenhand.check.search.judgements import Judgement, judgement, not_checked
from evenhand.check.search.search_state import SearchState
from evenhand.check.search.witnesses import confirm


def find_differences(search: SearchState) -> Steps[tuple[Judgement, ...]]:
    """Find a difference for each protected input, or say why there is none."""
    problem = yield from open_and_settle(search)
    if problem is not None:
        return tuple(not_checked(search, state, problem) for state in search.states)

    if search.observed.accepted:
        yield from explore(search, search.observed.accepted)
    yield from confirm(search)
    yield from recognise(search)
    yield from note_memory(search)

    return tuple(judgement(search, state) for state in search.states)
