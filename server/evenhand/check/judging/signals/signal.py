"""What a signal is: one fact about a difference that speaks for one purpose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from evenhand.check.catalogue.phrase_lists import in_singular
from evenhand.check.catalogue.word_lists import lexicon
from evenhand.check.judging.case import Case
from evenhand.findings import Purpose

LARGEST_CODE = 9
"""Whole numbers up to it may be codes; larger ones and fractions are amounts."""


@dataclass(frozen=True, slots=True)
class Signal:
    """One fact about a difference. What it counts for, the scorecard says."""

    name: str
    towards: Purpose
    """The only purpose that it gives points to."""
    holds: Callable[[Case], str]
    """The sign to show, such as a word of the code; empty if it does not hold."""
    phrase: str
    """What the code does, for a person, with the sign at `{}`: `weighs several other inputs`."""
    example: str = ""
    """A module in whose last function it holds; empty for words in a place."""
    is_common: bool = False
    """It holds of much code, and says that a difference is quiet rather than what it is for."""
    is_plain: bool = False
    """The difference alone shows that nobody gets or loses anything, whatever the code is about:
    a veto, which no points outweigh."""


def is_code(text: str) -> bool:
    """Whether a text is a whole number that may be a code."""
    return text.isdecimal() and len(text) <= len(str(LARGEST_CODE))


def names_stake(words: Sequence[str]) -> bool:
    """Whether words in singular name a price, a score or anything else that people get or lose."""
    return bool(lexicon().first(Purpose.DECISION, words))


def names_only_groups(case: Case, words: Sequence[str]) -> bool:
    """Whether words in singular are names of groups of the attribute, and words beside them."""
    telling = [word for word in words if word not in lexicon().fillers and not word.isdigit()]
    labels = lexicon().groups.get(case.attribute.name)
    covered = set(in_singular(labels.found_in(telling))) if labels is not None else set[str]()
    rest = [word for word in telling if word not in covered]
    is_group = case.catalogue.families_of
    return bool(telling) and all(is_group(case.attribute, [word]) for word in rest)
