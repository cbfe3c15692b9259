"""Finds out in which form a function takes dates: one call for each form that is possible."""

from __future__ import annotations

from evenhand.check.outcomes.date_forms import DateForm, date_forms
from evenhand.check.outcomes.outcome_comparison import comparable
from evenhand.check.outcomes.requests import Outcome, Steps
from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.search.arguments.contexts import Context
from evenhand.check.search.search_state import SearchState
from evenhand.check.search.values.choosing import usual
from evenhand.check.search.values.domains import is_dated


def choose_date_forms(search: SearchState) -> Steps[None]:
    """Give all dates the form with which a call gets furthest; the likeliest if several do.

    Nothing runs if there is no choice.
    """
    forms_of = {id(path): (path, date_forms(path)) for path in _dated_paths(search)}
    every_form = dict.fromkeys(form for _, forms in forms_of.values() for form in forms)
    if len(every_form) < 2:
        return

    contexts: list[Context] = []
    for form in every_form:
        for path, forms in forms_of.values():
            _set(search, path, form if form in forms else forms[0])
        contexts.append(search.build(1, usual(search.values.of)))

    outcomes = yield from search.perform(contexts, watched=True)
    ranks = [_reached(outcome) for outcome in outcomes]
    best = list(every_form)[ranks.index(max(ranks))]
    for path, forms in forms_of.values():
        _set(search, path, best if best in forms else forms[0])


def _dated_paths(search: SearchState) -> list[AccessPath]:
    protected = [s.input.path for s in search.states if is_dated(s.input.path, s.input.match)]
    others = [
        path
        for path in search.reading.paths
        if path.is_leaf and search.values.state_of(path) is None and is_dated(path)
    ]
    return [*protected, *others]


def _set(search: SearchState, path: AccessPath, form: DateForm) -> None:
    search.values.forms[id(path)] = form
    search.values.forget(path)


def _reached(outcome: Outcome) -> tuple[bool, bool, int]:
    """How far a call got: to a value, to a refusal, and how much it went through."""
    compared = {(e.line, e.column, e.op, e.result) for e in outcome.events}
    return outcome.returned, comparable(outcome), len(outcome.branches) + len(compared)
