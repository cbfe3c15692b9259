"""Runs a candidate beside the old text, and objects to what differs from one group's outcomes.

Everyone has to get what one and the same group of people got, in every context.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from evenhand.check.outcomes.outcome_comparison import comparable, same_outcome
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.requests import Outcome, Steps
from evenhand.check.search.arguments.contexts import Context
from evenhand.check.search.input_state import InputState
from evenhand.check.sentences import explain
from evenhand.repair.machine_faults import reason_of
from evenhand.repair.objections import Objection, ObjectionKind, ShownCall, shown
from evenhand.repair.proof.baselines import Observed, more_combinations, own_values, surviving
from evenhand.repair.proof.constant_outcomes import are_one, says_no
from evenhand.repair.proof.culprits import why_unexplained
from evenhand.repair.proof.kept_echoes import echo_kept, mislabelled
from evenhand.repair.proof.text_runs import NotLoadedError, TextRuns
from evenhand.repair.survey.combined_outcomes import Values
from evenhand.repair.survey.treatment_choices import choice_of
from evenhand.repair.survey.varied_outcomes import Survey, Varied
from evenhand.scalars import Scalar


@dataclass(frozen=True, slots=True)
class Kept:
    """How much of what the function did is as it was."""

    compared: int
    """Calls of the new text, each compared with the old."""
    unchanged: int
    """Those of them whose outcome is exactly as it was."""
    like: Values = ()
    """As whom everyone is treated: a value for each repaired input."""
    is_constant: bool = False
    """Whether everyone gets the same now, whatever else is true of them, and did not before."""

    @property
    def share_unchanged(self) -> float:
        """From 0 to 1."""
        return self.unchanged / self.compared if self.compared else 1.0


@dataclass(frozen=True, slots=True)
class Comparison:
    """A new text beside the old one."""

    kept: Kept
    objection: Objection | None = None
    """Why the new text is no repair; None if nothing speaks against it so far."""
    baselines: tuple[Values, ...] = ()
    """Whatever explains all outcomes so far; the first is that of `kept`."""


@dataclass(frozen=True, slots=True)
class _Spot:
    """What both texts do for all values of one person's attribute."""

    survey: Survey
    state: InputState
    """The input that is varied."""
    entry: Varied
    new: Sequence[Outcome]
    """For the values of the entry, in its order."""

    @property
    def calls(self) -> Iterator[tuple[Scalar, Outcome, Outcome]]:
        """Each value, with the old and the new outcome."""
        for (value, old), new in zip(self.entry.outcomes.items(), self.new, strict=True):
            yield value, old, new

    @property
    def observed(self) -> list[Observed]:
        """All calls of the new text."""
        return [Observed(self.entry.spot.with_value(value), new) for value, _, new in self.calls]


def compare(runs: TextRuns) -> Steps[Comparison]:
    """Run the new text in every context of the survey, for every value of the attributes."""
    try:
        return (yield from _compare(runs))
    except NotLoadedError as error:
        return Comparison(Kept(0, 0), _not_loaded(error))


def compare_further(
    runs: TextRuns, so_far: Comparison, contexts: Sequence[Context]
) -> Steps[Comparison]:
    """Run the new text in more contexts, of which the old text was not made."""
    runs.load_again()
    try:
        outcomes = yield from runs.new(contexts)
        observed = [
            Observed(context, outcome)
            for context, outcome in zip(contexts, outcomes, strict=True)
            if comparable(outcome)
        ]
        return (yield from _explained(runs, so_far.kept, so_far.baselines, observed))
    except NotLoadedError as error:
        return Comparison(so_far.kept, _not_loaded(error))


def _compare(runs: TextRuns) -> Steps[Comparison]:
    spots = yield from _spots(runs)
    late = _late(runs)
    if late is not None:
        return Comparison(Kept(0, 0), late)

    problem = _first_problem(runs, spots) or says_no(runs.survey, _pairs(spots))
    if problem is not None:
        return Comparison(Kept(0, 0), problem)

    calls = _pairs(spots)
    unchanged = sum(_is_unchanged(new, old) for new, old in calls)
    kept = Kept(len(calls), unchanged, is_constant=are_one([new for new, _ in calls]))
    observed = _varied_order(spots)
    comparison = yield from _explained(runs, kept, runs.old_outcomes.combinations, observed)
    if comparison.objection is None:
        wrong = yield from _wrong_echo(runs, spots, comparison.baselines)
        return Comparison(comparison.kept, wrong, comparison.baselines)
    return comparison


def _spots(runs: TextRuns) -> Steps[list[_Spot]]:
    """What the new text does in every spot of the survey."""
    survey = runs.survey
    entries = [(s, e) for s in survey.states for e in survey.varied[s.input.path.text]]
    tries = [entry.spot.with_value(value) for _, entry in entries for value in entry.outcomes]
    outcomes = iter((yield from runs.new(tries)))
    return [
        _Spot(survey, state, entry, [next(outcomes) for _ in entry.outcomes])
        for state, entry in entries
    ]


def _pairs(spots: Sequence[_Spot]) -> list[tuple[Outcome, Outcome]]:
    """All new outcomes, each with the old one."""
    return [(new, old) for spot in spots for _, old, new in spot.calls]


def _first_problem(runs: TextRuns, spots: Sequence[_Spot]) -> Objection | None:
    """A difference that is left, or a call that has no result any more."""
    problems = (_difference(runs, spot) or _failure(runs, spot) for spot in spots)
    return next((problem for problem in problems if problem is not None), None)


def _difference(runs: TextRuns, spot: _Spot) -> Objection | None:
    """Two values of the attribute that still lead to different outcomes."""
    (first, _, first_new), *others = spot.calls
    for second, _, second_new in others:
        if spot.state.tells_apart((first, second), first_new, second_new):
            attribute = spot.state.input.attribute
            details = {"first": first, "second": second, "attribute": attribute}
            shown_calls = (_shown(runs, spot, first), _shown(runs, spot, second))
            return Objection(ObjectionKind.STILL_DIFFERS, details, shown_calls)
    return None


def _failure(runs: TextRuns, spot: _Spot) -> Objection | None:
    """A call that cannot be compared, or that raises and did not."""
    for value, old, new in spot.calls:
        if not comparable(new):
            reason = shown(explain(new.explanation) or new.text)
            details = {"value": value, "reason": reason}
            return Objection(ObjectionKind.NOT_RUN, details, (_shown(runs, spot, value),))
        if new.raised and old.returned:
            details = {"now": shown(new.text), "before": shown(old.text)}
            return Objection(ObjectionKind.RAISES, details, (_shown(runs, spot, value),))
    return None


def _shown(runs: TextRuns, spot: _Spot, value: Scalar) -> ShownCall:
    old, new = next((old, new) for other, old, new in spot.calls if other == value)
    call = runs.written(spot.entry.spot.with_value(value))
    return ShownCall(call, shown(old.text), shown(new.text))


def _varied_order(spots: Sequence[_Spot]) -> list[Observed]:
    """All calls of the new text, those of different contexts first."""
    of_spots = [spot.observed for spot in spots]
    firsts = [observed[0] for observed in of_spots if observed]
    return [*firsts, *(entry for observed in of_spots for entry in observed[1:])]


def _of_whole_people(survey: Survey, observed: Sequence[Observed]) -> Sequence[Observed]:
    """The calls in which people have all repaired attributes, so that they can be given others."""
    count = len(survey.states)
    whole = [entry for entry in observed if all(own_values(survey, entry.context)[:count])]
    return whole or observed


def _explained(
    runs: TextRuns, kept: Kept, candidates: Sequence[Values], observed: Sequence[Observed]
) -> Steps[Comparison]:
    """Find the group as which everyone is treated; without one, say what stands against it."""
    observed = _of_whole_people(runs.survey, observed)
    baselines = yield from surviving(runs, candidates, observed)
    if not baselines and observed:
        more = more_combinations(runs.survey, candidates)
        baselines = yield from surviving(runs, more, observed)
    late = _late(runs)
    if late is not None:
        return Comparison(kept, late)
    if not baselines and observed:
        return Comparison(kept, (yield from why_unexplained(runs, candidates, observed)))

    count = len(runs.survey.states)
    baselines = sorted(baselines, key=lambda values: -_as_before(runs.survey, values[:count]))
    like = baselines[0][:count] if baselines else kept.like
    return Comparison(replace(kept, like=like), None, tuple(baselines))


def _as_before(survey: Survey, like: Values) -> int:
    """For how many values of the attributes nothing changes if everyone is treated so."""
    return sum(len(group.values) for group in choice_of(survey, like).groups)


def _wrong_echo(
    runs: TextRuns, spots: Sequence[_Spot], baselines: Sequence[Values]
) -> Steps[Objection | None]:
    """People who do not keep their own attribute where an outcome repeats it."""
    baseline = baselines[0] if baselines else ()
    for spot in spots if baselines else ():
        before = yield from runs.old_as(spot.entry.spot.context, baseline)
        for value, old, new in spot.calls:
            if not _is_unchanged(new, old) and not _keeps_echoes(
                spot, value, (new, before, old), baseline
            ):
                details = {"attribute": spot.state.input.attribute}
                return Objection(ObjectionKind.WRONG_ECHO, details, (_shown(runs, spot, value),))
    return None


def _keeps_echoes(
    spot: _Spot, value: Scalar, outcomes: tuple[Outcome, Outcome, Outcome], baseline: Values
) -> bool:
    """Whether people keep their own attribute; outcomes: now, the baseline's, and before."""
    new, before, old = outcomes
    own = own_values(spot.survey, spot.entry.spot.with_value(value))
    index = list(spot.survey.repaired).index(spot.state)

    is_one_person = max(map(len, own)) == 1  # several people may be in another order
    if is_one_person and not echo_kept(new, before, old, baseline[index], value):
        return False
    by_input = zip(spot.survey.repaired, own, strict=True)
    return not any(mislabelled(new, state, values) for state, values in by_input)


def _is_unchanged(new: Outcome, old: Outcome) -> bool:
    return same_outcome(new, old, Renaming(()))


def _late(runs: TextRuns) -> Objection | None:
    """That the clock has ended the comparison; None if it has not."""
    if runs.late is None:
        return None
    return Objection(ObjectionKind.OUT_OF_TIME, {"reason": reason_of(runs.late)})


def _not_loaded(error: NotLoadedError) -> Objection:
    return Objection(ObjectionKind.NOT_LOADED, {"reason": reason_of(error.explanation)})
