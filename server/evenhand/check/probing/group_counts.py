"""Tells numbers of people in groups, and lists of their own numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from evenhand.check.catalogue.purpose_words import in_singular
from evenhand.check.probing.birth_forms import AGE
from evenhand.check.probing.differing_parts import Part
from evenhand.check.probing.group_sentences import FEWEST_GROUPS
from evenhand.check.probing.judged_subject import Subject, weighs
from evenhand.check.reading.function_words import first_found
from evenhand.scalars import is_number

COUNTS = frozenset({"count", "counter", "tally"})
"""In a name, that people are counted."""
NUMBERS = COUNTS | {"num", "number", "n", "nb", "share"}
"""In the name of a group, that it is a number of people."""
_AGES = re.compile(r"(?:n|nu|no|nb|num|count|age|under|over|u|o)?_*\d+(?:_*(?:to|plus)?_*\d*)")
"""A name of a number of people of some ages: `n1820`, `nu18`, `age_65_plus`."""


def are_tallies(parts: Sequence[Part], subject: Subject) -> bool:
    """Whether people are only counted by group: `n_minors` and `n_adults`."""
    if not parts or not all(_counts_group(part.label, subject) for part in parts):
        return False
    if _are_of_listed_group(parts, subject):
        return True
    if all(part.numbers and _is_number_of_people(part.label, subject) for part in parts):
        return True
    is_one_moved = len(parts) >= FEWEST_GROUPS and all(map(_is_step, parts))
    return is_one_moved and sum(part.second - part.first for part in parts) == 0


def _are_of_listed_group(parts: Sequence[Part], subject: Subject) -> bool:
    """Whether only the figure of one person's group differs: `{"Male": 60.0, "Female": 40.0}`.

    The code lists groups, and that of the other person is not among them.
    """
    groups = {part.label for part in parts}
    is_own = len(groups) == 1 and groups <= {*map(str, subject.values)}
    return subject.of_many and is_own and all(part.numbers for part in parts)


def counts_one_more(part: Part, label: str, subject: Subject) -> bool:
    """Whether somebody is counted among those of a group, as the name says: `disabled_count`."""
    named = in_singular([label]) if label else subject.function.name
    matches = [subject.catalogue.match_name(word) for word in named]
    is_named = any(m is not None and m.attribute == subject.attribute for m in matches)
    return is_named and not COUNTS.isdisjoint(named) and _is_step(part)


def are_own_numbers(parts: Sequence[Part], subject: Subject) -> bool:
    """Whether two lists of numbers differ only in those of the person, which come in an order."""
    firsts, seconds = [part.first for part in parts], [part.second for part in parts]
    value, other = subject.values
    if not all(map(is_number, (*firsts, *seconds, value, other))):
        return False
    return sorted([*firsts, other]) == sorted([*seconds, value])


def _is_number_of_people(label: str, subject: Subject) -> bool:
    """Whether a name says that it is a number of people: `num_females`."""
    spoken = in_singular([label])
    return not NUMBERS.isdisjoint(spoken) and not weighs(spoken, subject)


def _is_step(part: Part) -> bool:
    sides = (part.first, part.second)
    return all(is_number(side) for side in sides) and abs(part.second - part.first) == 1


def _counts_group(label: str, subject: Subject) -> bool:
    if subject.attribute.name == AGE and _AGES.fullmatch(label.lower()):
        return True
    if label in map(str, subject.values):
        return True
    beside = subject.words.representation.fillers
    telling = [word for word in in_singular([label]) if word not in beside and not word.isdigit()]
    return subject.are_for_groups(_without_counting(telling, subject))


def _without_counting(telling: Iterable[str], subject: Subject) -> list[str]:
    return [
        word for word in telling if not first_found(subject.words.representation.aggregates, [word])
    ]
