"""Groups the values of an input by what they lead to, the most favourable group first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evenhand.check.probing.input_state import InputState
from evenhand.repair.survey.group_effects import effect_of, name_of
from evenhand.repair.survey.varied_outcomes import Survey, Varied
from evenhand.scalars import Scalar, is_number

COSTS = frozenset(
    "cost costs premium price fee fees charge charges risk rate tax penalty turnover interest "
    "deductible surcharge debt".split()
)
"""Words in a function's name that say that less of its number is better for the person."""
MOST_NAMED = 3
"""Values that a label lists; of more, it counts the rest."""


@dataclass(frozen=True, slots=True)
class Group:
    """Values of one input that the function treats alike."""

    input_text: str
    """The input, as the source writes it."""
    attribute: str
    values: tuple[Scalar, ...]
    effect: str = ""
    """What changes for whom if everyone is treated so: `female +1; nobody loses`."""
    gain: float = 0.0
    """How much better off people are on the whole; only good for ordering groups."""

    @property
    def value(self) -> Scalar:
        """The value that represents all of them: the median of numbers, else the first."""
        numbers = self._numbers
        return numbers[len(numbers) // 2] if numbers else self.values[0]

    @property
    def label(self) -> str:
        """`'male'`, `age 30 to 50`, `'married' or 'widowed'`."""
        numbers = self._numbers
        if len(numbers) > 1:
            return f"{self.attribute} {numbers[0]} to {numbers[-1]}"
        if numbers:
            return f"{self.attribute} {numbers[0]}"

        names = [name_of(self.attribute, value) for value in self.values]
        if len(names) > MOST_NAMED:
            return f"{', '.join(names[:2])} and {len(names) - 2} others"
        return " or ".join(names)

    @property
    def _numbers(self) -> list[int | float]:
        """The values in order if all are numbers; otherwise empty."""
        numbers = [value for value in self.values if is_number(value)]
        return sorted(numbers) if len(numbers) == len(self.values) else []


def groups(survey: Survey, state: InputState) -> list[Group]:
    """Values of one input by what they lead to, without values that are always refused."""
    entries = survey.varied[state.input.path.text]
    parted = _parted(survey, state, entries)
    accepted = [group for group in parted if not _is_refused(entries, group.value)]

    words = survey.search.reading.function.name.lower().split("_")
    less_is_better = not COSTS.isdisjoint(words)

    def order(group: Group) -> tuple[int, float]:
        return _refusals(entries, group.value), group.gain if less_is_better else -group.gain

    return sorted(accepted, key=order)


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


def _parted(survey: Survey, state: InputState, entries: Sequence[Varied]) -> list[Group]:
    """Groups of values that have the same outcome in every context."""
    parts: list[list[Scalar]] = []
    for value in _usable(state, entries):
        same = next((p for p in parts if _are_alike(survey, state, entries, p[0], value)), None)
        if same is not None:
            same.append(value)
        else:
            parts.append([value])
    return [_group(state, entries, tuple(values)) for values in parts]


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


def _group(state: InputState, entries: Sequence[Varied], values: tuple[Scalar, ...]) -> Group:
    input_text, attribute = state.input.path.text, state.input.attribute
    representative = Group(input_text, attribute, values).value
    effect = effect_of(attribute, representative, values, entries)
    return Group(input_text, attribute, values, effect.text, effect.gain)


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
