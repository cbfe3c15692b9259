"""Finds out whether a function answers otherwise after earlier calls than in a new process.

Calls are compared as if none came before. Of code that remembers some, this does not say that it
treats people alike who come one after another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from evenhand.check.outcomes.outcome_comparison import same_outcome
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.requests import Call, Open, Outcome, Run, Steps
from evenhand.check.search.arguments.argument_trees import leaves, set_value
from evenhand.check.search.input_state import InputState
from evenhand.check.search.judgements import verdict_of
from evenhand.check.search.search_state import SearchState
from evenhand.findings import VerdictKind

MOST_CONTEXTS, MOST_KEPT = 4, 40
"""Contexts in which calls are made one after another, and of how many they are the first."""


def note_memory(search: SearchState) -> Steps[None]:
    """Make calls one after another, if no difference was found and some left something behind."""
    is_clean = [s for s in search.states if verdict_of(s) is VerdictKind.NO_DIFFERENCE_FOUND]
    every = (dict.fromkeys(_rows(search, state)) for state in is_clean)
    rows = [row for rows_of_state in every for row in islice(rows_of_state, MOST_CONTEXTS)]
    observed = search.observed
    is_suspect = observed.leaves_behind and not observed.remembers
    if not is_suspect or not rows or search.spending.exhausted:
        return

    endless = observed.loaded.endless
    loaded = yield from search.open(Open(search.module, watch=False, endless=endless))
    if loaded.problem is not None:
        return
    calls = [call for row in rows for call in row]
    lasting: list[Outcome] = yield Run(tuple(replace(call, stays=True) for call in calls))
    distinct = tuple(dict.fromkeys(calls))
    alone: list[Outcome] = yield Run(distinct, fresh=True)

    alone_by_call = dict(zip(distinct, alone, strict=True))
    pairs = ((alone_by_call[call], after) for call, after in zip(calls, lasting, strict=True))
    observed.remembers = not all(_answers_alike(*pair) for pair in pairs)


def _rows(search: SearchState, state: InputState) -> Iterator[tuple[Call, ...]]:
    """Calls for one person twice, for another, and for the first again; in several contexts."""
    for context in (*search.observed.accepted, *search.observed.kept[:MOST_KEPT]):
        tree = context.as_tree()
        places = [place for place, leaf in leaves(tree) if leaf.path is state.input.path]
        if places and len(state.domain) > 1:
            changed = (set_value(tree, places[0], value) for value in state.domain[:2])
            first, second = (context.with_tree(each).call(search.writer) for each in changed)
            yield first, first, second, first


def _answers_alike(alone: Outcome, after: Outcome) -> bool:
    """Whether a call gives the same after others; what it leaves behind is another matter."""
    return same_outcome(replace(alone, changed=()), replace(after, changed=()), Renaming(()))
