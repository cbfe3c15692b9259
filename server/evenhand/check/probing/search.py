"""The guided search: a generator that asks for runs and ends with judgements."""

from __future__ import annotations

from evenhand.causes import Cause, Explanation
from evenhand.check.probing.exploring import explore
from evenhand.check.probing.first_calls import first_contexts, steady
from evenhand.check.probing.input_state import Judgement, State
from evenhand.check.probing.requests import Loaded, Open, Outcome
from evenhand.check.probing.search_state import Steps, Trial
from evenhand.check.probing.witnesses import confirm
from evenhand.findings import VerdictKind

KILLED = Explanation(Cause.KILLED, number=9)


def search(trial: Trial) -> Steps[tuple[Judgement, ...]]:
    """Find a difference for each protected input, or say why there is none."""
    loaded: Loaded = yield Open(trial.module)
    if loaded.problem is not None:
        return _not_checked(trial, loaded.problem)
    trial.skipped = loaded.skipped
    first = trial.accepted = yield from first_contexts(trial)
    if first:
        if not (yield from steady(trial, first[0])):
            return _not_checked(trial, Explanation(Cause.UNSTEADY_ANSWERS))
        yield from explore(trial, first)
    yield from confirm(trial)
    return tuple(judgement(trial, s) for s in trial.states)


def judgement(trial: Trial, state: State) -> Judgement:
    """What the search has found out about one input."""
    kind, explanation = _kind(trial, state)
    return Judgement(state.input, kind, explanation, state.pairs, state.biased or state.refusal)


def _kind(trial: Trial, state: State) -> tuple[VerdictKind, Explanation | None]:
    kind = state.verdict
    if kind is VerdictKind.NOT_CHECKED:
        return kind, KILLED if trial.killed else why_failed(
            state.stopped or trial.failure, trial.skipped
        )
    if kind is not VerdictKind.NO_DIFFERENCE_FOUND:
        return kind, None

    if trial.killed:
        return VerdictKind.NOT_CHECKED, KILLED
    if state.unsteady:
        return VerdictKind.NOT_CHECKED, Explanation(Cause.UNSTEADY_DIFFERENCE)
    if state.stopped is not None:
        return VerdictKind.NOT_CHECKED, why_failed(state.stopped, trial.skipped)
    if state.related:
        return kind, Explanation(Cause.ONLY_RELATED, state.related)
    return kind, None


def _not_checked(trial: Trial, explanation: Explanation) -> tuple[Judgement, ...]:
    why = KILLED if trial.killed else explanation
    return tuple(Judgement(s.input, VerdictKind.NOT_CHECKED, why, s.pairs) for s in trial.states)


def why_failed(
    outcome: Outcome | None, skipped: tuple[tuple[int, Explanation], ...]
) -> Explanation:
    """Why no call could be judged, going by one that could not.

    An unknown name most likely comes from the first statement that was passed over.
    """
    if outcome is None:
        return Explanation(Cause.NOTHING_COMPARED)
    if outcome.explanation is not None:
        return outcome.explanation
    if outcome.error is None:
        return Explanation(Cause.NOTHING_COMPARED)

    error, message = outcome.error
    needs = [why for _, why in skipped if why.cause is Cause.NEEDS_PACKAGE]
    if error in {"NameError", "AttributeError"} and needs:
        return needs[0]
    if error == "NameError" and skipped:
        line, why = skipped[0]
        return Explanation(Cause.STATEMENT_MISSED, message=message, line=line, because=why)
    return Explanation(Cause.NO_ARGUMENTS, error, message, outcome.error_line)
