"""Groups the values of an input by what they lead to, the most favourable group first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from evenhand.check.reading.function_words import FunctionWords, function_words
from evenhand.check.search.input_state import InputState
from evenhand.repair.survey.group_effects import NO_EFFECT, Effect, effect_of
from evenhand.repair.survey.named_people import AGE, label
from evenhand.repair.survey.varied_outcomes import Survey, Varied
from evenhand.scalars import Scalar, is_number

NATIONALITY = "nationality"
WORKING_AGES = range(18, 67)
"""Ages by which it is counted how most people are treated."""
GROWN_UP, OLD = 21, 55
"""Ages before and from which an advantage may be a relief."""
FEWEST_RESULTS = 4
"""Groups of numbers that may be the results of a computation."""
MOST_COUNTED = 200
"""Whole numbers between the smallest and the largest value that are counted."""


@dataclass(frozen=True, slots=True)
class Group:
    """Values of one input that the function treats alike."""

    input_text: str
    """The input, as the source writes it."""
    attribute: str
    values: tuple[Scalar, ...]
    others: tuple[Scalar, ...] = ()
    """The values of all other groups."""
    effect: Effect = NO_EFFECT
    """What changes for whom if everyone is treated so."""
    weight: int = 0
    """How many values are treated so; of numbers, how many whole ones between the values."""
    total: int = 0
    """The same, of all groups together."""
    refusals: int = 0
    """In how many contexts it is refused."""
    is_constant: bool = False
    """Whether nothing else about a person counts any more."""

    @property
    def value(self) -> Scalar:
        """The value that represents all of them: the median of numbers, else the first."""
        numbers = self._numbers
        return numbers[len(numbers) // 2] if numbers else self.values[0]

    @property
    def label(self) -> str:
        """`'male'`, `age 30 to 50`, `'married' or 'widowed'`."""
        return label(self.input_text, self.attribute, self.values, self.others)

    @property
    def tells_how_many(self) -> bool:
        """Whether the values tell how many people are treated so."""
        are_texts = any(isinstance(value, str) for value in self.values)
        return not (self.attribute == NATIONALITY and are_texts)

    @property
    def is_of_young_or_old(self) -> bool:
        """Whether it has no age at which people work: a half price for children is a relief."""
        numbers = self._numbers
        if self.attribute != AGE or not numbers:
            return False
        return all(number < GROWN_UP or number >= OLD for number in numbers)

    @property
    def _numbers(self) -> list[int | float]:
        """The values in order if all are numbers; otherwise empty."""
        numbers = [value for value in self.values if is_number(value)]
        return sorted(numbers) if len(numbers) == len(self.values) else []


def groups(survey: Survey, state: InputState) -> list[Group]:
    """Values of one input by what they lead to, without values that are always refused."""
    return [*_groups_of(survey, state.input.path.text)]


@lru_cache(maxsize=8)  # those of one function, which each candidate asks for
def _groups_of(survey: Survey, input_text: str) -> list[Group]:
    state = next(s for s in survey.search.states if s.input.path.text == input_text)
    entries = survey.varied[input_text]
    words = function_words(survey.search.reading.function, survey.search.source)
    parts = _parted(survey, state, entries)
    made = [_group(state, entries, tuple(values), parts, words) for values in parts]
    return [group for group in made if not _is_refused(entries, group.value)]


def has_no_sides(of_input: Sequence[Group]) -> bool:
    """Whether numbers lead to many results, and none is known to be better.

    No group is anybody's baseline then: the function computes with the number.
    """
    is_known = all(group.effect.is_known for group in of_input if group.effect.lines)
    return len(of_input) >= FEWEST_RESULTS and not is_known


def refused_values(survey: Survey, state: InputState) -> tuple[list[Scalar], list[Scalar]]:
    """Values that are accepted wherever any value is, and values that are not."""
    entries = survey.varied[state.input.path.text]
    accepted: list[Scalar] = []
    refused: list[Scalar] = []
    for value in state.domain:
        outcomes = [e.outcomes[value] for e in entries if value in e.outcomes and _serves(e)]
        if not outcomes:
            continue
        is_accepted = all(outcome.returned for outcome in outcomes)
        (accepted if is_accepted else refused).append(value)
    return accepted, refused


def _parted(survey: Survey, state: InputState, entries: Sequence[Varied]) -> list[list[Scalar]]:
    """Values that have the same outcome in every context."""
    parts: list[list[Scalar]] = []
    for value in _usable(state, entries):
        same = next((p for p in parts if _are_alike(survey, state, entries, p[0], value)), None)
        if same is not None:
            same.append(value)
        else:
            parts.append([value])
    return parts


def _usable(state: InputState, entries: Sequence[Varied]) -> list[Scalar]:
    """Values with an outcome in every context; if there are none, in any."""
    everywhere = [v for v in state.domain if all(v in e.outcomes for e in entries)]
    return everywhere or [v for v in state.domain if any(v in e.outcomes for e in entries)]


def _are_alike(
    survey: Survey, state: InputState, entries: Sequence[Varied], first: Scalar, second: Scalar
) -> bool:
    return not any(
        state.tells_apart((first, second), e.outcomes[first], e.outcomes[second])
        for e in entries
        if first in e.outcomes and second in e.outcomes
    )


def _group(
    state: InputState,
    entries: Sequence[Varied],
    values: tuple[Scalar, ...],
    parts: Sequence[Sequence[Scalar]],
    words: FunctionWords,
) -> Group:
    input_text, attribute = state.input.path.text, state.input.attribute
    representative = Group(input_text, attribute, values).value
    effect = effect_of(state, representative, values, entries, words)
    refusals = _refusals(entries, representative)
    total = sum(_weight(state, part, parts) for part in parts)
    weight = _weight(state, values, parts)
    is_constant = _is_constant(entries, representative)
    others = tuple(value for part in parts for value in part if value not in values)
    return Group(
        input_text, attribute, values, others, effect, weight, total, refusals, is_constant
    )


def _is_constant(entries: Sequence[Varied], value: Scalar) -> bool:
    """Whether `value` has one outcome in every context."""
    outcomes = (entry.outcomes[value] for entry in entries if value in entry.outcomes)
    told = {f"{o.text} {o.printed!r} {o.effects!r} {o.changed!r}" for o in outcomes}
    return len(told) == 1


def _weight(state: InputState, values: Sequence[Scalar], parts: Sequence[Sequence[Scalar]]) -> int:
    """How many people are treated as those with `values` are, as far as the values tell."""
    every = sorted(value for part in parts for value in part if is_number(value))
    are_numbers = all(is_number(value) for value in values)
    if every and are_numbers:
        closest = (min(every, key=lambda v: abs(v - number)) for number in _counted(state, every))
        return sum(value in values for value in closest)
    return sum(state.input.match.weight(value) for value in values)


def _counted(state: InputState, every: Sequence[int | float]) -> range:
    """Whole numbers that stand for people: thresholds bring many values close together."""
    first, last = int(every[0]), int(every[-1])
    are_ages = state.input.attribute == AGE and first >= 0 and last <= max(WORKING_AGES) + 40
    return WORKING_AGES if are_ages else range(first, min(last, first + MOST_COUNTED) + 1)


def _serves(entry: Varied) -> bool:
    """Whether any value has a result in this spot."""
    return any(outcome.returned for outcome in entry.outcomes.values())


def _is_refused(entries: Sequence[Varied], value: Scalar) -> bool:
    """Whether `value` never has a result, while other values have."""
    outcomes = [e.outcomes[value] for e in entries if value in e.outcomes]
    if any(outcome.returned for outcome in outcomes):
        return False
    return any(_serves(entry) for entry in entries)


def _refusals(entries: Sequence[Varied], value: Scalar) -> int:
    """In how many contexts `value` ends in an exception."""
    outcomes = [e.outcomes[value] for e in entries if value in e.outcomes]
    return sum(outcome.raised for outcome in outcomes)
