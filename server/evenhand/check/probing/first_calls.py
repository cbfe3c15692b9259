"""The first contexts: arguments that the function accepts at all."""

from __future__ import annotations

from evenhand.check.probing import fit_arguments
from evenhand.check.probing.contexts import Context, random_choice
from evenhand.check.probing.outcome_comparison import (
    Renaming,
    comparable,
    same_outcome,
    shape_error,
)
from evenhand.check.probing.requests import Outcome
from evenhand.check.probing.search_state import Steps, Trial

ROUNDS = 12
"""How often the arguments are repaired before giving up."""


def first_contexts(trial: Trial) -> Steps[list[Context]]:
    """Contexts that the function accepts; repaired from its own complaints."""
    for _ in range(ROUNDS):
        tries = _usual_contexts(trial)
        outcomes = yield from trial.perform(tries[:1], watched=True)
        if outcomes[0].kind in {"blocked", "died", "timeout"}:
            trial.failure = outcomes[0]
            return []
        outcomes += yield from trial.perform(tries[1:], watched=True)
        pairs = list(zip(tries, outcomes, strict=True))
        returned = [c for c, o in pairs if o.kind == "returned"]
        if returned:
            return returned
        trial.failure = outcomes[0]
        added = [fit_arguments.add_missing(c, o) for c, o in pairs]
        if any(added):
            continue
        improved = yield from _assume(trial, tries[0], outcomes[0])
        if not improved:
            good = [c for c, o in pairs if comparable(o)]
            return good or (yield from _lucky(trial))
    return []


def steady(trial: Trial, context: Context) -> Steps[bool]:
    """A against A: first in one process, then each call in its own."""
    for fresh in (False, True):
        trial.fresh = fresh
        outcomes = yield from trial.perform([context, context])
        if len(outcomes) == 2 and same_outcome(outcomes[0], outcomes[1], Renaming(())):
            return True
    return False


def _usual_contexts(trial: Trial) -> list[Context]:
    """One person, then few and many people, alike and unlike each other."""
    usual, alike = trial.usual(), trial.alike()
    shapes = [(1, usual), (2, usual), (4, usual), (4, alike), (2, trial.usual(1))]
    shapes += [
        (3, trial.twins()),
        (4, trial.by_halves()),
        (2, trial.extreme(min)),
        (2, trial.extreme(max)),
    ]
    if any(p.is_frame for p in trial.reading.paths):
        shapes.append((12, random_choice(trial.domain, 0)))
    made = [trial.build(rows, choose) for rows, choose in shapes]
    if any(p.optional for p in trial.reading.paths):
        made.append(trial.build(2, usual, sparse=True))
    return made


def _assume(trial: Trial, context: Context, outcome: Outcome) -> Steps[bool]:
    """Try other kinds for the leaves on the failing line; keep the one that gets furthest."""
    meant = outcome.kind == "raised" and not shape_error(outcome)
    if meant and (outcome.error is None or outcome.error[0] != "ValueError"):
        return False
    lines = trial.source.text.splitlines()
    proposals = list(fit_arguments.assumptions(context, outcome, lines))[:40]
    tries = [
        trial.build(2, trial.usual(), {id(p.path): fit_arguments.node_for(p)}) for p in proposals
    ]
    outcomes = yield from trial.perform(tries, watched=True)
    ranked = sorted(
        zip(proposals, outcomes, strict=True), key=lambda pair: progress(pair[1], outcome)
    )
    if not ranked or progress(ranked[0][1], outcome) >= 0:
        return False
    ranked[0][0].accept()
    trial.forget(ranked[0][0].path)
    return True


def _lucky(trial: Trial) -> Steps[list[Context]]:
    """Random contexts, for functions that refuse the usual ones."""
    tries = [trial.build(1 + n % 3, random_choice(trial.domain, n)) for n in range(24)]
    outcomes = yield from trial.perform(tries)
    pairs = list(zip(tries, outcomes, strict=True))
    returned = [c for c, o in pairs if o.kind == "returned"]
    return returned or [c for c, o in pairs if comparable(o)]


def progress(result: Outcome, before: Outcome) -> int:
    """Below zero: `result` got further than `before`."""
    if result.kind == "returned":
        return -1000
    if comparable(result):
        return -500
    failed = {"raised", "unbuilt"}
    if result.kind not in failed or before.kind not in failed:
        return 1
    gained = len(result.branches - before.branches)
    moved = (result.error_line or 0) > (before.error_line or 0) and result.error != before.error
    return -gained - (50 if moved else 0)
