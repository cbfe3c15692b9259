"""Tells numbers of people in groups, and lists of their own numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from evenhand.check.catalogue.purpose_words import in_singular
from evenhand.check.judging.birth_forms import AGE
from evenhand.check.judging.group_sentences import FEWEST_GROUPS
from evenhand.check.judging.judged_subject import Subject, weighs
from evenhand.check.outcomes.differing_parts import Part
from evenhand.check.outcomes.table_rows import rows_of
from evenhand.check.reading.function_words import first_found
from evenhand.scalars import is_number

COUNTS = frozenset({"count", "counter", "tally"})
"""In a name, that people are counted."""
ABOUT = 0.01
"""The share by which two sums differ that are only rounded otherwise."""
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
    """Whether only the figures of the two persons' groups differ: `{"Male": 60.0, "Female": 40.0}`.

    The code may list groups, and one of them may not be among these. What is added to one group is
    taken from the other, unless each gets its own.
    """
    groups, own = {part.label for part in parts}, {*map(str, subject.values)}
    if not subject.of_many or not groups <= own or not all(part.numbers for part in parts):
        return False
    changes = [_figure(part.second) - _figure(part.first) for part in parts]
    return len(groups) == 1 or math.isclose(sum(changes), 0, abs_tol=ABOUT)


def _figure(side: Any) -> float:
    """A number; 0 if it is missing."""
    return side if is_number(side) else 0.0


def without_rows_of_counts(parts: Sequence[Part], subject: Subject) -> list[Part]:
    """The parts that are no tables which say how many people each group has: `group, n, mean`.

    If a person only moves to another row, the sum of the counts stays the same.
    """
    return [part for part in parts if not (subject.of_many and _moves_one(part, subject))]


def _moves_one(part: Part, subject: Subject) -> bool:
    """Whether two tables differ only in which row counts somebody."""
    rows, second_rows = rows_of(part.first), rows_of(part.second)
    if rows is None or second_rows is None:
        return False
    both = [*rows, *second_rows]
    numeric = [name for name in rows[0] if all(_is_count(row.get(name)) for row in both)]
    figures = [name for name in numeric if not subject.catalogue.match_name(name)]
    counts = [name for name in figures if _counts_people(name, subject)]
    averages = subject.words.representation.aggregates
    sums = [n for n in figures if n in counts or not first_found(averages, in_singular([n]))]
    return any(_sum(rows, name) > 0 for name in counts) and all(
        math.isclose(_sum(rows, name), _sum(second_rows, name), rel_tol=ABOUT) for name in sums
    )


def _is_count(cell: object) -> bool:
    return cell is None or is_number(cell)


def _counts_people(column: str, subject: Subject) -> bool:
    """Whether a column has numbers of people: `n`, `customers`."""
    spoken = in_singular([column])
    is_number_of = not NUMBERS.isdisjoint(spoken) or column.lower() in subject.words.unclear.people
    return is_number_of or (bool(spoken) and subject.catalogue.neighbours.person.issuperset(spoken))


def _sum(rows: Sequence[Mapping[str, Any]], column: str) -> float:
    return sum(row.get(column) or 0 for row in rows)


def without_statistics(parts: Sequence[Part], subject: Subject) -> list[Part]:
    """The parts that are no statistics of a column of data: its mean, how many values it has.

    Its least value is one only beside others: `max` alone may be the most that somebody gets.
    """
    words = subject.words.representation
    known = words.statistics | words.beside_statistics
    spoken = [{*in_singular([part.label])} for part in parts]
    are_of_data = [bool(each & words.statistics) and each <= known for each in spoken]
    if not subject.of_many or not any(are_of_data):
        return [*parts]

    return [
        part
        for part, each, is_of_data in zip(parts, spoken, are_of_data, strict=True)
        if not (is_of_data or (each and each <= words.extremes)) or not (part.numbers or part.flags)
    ]


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
    groups = _without_counting(telling, subject)
    if not groups and not subject.of_many:  # the `share` of a price that one person pays
        return False
    return subject.are_for_groups(groups)


def _without_counting(telling: Iterable[str], subject: Subject) -> list[str]:
    return [
        word for word in telling if not first_found(subject.words.representation.aggregates, [word])
    ]
