"""What changes for whom if everyone is treated as one group of people is today."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from evenhand.check.probing.outcome_comparison import same_outcome
from evenhand.check.probing.renaming import Renaming
from evenhand.check.probing.requests import Outcome
from evenhand.check.probing.who_gains import amount, leaning
from evenhand.repair.survey.varied_outcomes import Varied
from evenhand.scalars import Scalar

MOST_AMOUNTS = 3
MOST_PEOPLE = 3
"""Who is listed for one amount."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What it means to all others to be treated as one group is."""

    text: str
    """`'female', 'non-binary' +10; nobody loses`; empty if no change can be ordered."""
    gain: float
    """The sum of what each value gains on average; below 0 for a loss."""


@dataclass(frozen=True, slots=True)
class _Change:
    """What it means to one person to be treated otherwise."""

    size: float
    """Above 0 if it is better for the person."""
    is_amount: bool
    """Whether the size is a difference of two numbers; else it is 1 or -1 and says no more."""


Changes = Mapping[str, Sequence[_Change]]
"""By the name of a value: one change for each context in which there is one."""


def effect_of(
    attribute: str, value: Scalar, group: Sequence[Scalar], entries: Sequence[Varied]
) -> Effect:
    """What changes for people outside of `group` if all are treated as `value`, one of it."""
    changes: dict[str, list[_Change]] = {}
    has_unordered = False
    for entry in entries:
        for other, change in _changes_in(entry, value, group):
            if change is None:
                has_unordered = True
            elif change.size:
                changes.setdefault(name_of(attribute, other), []).append(change)

    gain = sum(_mean(sizes) for sizes in changes.values())
    return Effect(_sentence(changes, has_unordered), gain)


def name_of(attribute: str, value: Scalar) -> str:
    """A value as people are called by it: `'male'`, `age 30`."""
    return repr(value) if isinstance(value, str) else f"{attribute} {value}"


def _changes_in(
    entry: Varied, value: Scalar, group: Sequence[Scalar]
) -> Iterator[tuple[Scalar, _Change | None]]:
    """What each value outside of `group` gains in one spot."""
    new = entry.outcomes.get(value)
    if new is None:
        return
    for other, old in entry.outcomes.items():
        if other not in group:
            yield other, _change((value, other), (new, old))


def _change(values: tuple[Scalar, Scalar], outcomes: tuple[Outcome, Outcome]) -> _Change | None:
    """What a person with the second value gains by being treated as with the first.

    None if the outcomes differ and neither is the better.
    """
    if same_outcome(*outcomes, Renaming((values,))):
        return _Change(0.0, is_amount=True)
    lean = leaning(values, outcomes)
    if lean is None:
        return None

    size = 1.0 if lean.amount is None else lean.amount
    return _Change(size if lean.first else -size, is_amount=lean.amount is not None)


def _sentence(changes: Changes, has_unordered: bool) -> str:
    gaining = {name: sizes for name, sizes in changes.items() if _mean(sizes) > 0}
    losing = {name: sizes for name, sizes in changes.items() if _mean(sizes) < 0}
    parts = [*_clauses(gaining, "+", "better off"), *_clauses(losing, "-", "worse off")]

    if changes and not has_unordered:
        parts += _clauses_on_all(changes)
    return "; ".join(parts)


def _clauses_on_all(changes: Changes) -> Iterator[str]:
    sizes = [change.size for of_name in changes.values() for change in of_name]
    if min(sizes) > 0:
        yield "nobody loses"
    if max(sizes) < 0:
        yield "nobody gains"


def _clauses(changes: Changes, sign: str, comparative: str) -> Iterator[str]:
    """People by what they most often gain or lose: `'female', 'non-binary' +10`."""
    by_amount: dict[str, list[str]] = {}
    for name, of_name in changes.items():
        amounts = Counter(
            f"{sign}{amount(abs(change.size))}" if change.is_amount else comparative
            for change in of_name
        )
        ((most_frequent, _),) = amounts.most_common(1)
        by_amount.setdefault(most_frequent, []).append(name)

    for size, names in islice(by_amount.items(), MOST_AMOUNTS):
        more = " …" if len(names) > MOST_PEOPLE else ""
        yield f"{', '.join(names[:MOST_PEOPLE])}{more} {size}"


def _mean(changes: Sequence[_Change]) -> float:
    return sum(change.size for change in changes) / len(changes)
