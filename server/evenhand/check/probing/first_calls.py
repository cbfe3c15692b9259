"""Opens a function for the search: its module loaded, and arguments that it accepts at all."""

from __future__ import annotations

from evenhand.causes import Cause, Explanation
from evenhand.check.probing.arguments import fit_arguments
from evenhand.check.probing.arguments.contexts import Context
from evenhand.check.probing.outcome_comparison import (
    Renaming,
    comparable,
    same_outcome,
    shape_error,
)
from evenhand.check.probing.requests import Loaded, Open, Outcome, Steps
from evenhand.check.probing.search_state import SearchState
from evenhand.check.probing.values.choosing import (
    Choose,
    alike,
    at_random,
    by_halves,
    extreme,
    twins,
    usual,
)

ROUNDS = 12
"""How often the arguments are repaired before giving up."""
MOST_ASSUMPTIONS = 40
"""Corrections of one argument that are tried in a round."""
LUCKY_TRIES = 24
"""Random contexts for a function that refuses the usual ones."""
ROWS_OF_FRAME = 12
"""Rows of a random table: enough for groups of several people."""


def open_and_settle(search: SearchState) -> Steps[Explanation | None]:
    """Load the module and find the first contexts, in `search.accepted`.

    Returns why the function cannot be searched; None if it can. There may still be no context
    that it accepts: then `search.failure` is how the calls failed.
    """
    loaded: Loaded = yield Open(search.module)
    if loaded.problem is not None:
        return loaded.problem

    search.skipped = loaded.skipped
    search.accepted = yield from _first_contexts(search)
    if search.accepted and not (yield from _is_steady(search, search.accepted[0])):
        return Explanation(Cause.UNSTEADY_ANSWERS)
    return None


def _first_contexts(search: SearchState) -> Steps[list[Context]]:
    """Contexts that the function accepts; repaired from its own complaints."""
    for _ in range(ROUNDS):
        contexts = _usual_contexts(search)
        outcomes = yield from search.perform(contexts[:1], watched=True)
        if outcomes[0].kind in {"blocked", "died", "timeout"}:
            search.failure = outcomes[0]
            return []

        outcomes += yield from search.perform(contexts[1:], watched=True)
        pairs = list(zip(contexts, outcomes, strict=True))
        returned = [c for c, o in pairs if o.kind == "returned"]
        if returned:
            return returned

        search.failure = outcomes[0]
        added = [fit_arguments.add_missing(c, o) for c, o in pairs]
        if any(added):
            continue
        improved = yield from _assume(search, contexts[0], outcomes[0])
        if not improved:
            meant = [c for c, o in pairs if comparable(o)]
            return meant or (yield from _lucky(search))
    return []


def _is_steady(search: SearchState, context: Context) -> Steps[bool]:
    """Whether the same call twice gives the same: in one process, else each in its own.

    If only the latter does, the function remembers earlier calls, and `search.fresh` stays on.
    """
    for fresh in (False, True):
        search.fresh = fresh
        outcomes = yield from search.perform([context, context])
        if len(outcomes) == 2 and same_outcome(outcomes[0], outcomes[1], Renaming(())):
            return True
    return False


def _usual_contexts(search: SearchState) -> list[Context]:
    """One person, then few and many people, alike and unlike each other."""
    domains = search.domain
    most_usual = usual(domains)
    shapes: list[tuple[int, Choose]] = [
        (1, most_usual),
        (2, most_usual),
        (4, most_usual),
        (4, alike(domains)),
        (2, usual(domains, shift=1)),
        (3, twins(domains, lambda path: search.state_of(path) is not None)),
        (4, by_halves(domains)),
        (2, extreme(domains, min)),
        (2, extreme(domains, max)),
    ]
    if any(p.is_frame for p in search.reading.paths):
        shapes.append((ROWS_OF_FRAME, at_random(domains, 0)))

    contexts = [search.build(rows, choose) for rows, choose in shapes]
    if any(p.optional for p in search.reading.paths):
        contexts.append(search.build(2, most_usual, sparse=True))
    return contexts


def _assume(search: SearchState, context: Context, outcome: Outcome) -> Steps[bool]:
    """Try other kinds for the leaves on the failing line; keep the one that gets furthest."""
    if _is_refusal(outcome):
        return False

    lines = search.source.text.splitlines()
    proposals = list(fit_arguments.assumptions(context, outcome, lines))[:MOST_ASSUMPTIONS]
    choose = usual(search.domain)
    contexts = [search.build(2, choose, {id(p.path): fit_arguments.node_for(p)}) for p in proposals]
    results = yield from search.perform(contexts, watched=True)

    ranks = [_progress(result, outcome) for result in results]
    if not ranks or min(ranks) >= 0:
        return False
    best = proposals[ranks.index(min(ranks))]
    best.accept()
    search.forget(best.path)
    return True


def _is_refusal(outcome: Outcome) -> bool:
    """Whether the code raised on purpose; a ValueError may also mean a value of a wrong kind."""
    if outcome.kind != "raised" or shape_error(outcome):
        return False
    return outcome.error is None or outcome.error[0] != "ValueError"


def _lucky(search: SearchState) -> Steps[list[Context]]:
    """Random contexts, for functions that refuse the usual ones."""
    contexts = [search.build(1 + n % 3, at_random(search.domain, n)) for n in range(LUCKY_TRIES)]
    outcomes = yield from search.perform(contexts)
    pairs = list(zip(contexts, outcomes, strict=True))
    returned = [c for c, o in pairs if o.kind == "returned"]
    return returned or [c for c, o in pairs if comparable(o)]


def _progress(result: Outcome, before: Outcome) -> int:
    """How much further `result` got than `before`: the lower, the further; 0 is no further."""
    if result.kind == "returned":
        return -1000
    if comparable(result):
        return -500
    failed = {"raised", "unbuilt"}
    if result.kind not in failed or before.kind not in failed:
        return 1

    new_branches = len(result.branches - before.branches)
    later = (result.error_line or 0) > (before.error_line or 0)
    moved_on = later and result.error != before.error
    return -new_branches - (50 if moved_on else 0)
