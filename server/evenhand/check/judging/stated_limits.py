"""Tells whether a refusal speaks of an age of the law: "at least 18 years old", "underage"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from evenhand.check.catalogue.purpose_words import PurposeWords, in_singular
from evenhand.check.outcomes.requests import Outcome
from evenhand.check.reading.function_words import first_found

NEAR = 6
"""Words around an age that say what it is."""


def states_limit(outcomes: Iterable[Outcome], words: PurposeWords) -> bool:
    """Whether one of the outcomes tells the person which age is asked for, or to be too young."""
    told = [in_singular(_texts(outcome)) for outcome in outcomes]
    return any(
        _names_age(each, words) or first_found(words.age_limit.refusals, each) for each in told
    )


def _names_age(spoken: list[str], words: PurposeWords) -> bool:
    for position, word in enumerate(spoken):
        if not word.isdecimal() or int(word) not in words.age_limit.ages:
            continue
        around = {*spoken[max(position - NEAR, 0) : position + NEAR + 1]}
        if not words.age_limit.stating.isdisjoint(around) and not words.age_limit.years.isdisjoint(
            around
        ):
            return True
    return False


def _texts(outcome: Outcome) -> Iterator[str]:
    """What a caller reads of a call: its error, its text, and what it prints and sends."""
    yield from outcome.error or ()
    yield from (outcome.text, outcome.printed)
    yield from map(str, outcome.effects)
