"""Says why no single group explains the outcomes of a new text: by which input it decides now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evenhand.check.outcomes.outcome_comparison import comparable, same_outcome
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.requests import Outcome, Steps
from evenhand.repair.objections import Objection, ObjectionKind, ShownCall, shown
from evenhand.repair.proof.baselines import Observed, explains, own_values
from evenhand.repair.proof.text_runs import TextRuns
from evenhand.repair.survey.combined_outcomes import Values, with_values
from evenhand.repair.survey.named_people import label
from evenhand.repair.survey.varied_outcomes import Nearby, Survey, pairs_from

MOST_JUDGED = 60
"""Calls by which the closest combination is chosen."""


@dataclass(frozen=True, slots=True)
class _Misfit:
    """A call that does not give what the closest combination got, with that one's outcome."""

    observed: Observed
    values: Values
    old: Outcome


def why_unexplained(
    runs: TextRuns, candidates: Sequence[Values], observed: Sequence[Observed]
) -> Steps[Objection]:
    """What speaks against a text whose outcomes no combination explains."""
    misfits = yield from _closest_misfits(runs, candidates, observed[:MOST_JUDGED])
    if not misfits:
        misfits = yield from _closest_misfits(runs, candidates, observed)
    for misfit in misfits[:3]:
        objection = yield from _by_input(runs, misfit)
        if objection is not None:
            return objection
    return (yield from _without_input(runs, candidates, misfits[0]))


def _closest_misfits(
    runs: TextRuns, candidates: Sequence[Values], observed: Sequence[Observed]
) -> Steps[list[_Misfit]]:
    """What the combination does not explain that explains the most."""
    fewest: list[_Misfit] = []
    for values in candidates:
        contexts = [with_values(runs.survey, entry.context, values) for entry in observed]
        old = yield from runs.old(contexts)
        misfits = [
            _Misfit(entry, values, outcome)
            for entry, outcome in zip(observed, old, strict=True)
            if comparable(outcome) and not explains(runs.survey, entry, outcome, values)
        ]
        if misfits and (not fewest or len(misfits) < len(fewest)):
            fewest = misfits
    return fewest


def _by_input(runs: TextRuns, misfit: _Misfit) -> Steps[Objection | None]:
    """The other input that decides now and did not, or does not any more and did."""
    survey, context = runs.survey, misfit.observed.context
    repaired = {id(state.input.path) for state in survey.repaired}
    pairs = list(pairs_from(survey.search, context, repaired))
    new = yield from runs.new([pair.contexts[1] for pair in pairs])
    changed = [with_values(survey, pair.contexts[1], misfit.values) for pair in pairs]
    old = yield from runs.old(changed)

    for pair, new_there, old_there in zip(pairs, new, old, strict=True):
        there = Observed(pair.contexts[1], new_there)
        if not comparable(old_there) or not explains(survey, there, old_there, misfit.values):
            continue
        matters_now = not _same(misfit.observed.new, new_there)
        mattered = not _same(misfit.old, old_there)
        if matters_now != mattered:
            return _of_input(runs, misfit, pair, (old_there, new_there), matters_now=matters_now)
    return None


def _of_input(
    runs: TextRuns,
    misfit: _Misfit,
    pair: Nearby,
    there: tuple[Outcome, Outcome],
    *,
    matters_now: bool,
) -> Objection:
    kind = ObjectionKind.NEW_CRITERION if matters_now else ObjectionKind.INPUT_IGNORED
    old_there, new_there = there
    second = runs.written(pair.contexts[1])
    calls = (
        _shown(runs, misfit),
        ShownCall(second, shown(old_there.text), shown(new_there.text)),
    )
    details = {"input": pair.path.text, "like": like_whom(runs.survey, misfit.values)}
    return Objection(kind, details, calls)


def _without_input(
    runs: TextRuns, candidates: Sequence[Values], misfit: _Misfit
) -> Steps[Objection]:
    """That nobody got an outcome before, or that another group got it than elsewhere."""
    survey, observed = runs.survey, misfit.observed
    for values in candidates:
        old = yield from runs.old_as(observed.context, values)
        if comparable(old) and explains(survey, observed, old, values):
            details = {
                "like": like_whom(runs.survey, misfit.values),
                "other": like_whom(survey, values),
            }
            return Objection(ObjectionKind.TWO_BASELINES, details, (_shown(runs, misfit),))

    shown_calls = (_shown(runs, misfit),)
    if observed.new.text == misfit.old.text:
        return Objection(ObjectionKind.OTHER_EFFECT, {}, shown_calls)
    own = own_values(survey, observed.context)
    people = [
        label(state.input.path.text, state.input.attribute, values[:1])
        for state, values in zip(survey.states, own, strict=False)
        if values
    ]
    details = {"does": _doing(observed.new), "value": " and ".join(people)}
    return Objection(ObjectionKind.NEW_OUTCOME, details, shown_calls)


def like_whom(survey: Survey, values: Values) -> str:
    """Who has the values of a combination: `age 40 and 'male'`."""
    pairs = zip(survey.states, values, strict=False)  # the others make no difference
    names = (label(state.input.path.text, state.input.attribute, [value]) for state, value in pairs)
    return " and ".join(names)


def _shown(runs: TextRuns, misfit: _Misfit) -> ShownCall:
    call = runs.written(misfit.observed.context)
    return ShownCall(call, shown(misfit.old.text), shown(misfit.observed.new.text))


def _same(first: Outcome, second: Outcome) -> bool:
    return same_outcome(first, second, Renaming(()))


def _doing(outcome: Outcome) -> str:
    text = shown(outcome.text)
    return text if outcome.raised else f"returns {text}"
