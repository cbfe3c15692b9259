"""Whom everyone is to be treated like: the values of an attribute that differ in effect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from evenhand.check.probing.argument_trees import Scalar
from evenhand.check.probing.input_state import State
from evenhand.check.probing.outcome_comparison import Renaming, same_outcome
from evenhand.check.probing.requests import Outcome
from evenhand.check.probing.who_gains import amount, leaning
from evenhand.repair.survey.surveying import Survey, Varied

COSTS = frozenset(
    "cost costs premium price fee fees charge charges risk rate tax penalty turnover interest "
    "deductible surcharge debt".split()
)
"""Words in a function's name that say that less of its number is better for the person."""
MOST = 4
"""Choices that are offered for one attribute."""


@dataclass(frozen=True, slots=True)
class Group:
    """Values of one input that the function treats alike."""

    place: str
    """The text of the input."""
    attribute: str
    values: tuple[Scalar, ...]
    effect: str
    """What changes for whom if everyone is treated so: `female +1; nobody loses`."""
    gain: float
    """How much better off people are on the whole; only for putting groups in order."""

    @property
    def value(self) -> Scalar:
        """The one that stands for all of them."""
        numbers = [v for v in self.values if _is_number(v)]
        if numbers and len(numbers) == len(self.values):
            return sorted(numbers)[len(numbers) // 2]  # type: ignore[type-var]
        return self.values[0]

    @property
    def label(self) -> str:
        """`'male'`, `age 30 to 50`, `'married' or 'widowed'`."""
        numbers = sorted(v for v in self.values if _is_number(v))  # type: ignore[type-var]
        if numbers and len(numbers) == len(self.values):
            span = f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else str(numbers[0])
            return f"{self.attribute} {span}"
        words = [_person(self.attribute, v) for v in self.values]
        if len(words) > 3:
            return f"{', '.join(words[:2])} and {len(words) - 2} others"
        return " or ".join(words)


@dataclass(frozen=True, slots=True)
class Choice:
    """A group for each input that has to be repaired."""

    groups: tuple[Group, ...]

    @property
    def values(self) -> dict[str, Scalar]:
        """By the text of the input."""
        return {g.place: g.value for g in self.groups}

    @property
    def effect(self) -> str:
        return "; ".join(dict.fromkeys(g.effect for g in self.groups if g.effect))


def choices(survey: Survey, reported: str | None = None) -> list[Choice]:
    """The few choices that differ in effect, the most favourable first.

    Where several attributes have to be repaired at once, the alternatives are those of the
    `reported` one, and of the first otherwise.
    """
    found = {s.input.path.text: groups(survey, s) for s in survey.states}
    if not found or not all(found.values()):
        return []
    paths = list(found)
    named = [s.input.path.text for s in survey.states if s.input.attribute == reported]
    varied = (named or paths)[0]
    made = [
        Choice(tuple(group if p == varied else found[p][0] for p in paths))
        for group in found[varied][:MOST]
    ]
    for path in paths:  # where the best of one does not work, another of the others may
        if path != varied:
            made += [
                Choice(tuple(g if p == path else found[p][0] for p in paths))
                for g in found[path][1:MOST]
            ]
    return made


def groups(survey: Survey, state: State) -> list[Group]:
    """Values of one input by what they lead to, the most favourable first."""
    entries = survey.varied[state.input.path.text]
    everywhere = [v for v in state.domain if all(_holds(e, v) for e in entries)]
    usable = everywhere or [v for v in state.domain if any(_holds(e, v) for e in entries)]
    parted: list[list[Scalar]] = []
    for value in usable:
        alike = next((g for g in parted if _alike(survey, state, entries, g[0], value)), None)
        if alike is not None:
            alike.append(value)
        else:
            parted.append([value])
    made = [_group(state, entries, values) for values in parted]
    accepted = [g for g in made if not _refused(entries, g.value)]
    costs = bool(COSTS & set(survey.trial.reading.function.name.lower().split("_")))
    refusals = {g.value: _refusals(entries, g.value) for g in accepted}
    return sorted(accepted, key=lambda g: (refusals[g.value], g.gain if costs else -g.gain))


def refused_values(survey: Survey, state: State) -> tuple[list[Scalar], list[Scalar]]:
    """Values that are accepted wherever anybody is, and those that are not."""
    entries = survey.varied[state.input.path.text]
    accepted: list[Scalar] = []
    refused: list[Scalar] = []
    for value in state.domain:
        tried = [e for e in entries if _holds(e, value) and _anybody_served(e)]
        if tried:
            served = all(e.outcomes[value].kind == "returned" for e in tried)
            (accepted if served else refused).append(value)
    return accepted, refused


def _anybody_served(entry: Varied) -> bool:
    return any(o.kind == "returned" for o in entry.outcomes.values())


def _holds(entry: Varied, value: Scalar) -> bool:
    return value in entry.outcomes


def _refused(entries: Sequence[Varied], value: Scalar) -> bool:
    """Whether nobody would be served any more."""
    outcomes = [e.outcomes[value] for e in entries if value in e.outcomes]
    served = any(o.kind == "returned" for e in entries for o in e.outcomes.values())
    return served and not any(o.kind == "returned" for o in outcomes)


def _refusals(entries: Sequence[Varied], value: Scalar) -> int:
    return sum(e.outcomes[value].kind == "raised" for e in entries if value in e.outcomes)


def _alike(
    survey: Survey, state: State, entries: Sequence[Varied], one: Scalar, other: Scalar
) -> bool:
    return not any(
        survey.trial.difference(state, e.outcomes[one], e.outcomes[other], (one, other))
        for e in entries
        if one in e.outcomes and other in e.outcomes
    )


@dataclass(frozen=True, slots=True)
class _Change:
    """What it means to somebody to be treated otherwise."""

    size: float
    """Above 0 for the better."""
    counted: bool = True
    """Whether the size is a difference of two numbers, and says something."""


def _group(state: State, entries: Sequence[Varied], values: list[Scalar]) -> Group:
    made = Group(state.input.path.text, state.input.attribute, tuple(values), "", 0.0)
    changes: dict[str, list[_Change]] = {}
    unordered = False
    for entry in entries:
        target = entry.outcomes.get(made.value)
        for value, before in entry.outcomes.items():
            if target is None or value in values:
                continue
            change = _change((made.value, value), (target, before))
            if change is None:
                unordered = True
            elif change.size:
                changes.setdefault(_person(made.attribute, value), []).append(change)
    total = sum(_mean(c) for c in changes.values())
    return replace(made, effect=_effect(changes, unordered), gain=total)


def _person(attribute: str, value: Scalar) -> str:
    return repr(value) if isinstance(value, str) else f"{attribute} {value}"


def _change(values: tuple[Scalar, Scalar], outcomes: tuple[Outcome, Outcome]) -> _Change | None:
    """What somebody with the second value gains by being treated as with the first.

    None where the outcomes differ and neither is the better.
    """
    if same_outcome(*outcomes, Renaming((values,))):
        return _Change(0.0)
    lean = leaning(values, outcomes)
    if lean is None:
        return None
    size = 1.0 if lean.amount is None else lean.amount
    return _Change(size if lean.first else -size, lean.amount is not None)


def _effect(changes: Mapping[str, Sequence[_Change]], unordered: bool) -> str:
    gaining = {who: c for who, c in changes.items() if _mean(c) > 0}
    losing = {who: c for who, c in changes.items() if _mean(c) < 0}
    parts = [*_told(gaining, "+", "better off"), *_told(losing, "-", "worse off")]
    sizes = [c.size for found in changes.values() for c in found]
    if sizes and not unordered and min(sizes) > 0:
        parts.append("nobody loses")
    if sizes and not unordered and max(sizes) < 0:
        parts.append("nobody gains")
    return "; ".join(parts)


def _told(changes: Mapping[str, Sequence[_Change]], sign: str, word: str) -> Iterable[str]:
    """People by what they usually gain or lose: `'female', 'non-binary' +10`."""
    by_amount: dict[str, list[str]] = {}
    for who, found in changes.items():
        sizes = Counter(f"{sign}{amount(abs(c.size))}" if c.counted else word for c in found)
        by_amount.setdefault(sizes.most_common(1)[0][0], []).append(who)
    for size, people in islice(by_amount.items(), 3):
        names = ", ".join(people[:3]) + (" …" if len(people) > 3 else "")
        yield f"{names} {size}"


def _mean(changes: Sequence[_Change]) -> float:
    return sum(c.size for c in changes) / len(changes)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
