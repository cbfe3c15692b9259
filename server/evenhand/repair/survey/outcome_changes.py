"""What it means to a person to get another outcome than before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from evenhand.check.outcomes.better_outcomes import Preference, preference
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.requests import Outcome
from evenhand.check.outcomes.tree_texts import from_difference, said
from evenhand.check.outcomes.who_gains import DifferingPart, differing_parts
from evenhand.check.reading.function_words import FunctionWords
from evenhand.lines import lines_of
from evenhand.scalars import Scalar, is_number

ANOTHER = "another result"
"""Where the two say nothing that is short."""
LONGEST_VALUE = 40
"""Characters of an outcome that are shown."""


@dataclass(frozen=True, slots=True)
class OutcomeChange:
    """One person's outcome, new and old."""

    gain: float | None
    """Above 0 if the new one is better for the person; None: nobody can say."""
    is_said: bool
    """Whether people may be told that it is better or worse."""
    words: str
    """`True instead of False`."""
    amount: float | None = None
    """The new number less the old one, if one number is all that differs."""
    share: float | None = None
    """That amount as a share of the old number, which is not 0 and has the sign of the new one."""
    is_below_zero: bool = False
    """Whether neither number is above it: who gets none in place of a debt has not gained by it."""
    where: str = ""
    """The key or attribute in which they differ; empty: the outcome itself."""
    is_part: bool = False
    """Whether the person is left with a part of what they got, which nobody can say is worse."""


def change_between(
    values: tuple[Scalar, Scalar], outcomes: tuple[Outcome, Outcome], words: FunctionWords
) -> OutcomeChange:
    """From the second outcome, that of the second value, to the first."""
    new, old = outcomes
    if new.returned != old.returned:
        return _answering(new)

    parts = list(changed_parts(values, new, old)) or list(_printed_parts(values, new, old))
    told = [preference(part, words) for part in parts]
    known = [(part, each) for part, each in zip(parts, told, strict=True) if each is not None]
    silent = [part for part, each in zip(parts, told, strict=True) if each is None]
    if not _point_one_way([each for _, each in known]) or not all(map(_is_text, silent)):
        change = _change_of_one(parts[0]) if len(parts) == 1 else _unordered(new, old)
        return replace(change, is_part=_is_part(new.value, old.value))

    part, first = known[0]
    change = _change_of_one(part)
    is_said = all(each.is_said for _, each in known)
    if len(parts) > 1:
        change = replace(change, amount=None, share=None)
    return replace(change, gain=first.gain, is_said=is_said)


def _answering(new: Outcome) -> OutcomeChange:
    """An answer in place of an error, or an error in place of an answer."""
    if new.returned:
        return OutcomeChange(1.0, is_said=True, words="an answer instead of an error")
    return OutcomeChange(-1.0, is_said=True, words="an error instead of an answer")


def _point_one_way(preferences: Sequence[Preference]) -> bool:
    """Whether there are any, and all are for the better, or all for the worse."""
    return len({each.gain > 0 for each in preferences}) == 1


def _is_text(part: DifferingPart) -> bool:
    """Whether it is a message, which has no order and decides nothing beside a flag."""
    return all(value is None or isinstance(value, str) for value in (part.first, part.second))


def _change_of_one(part: DifferingPart) -> OutcomeChange:
    place = f"`{part.where}` " if part.where else ""
    words = f"{place}{_one_instead_of(said(part.first), said(part.second))}"
    change = OutcomeChange(None, False, words, where=part.where)
    if not is_number(part.first) or not is_number(part.second):
        return change

    new, old = float(part.first), float(part.second)
    return replace(
        change,
        amount=new - old,
        share=(new - old) / old if new * old > 0 else None,
        is_below_zero=new <= 0 and old <= 0,
    )


def _one_instead_of(first: str, second: str) -> str:
    """Both texts; of long ones, what begins where they differ."""
    if max(len(first), len(second)) > LONGEST_VALUE:
        own, other = first, second
        first = from_difference(own, other, LONGEST_VALUE)
        second = from_difference(other, own, LONGEST_VALUE)
    return f"{first} instead of {second}"


def _unordered(new: Outcome, old: Outcome) -> OutcomeChange:
    """Both outcomes, if they are short and say something; else that they are not the same."""
    fit = max(len(new.text), len(old.text)) <= LONGEST_VALUE
    if fit and new.text != old.text and not new.text.startswith("<"):
        return OutcomeChange(None, False, f"{new.text} instead of {old.text}")
    return OutcomeChange(None, False, ANOTHER)


def _is_part(new: object, old: object) -> bool:
    """Whether a tree holds what another holds, but for entries that are gone."""
    if isinstance(new, dict) and isinstance(old, dict):
        return _is_part(new.get("v"), old.get("v"))
    if not isinstance(new, list) or not isinstance(old, list):
        return False
    if len(new) < len(old):
        return all(entry in old for entry in new)
    return len(new) == len(old) and any(map(_is_part, new, old))


def changed_parts(
    values: tuple[Scalar, Scalar] | None, new: Outcome, old: Outcome
) -> Iterator[DifferingPart]:
    """What differs in the results, in changed arguments, and in what was done to the world.

    Outcomes that only repeat one of the two `values` each are the same.
    """
    echo = Renaming((values,) if values is not None else ())
    yield from differing_parts(new.value, old.value, "", echo)
    yield from _named_parts(new.changed, old.changed, echo)
    if [name for name, _ in new.effects] == [name for name, _ in old.effects]:
        for (name, tree), (_, old_tree) in zip(new.effects, old.effects, strict=True):
            where = name.rpartition(".")[2]
            for part in differing_parts(tree, old_tree, "", echo):
                is_named = part.where != "" and not part.where.isdigit()
                yield DifferingPart(part.first, part.second, part.where if is_named else where)


def _printed_parts(
    values: tuple[Scalar, Scalar], new: Outcome, old: Outcome
) -> Iterator[DifferingPart]:
    """The lines that only one of the two prints, but for those that repeat its value."""
    echo = Renaming((values,))
    lines, old_lines = lines_of(new.printed), lines_of(old.printed)
    only_new = [line for line in lines if line not in old_lines]
    only_old = [line for line in old_lines if line not in lines]
    are_echoes = len(only_new) == len(only_old) and all(
        echo.same(*pair, "") for pair in zip(only_new, only_old, strict=True)
    )
    if not are_echoes:
        yield DifferingPart(" ".join(only_new) or None, " ".join(only_old) or None, "")


def _named_parts(
    new: tuple[tuple[str, Any], ...], old: tuple[tuple[str, Any], ...], echo: Renaming
) -> Iterator[DifferingPart]:
    for (_, tree), (_, old_tree) in zip(new, old, strict=False):
        yield from differing_parts(tree, old_tree, "", echo)
