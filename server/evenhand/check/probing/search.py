"""The guided search: a generator that asks for runs and ends with judgements."""

from __future__ import annotations

from evenhand.check.probing.exploring import explore
from evenhand.check.probing.first_calls import first_contexts, steady
from evenhand.check.probing.input_state import Judgement, State
from evenhand.check.probing.requests import Loaded, Open, Outcome
from evenhand.check.probing.search_state import Steps, Trial
from evenhand.check.probing.witnesses import confirm
from evenhand.check.worker import KILLED
from evenhand.findings import VerdictKind


def search(trial: Trial) -> Steps[tuple[Judgement, ...]]:
    """Find a difference for each protected input, or say why there is none."""
    loaded: Loaded = yield Open(trial.module)
    if loaded.problem is not None:
        return _not_checked(trial, loaded.problem)
    trial.skipped = loaded.skipped
    first = trial.accepted = yield from first_contexts(trial)
    if first:
        if not (yield from steady(trial, first[0])):
            return _not_checked(trial, "answers differently on the same input")
        yield from explore(trial, first)
    yield from confirm(trial)
    return tuple(judgement(trial, s) for s in trial.states)


def judgement(trial: Trial, state: State) -> Judgement:
    """What the search has found out about one input."""
    kind = state.verdict
    reason = ""
    if trial.killed and kind in {VerdictKind.NO_DIFFERENCE_FOUND, VerdictKind.NOT_CHECKED}:
        kind, reason = VerdictKind.NOT_CHECKED, f"worker {KILLED}"
    elif state.unsteady and kind is VerdictKind.NO_DIFFERENCE_FOUND:
        kind, reason = VerdictKind.NOT_CHECKED, "a difference was seen once and not again"
    elif kind is VerdictKind.NO_DIFFERENCE_FOUND and state.stopped is not None:
        kind, reason = VerdictKind.NOT_CHECKED, explain_failure(state.stopped, trial.skipped)
    elif kind is VerdictKind.NOT_CHECKED:
        reason = explain_failure(state.stopped or trial.failure, trial.skipped)
    elif kind is VerdictKind.NO_DIFFERENCE_FOUND and state.related:
        reason = f"only compared with `{state.related}`"
    return Judgement(state.input, kind, reason, state.pairs, state.biased or state.refusal)


def _not_checked(trial: Trial, reason: str) -> tuple[Judgement, ...]:
    kind = VerdictKind.NOT_CHECKED
    reason = f"worker {KILLED}" if trial.killed else reason
    return tuple(Judgement(s.input, kind, reason, s.pairs) for s in trial.states)


def explain_failure(outcome: Outcome | None, skipped: tuple[tuple[int, str], ...]) -> str:
    """Why no call could be judged, in one sentence."""
    if outcome is None:
        return "no call could be compared"
    if outcome.kind in {"blocked", "timeout", "died"}:
        return outcome.reason
    if outcome.error is None:
        return "no call could be compared"
    needs = [reason for _, reason in skipped if reason.startswith("needs ")]
    if outcome.error[0] in {"NameError", "AttributeError"} and needs:
        return needs[0]
    if outcome.error[0] == "NameError" and skipped:
        return f"{outcome.error[1]}; line {skipped[0][0]} did not run: {skipped[0][1]}"
    where = f" (line {outcome.error_line})" if outcome.error_line else ""
    return f"no arguments were found that it accepts: {outcome.error[0]}: {outcome.error[1]}{where}"
