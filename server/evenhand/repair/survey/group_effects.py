"""What changes for whom if everyone is treated as one group of people is today."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from evenhand.check.reading.function_words import FunctionWords
from evenhand.check.search.input_state import InputState
from evenhand.repair.survey.named_people import named_people
from evenhand.repair.survey.outcome_changes import ANOTHER, OutcomeChange, change_between
from evenhand.repair.survey.varied_outcomes import Varied
from evenhand.scalars import Scalar

MOST_LINES = 4
"""Kinds of changes that are listed."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What it means to all others to be treated as one group is."""

    lines: tuple[str, ...] = ()
    """One for all who have the same change: `'female', 'non-binary' gain 10`."""
    gain: float = 0.0
    """The sum of what each value gains on average; below 0 for a loss."""
    is_known: bool = False
    """Whether it is known of every change which way it goes."""
    is_said: bool = False
    """Whether people may be told so: of a risk, nobody is called better off."""
    somebody_gains: bool = False
    losers: frozenset[Scalar] = frozenset()
    """The values of those who lose."""
    somebody_pays: bool = False
    """Whether somebody loses of whom more is taken: a price, a wait."""
    leaves_part: bool = False
    """Whether somebody is left with a part of what they got, which nobody can say is worse."""

    @property
    def somebody_loses(self) -> bool:
        """Whether anybody does."""
        return bool(self.losers)


NO_EFFECT = Effect()


def effect_of(
    state: InputState,
    value: Scalar,
    group: Sequence[Scalar],
    entries: Sequence[Varied],
    words: FunctionWords,
) -> Effect:
    """What changes for people outside of `group` if all are treated as `value`, one of it."""
    changes: dict[Scalar, list[OutcomeChange]] = {}
    for entry in [entry for entry in entries if entry.spot.is_credible] or entries:
        for other, change in _changes_in(state, entry, value, group, words):
            changes.setdefault(other, []).append(change)
    if not changes:
        return NO_EFFECT

    changes = {value: _usual(of_value) for value, of_value in changes.items()}
    input_text, attribute = state.input.path.text, state.input.attribute
    every = [change for of_value in changes.values() for change in of_value]
    is_known = all(change.gain is not None for change in every)
    return Effect(
        tuple(_lines(input_text, attribute, changes, group)),
        sum(_mean_gain(of_value) for of_value in changes.values()),
        is_known,
        is_known and all(change.is_said for change in every),
        any((change.gain or 0.0) > 0 for change in every),
        frozenset(value for value, of_value in changes.items() if _loses(of_value)),
        any((change.gain or 0.0) < 0 < (change.amount or 0.0) for change in every),
        any(change.is_part for change in every),
    )


def _loses(changes: Sequence[OutcomeChange]) -> bool:
    return any((change.gain or 0.0) < 0 for change in changes)


def summed_up(effects: Iterable[Effect], apart: Iterable[Effect] = ()) -> str:
    """The lines of several effects, and that nobody loses or gains, if nobody does.

    The lines are of the same effects seen `apart`, if these have any.
    """
    effects = [effect for effect in effects if effect.lines]
    shown = [effect for effect in apart if effect.lines] or effects
    lines = list(dict.fromkeys(line for effect in shown for line in effect.lines))
    effects += shown
    if effects and all(effect.is_said for effect in effects):
        if not any(effect.somebody_loses for effect in effects):
            lines.append("nobody loses")
        if not any(effect.somebody_gains for effect in effects):
            lines.append("nobody gains")
    return "\n".join(lines)


def _changes_in(
    state: InputState, entry: Varied, value: Scalar, group: Sequence[Scalar], words: FunctionWords
) -> Iterator[tuple[Scalar, OutcomeChange]]:
    """What changes for each value outside of `group` in one spot."""
    new = entry.outcomes.get(value)
    if new is None:
        return
    for other, old in entry.outcomes.items():
        if other not in group and state.tells_apart((value, other), new, old):
            yield other, change_between((value, other), (new, old), words)


def _usual(changes: Sequence[OutcomeChange]) -> list[OutcomeChange]:
    """Without debts where there are amounts: a fifth more of a debt is less, which says nothing."""
    return [change for change in changes if not change.is_below_zero] or list(changes)


def _lines(
    input_text: str,
    attribute: str,
    changes: Mapping[Scalar, Sequence[OutcomeChange]],
    group: Sequence[Scalar],
) -> Iterator[str]:
    """People by what changes for them, those who gain first; for `group` nothing changes."""
    by_predicate: dict[_Predicate, list[Scalar]] = {}
    for value, of_value in changes.items():
        by_predicate.setdefault(_predicate(of_value), []).append(value)

    ordered = sorted(by_predicate, key=lambda predicate: -predicate.gain)
    for predicate in ordered[:MOST_LINES]:
        people = named_people(input_text, attribute, by_predicate[predicate], [*changes, *group])
        yield f"{people.text} {predicate.said_of(is_plural=people.is_plural)}"
    if len(ordered) > MOST_LINES:
        yield "others by other amounts"


@dataclass(frozen=True, slots=True)
class _Predicate:
    """What is said of people."""

    verb: str
    """`gain`, `lose`, or empty if no side is known to be the better."""
    words: str
    gain: float = 0.0

    def said_of(self, *, is_plural: bool) -> str:
        if not self.verb:
            return f"{'get' if is_plural else 'gets'} {self.words}"
        return f"{self.verb if is_plural else f'{self.verb}s'}{self.words}"


def _predicate(changes: Sequence[OutcomeChange]) -> _Predicate:
    gains = {change.gain > 0 for change in changes if change.gain is not None}
    verb, size = _verb(changes, gains), _size(changes)
    signs = {change.amount > 0 for change in changes if change.amount is not None}
    where = changes[0].where if len({change.where for change in changes}) == 1 else ""
    place = f" in `{where}`" if where else ""
    if len(signs) > 1 and all(change.amount is not None for change in changes):
        return _Predicate("", f"more in some cases and less in others{place}")

    is_share, has_more = size.endswith("%"), signs == {verb == "gain"}
    if size and verb and not is_share and (has_more or not place):  # less of a loss is no gain "in"
        return _Predicate(verb, f" {size}{place}", _mean_gain(changes))
    if size:
        words = f"{size} {'more' if signs == {True} else 'less'}{place}"
        return _Predicate(verb, f": {words}" if verb else words, _mean_gain(changes))

    ((most_frequent, count),) = Counter(change.words for change in changes).most_common(1)
    is_always = count == len(changes) > 1
    if not verb:
        says_all = is_always or most_frequent == ANOTHER
        words = most_frequent if says_all else f"{ANOTHER}, such as {most_frequent}"
        return _Predicate("", words)
    words = f": {most_frequent}" if is_always else f", such as {most_frequent}"
    return _Predicate(verb, words, _mean_gain(changes))


def _size(changes: Sequence[OutcomeChange]) -> str:
    """`10` or `20 %`, if it is the same whatever else decides; else empty."""
    amounts = {change.amount and round(change.amount, 6) for change in changes}
    shares = {change.share and round(change.share, 6) for change in changes}
    if len({change.words for change in changes}) < 2:
        return ""
    match [*amounts], [*shares]:
        case [float(amount)], _:
            return _amount(abs(amount))
        case _, [float(share)] if None not in amounts:
            return f"{round(abs(share) * 100, 1):g} %"
        case _:
            return ""


def _verb(changes: Sequence[OutcomeChange], gains: set[bool]) -> str:
    """Empty unless it is known of all changes that they are for the better, or for the worse."""
    is_said = all(change.gain is not None and change.is_said for change in changes)
    if not is_said or len(gains) != 1:
        return ""
    return "gain" if gains == {True} else "lose"


def _amount(size: float) -> str:
    return f"{round(size, 4):g}" if size < 1e6 else f"{round(size, 2):,}"


def _mean_gain(changes: Sequence[OutcomeChange]) -> float:
    return sum(change.gain or 0.0 for change in changes) / len(changes)
