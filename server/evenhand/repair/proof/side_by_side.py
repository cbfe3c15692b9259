"""Runs a candidate in the contexts of the old text, and objects to outcomes that are new there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from evenhand.check.probing.arguments.argument_trees import leaves
from evenhand.check.probing.input_state import InputState
from evenhand.check.probing.outcome_comparison import comparable, same_outcome
from evenhand.check.probing.renaming import Renaming
from evenhand.check.probing.requests import Outcome, Steps
from evenhand.check.probing.search_state import SearchState
from evenhand.check.sentences import explain
from evenhand.repair.objections import Objection, ObjectionKind
from evenhand.repair.proof.kept_echoes import echo_kept, mislabelled
from evenhand.repair.survey.combined_outcomes import Combined, CombinedOutcomes
from evenhand.repair.survey.varied_outcomes import Survey, Varied, mattering, open_unwatched
from evenhand.scalars import Scalar

LONGEST_SHOWN = 80
"""Characters of an outcome in a sentence."""
Own = tuple[tuple[Scalar, ...], ...]
"""For each repaired input: the values that the people of a context have."""


@dataclass(frozen=True, slots=True)
class Kept:
    """How much of what the function did is as it was."""

    compared: int
    """Calls of the new text, each compared with the old."""
    unchanged: int
    """Those of them whose outcome is exactly as it was."""
    alike: int
    """Contexts in which everyone gets what the people of `like` got."""
    contexts: int
    like: tuple[Scalar, ...] = ()
    """Values of the attributes: those that explain the most contexts."""

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


@dataclass(frozen=True, slots=True)
class _SpotOutcomes:
    """What the new text does in one spot."""

    survey: Survey
    state: InputState
    """The input that is varied."""
    entry: Varied
    """What the old text did for it."""
    new: Mapping[Scalar, Outcome]
    combined: Sequence[Combined]
    """What the old text did in this context for all repaired inputs together."""


def compare(survey: Survey, old_outcomes: CombinedOutcomes, text: str) -> Steps[Comparison]:
    """Run the new text for every context of the survey, and compare it with the old one."""
    search = survey.search
    module = replace(search.module, source=text)
    loaded = yield from open_unwatched(search, module)
    if loaded.problem is not None:
        objection = Objection(ObjectionKind.NOT_LOADED, {"reason": explain(loaded.problem)})
        return Comparison(Kept(0, 0, 0, 0), objection)

    compared = unchanged = 0
    like: Counter[tuple[Scalar, ...]] = Counter()
    spots = yield from _run_all(survey, old_outcomes)
    if search.spending.late is not None:
        return Comparison(Kept(0, 0, 0, len(spots)), _late(search))

    for spot in spots:
        problem = _objection(spot)
        if problem is not None:
            return Comparison(Kept(compared, unchanged, 0, len(spots)), problem)

        compared += len(spot.new)
        old = spot.entry.outcomes
        unchanged += sum(_is_unchanged(spot.new[value], old[value]) for value in spot.new)
        like.update(_explained(spot))

    values, alike = like.most_common(1)[0] if like else ((), 0)
    kept = Kept(compared, unchanged, alike, len(spots), values)
    return Comparison(kept, (yield from _ignored_input(survey)))


def shown(text: str) -> str:
    """A text on one line, cut if it is long."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_SHOWN else line[: LONGEST_SHOWN - 1] + "…"


def _run_all(survey: Survey, old_outcomes: CombinedOutcomes) -> Steps[list[_SpotOutcomes]]:
    """The outcomes of the text that is open, in every spot of the survey."""
    entries = [(s, e) for s in survey.states for e in survey.varied[s.input.path.text]]
    tries = [entry.spot.with_value(value) for _, entry in entries for value in entry.outcomes]
    outcomes = iter((yield from survey.search.perform(tries)))

    spots: list[_SpotOutcomes] = []
    for state, entry in entries:
        new = {value: next(outcomes) for value in entry.outcomes}
        combined = old_outcomes.get(id(entry.spot.context), ())
        spots.append(_SpotOutcomes(survey, state, entry, new, combined))
    return spots


def _is_unchanged(new: Outcome, old: Outcome) -> bool:
    return same_outcome(new, old, Renaming(()))


def _objection(spot: _SpotOutcomes) -> Objection | None:
    """What is wrong with the new outcomes of one spot."""
    return _difference(spot) or _unexplained(spot)


def _difference(spot: _SpotOutcomes) -> Objection | None:
    """Two values of the attribute that still lead to different outcomes."""
    values = list(spot.new)
    for value in values[1:]:
        first, second = spot.new[values[0]], spot.new[value]
        if spot.state.tells_apart((values[0], value), first, second):
            return Objection(
                ObjectionKind.STILL_DIFFERS,
                {
                    "first": values[0],
                    "second": value,
                    "attribute": spot.state.input.attribute,
                },
            )
    return None


def _unexplained(spot: _SpotOutcomes) -> Objection | None:
    """An outcome that the old text has for no value in this context."""
    explaining = list(spot.combined)
    for value, new in spot.new.items():
        old = spot.entry.outcomes[value]
        objection = _failure(value, new, old)
        if objection is not None:
            return objection
        if _is_unchanged(new, old):
            continue

        own = _own_values(spot, value)
        matches = (i for i, combined in enumerate(explaining) if _matches(new, combined, own))
        match = next(matches, None)
        if match is None:
            details = {"does": _doing(new), "value": value}
            return Objection(ObjectionKind.NEW_OUTCOME, details)

        explaining.insert(0, explaining.pop(match))  # it most likely explains the next one, too
        if not _keeps_echoes(spot, value, explaining[0], own):
            return Objection(ObjectionKind.WRONG_ECHO, {"attribute": spot.state.input.attribute})
    return None


def _failure(value: Scalar, new: Outcome, old: Outcome) -> Objection | None:
    """A call that cannot be compared, or that raises and did not."""
    if not comparable(new):
        reason = shown(explain(new.explanation) or new.text)
        return Objection(ObjectionKind.NOT_RUN, {"value": value, "reason": reason})
    if new.raised and old.returned:
        details = {"now": shown(new.text), "before": shown(old.text)}
        return Objection(ObjectionKind.RAISES, details)
    return None


def _keeps_echoes(spot: _SpotOutcomes, value: Scalar, before: Combined, own: Own) -> bool:
    """Whether people keep their own attribute where an outcome repeats it."""
    new, old = spot.new[value], spot.entry.outcomes[value]
    index = list(spot.survey.states).index(spot.state)

    is_one_person = max(map(len, own)) == 1  # several people may be in another order
    if is_one_person and not echo_kept(new, before.outcome, old, before.values[index], value):
        return False
    by_input = zip(spot.survey.states, own, strict=True)
    return not any(mislabelled(new, state, values) for state, values in by_input)


def _explained(spot: _SpotOutcomes) -> set[tuple[Scalar, ...]]:
    """Values that the people of one context are all treated as, going by the first of them."""
    value = next(iter(spot.new), None)
    if value is None:
        return set()
    own = _own_values(spot, value)
    return {c.values for c in spot.combined if _matches(spot.new[value], c, own)}


def _own_values(spot: _SpotOutcomes, value: Scalar) -> Own:
    tree = spot.entry.spot.with_value(value).as_tree()
    return tuple(
        tuple(leaf.value for _, leaf in leaves(tree) if leaf.path is state.input.path)
        for state in spot.survey.states
    )


def _matches(new: Outcome, combined: Combined, own: Own) -> bool:
    """Whether the outcome is one that was there before, people's own values aside."""
    by_input = zip(own, combined.values, strict=True)
    pairs = {(person, value) for people, value in by_input for person in people}
    return same_outcome(new, combined.outcome, Renaming(tuple(sorted(pairs, key=repr))))


def _ignored_input(survey: Survey) -> Steps[Objection | None]:
    """Another input that mattered for the old text and does not for the one that is open."""
    matter = yield from mattering(survey.search, survey.nearby)
    if survey.search.spending.late is not None:
        return _late(survey.search)
    for nearby in survey.nearby:
        if id(nearby.path) not in matter:
            return Objection(ObjectionKind.INPUT_IGNORED, {"input": nearby.path.text})
    return None


def _late(search: SearchState) -> Objection:
    """That the clock has ended the comparison."""
    return Objection(ObjectionKind.OUT_OF_TIME, {"reason": explain(search.spending.late)})


def _doing(outcome: Outcome) -> str:
    text = shown(outcome.text)
    return text if outcome.raised else f"returns {text}"
