"""Signals that an outcome is the attribute itself, written in another way."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Any

from evenhand.check.catalogue.phrase_lists import in_singular
from evenhand.check.catalogue.word_lists import lexicon
from evenhand.check.judging.case import AGE, Case
from evenhand.check.judging.signals.signal import (
    Signal,
    is_code,
    names_only_groups,
    names_stake,
)
from evenhand.check.outcomes.date_forms import read_date
from evenhand.findings import Purpose
from evenhand.scalars import is_number

LONGEST_SENTENCE = 800
"""Words of a text that is compared word by word."""
LONGEST_BAND = 30
"""Characters of the name of a range of ages."""
YEAR = 365.2425
UNITS = (1, 12, YEAR, YEAR / 7, 24 * YEAR)
"""Years, months, days, weeks and hours in a year."""
SLACK = 0.01
"""By which a span of time may be rounded, or 1 if that is more."""
_WORD = re.compile(r"[^\W_]+(?:[-'][^\W_]+)*|[^\w\s]+")
_AGES = re.compile(r"\d{1,3}")


def _goes_by_its_name(case: Case) -> str:
    """What differs is called as the attribute is, and not as a score: `gender_code`."""
    labels = case.labels
    is_named = all(case.is_own(label) and not names_stake(in_singular([label])) for label in labels)
    return labels[0] if labels and is_named and not case.refused else ""


def _goes_by_a_group(case: Case) -> str:
    """What differs is called as a group is: `is_senior`, `race_white`."""
    silent = lexicon().forms | case.catalogue.neighbours.person
    spoken = [[w for w in in_singular([label]) if w not in silent] for label in case.labels]
    are_groups = all(not names_stake(each) and names_only_groups(case, each) for each in spoken)
    return case.labels[0] if spoken and are_groups and not case.refused else ""


def _differs_in_names_of_groups(case: Case) -> str:
    """Two texts are alike but for names of groups: `You are a minor.`"""
    texts = [part.texts for part in case.parts]
    are_alike = all(both is not None and _alike_but_for_groups(case, both) for both in texts)
    return case.labels[0] or "group" if texts and are_alike else ""


def _alike_but_for_groups(case: Case, texts: tuple[str, str]) -> bool:
    first, second = ([word.lower() for word in _WORD.findall(text)] for text in texts)
    if len(first) < 2 or len(second) < 2 or len(first) + len(second) > LONGEST_SENTENCE:
        return False
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    sides = [
        side
        for kind, a, b, c, d in matcher.get_opcodes()
        if kind != "equal"
        for side in (first[a:b], second[c:d])
        if side
    ]
    return sides != [first, second] and all(_names_group(case, side) for side in sides)


def _names_group(case: Case, words: Sequence[str]) -> bool:
    is_known = names_only_groups(case, in_singular(words)) or " ".join(words) in lexicon().unknown
    is_sign = lexicon().symbols.issuperset(words)
    return is_known or is_sign or all(map(is_code, words))


def _is_span_of_years(case: Case) -> str:
    """Numbers are as far apart as the ages, or the dates of birth, in any unit of time."""
    apart = _years_apart(case)
    if not apart or case.attribute.name != AGE:
        return ""
    sides = [(part.first, part.second) for part in case.parts]
    are_spans = all(_are_apart(first, second, apart) for first, second in sides)
    return "years" if sides and are_spans else ""


def _are_apart(first: Any, second: Any, years: float) -> bool:
    if not is_number(first) or not is_number(second):
        return False
    change = abs(first - second)
    return any(abs(change - abs(years) * unit) <= max(1, SLACK * change) for unit in UNITS)


def _years_apart(case: Case) -> float | None:
    first, second = case.values
    if is_number(first) and is_number(second):
        return first - second
    dates = [read_date(value, case.path.facts.date_formats) for value in case.values]
    if dates[0] is None or dates[1] is None:
        return None
    return (dates[0][1].date() - dates[1][1].date()).days / YEAR


def _is_band(case: Case) -> str:
    """Each text is a range of ages, and the person's own age is in it: `30-49`."""
    if case.attribute.name != AGE or not case.parts:
        return ""
    pairs = [
        (text, case.age_of(value))
        for part in case.parts
        for text, value in zip(part.texts or ("", ""), case.values, strict=True)
    ]
    return "range of ages" if all(_is_range_around(text, age) for text, age in pairs) else ""


def _is_range_around(text: str, age: float | None) -> bool:
    """The first range may stand for all who are younger, and the last for all who are older."""
    ends = [int(end) for end in _AGES.findall(text)]
    if age is None or not ends or len(text) > LONGEST_BAND:
        return False
    return len(ends) == 1 or ends[0] <= age <= ends[1] or not ends[0] - 60 < age < ends[1]


REPRESENTATION = Purpose.REPRESENTATION
SIGNALS = (
    Signal(
        "goes by the attribute's name",
        REPRESENTATION,
        _goes_by_its_name,
        "calls its result {}",
        "def row(gender):\n    return {'gender': gender == 'male'}\n",
        is_plain=True,
    ),
    Signal(
        "goes by the name of a group",
        REPRESENTATION,
        _goes_by_a_group,
        "calls its result {}",
        "def row(age):\n    return {'is_senior': 1 if age >= 65 else 0}\n",
    ),
    Signal(
        "differs in names of groups",
        REPRESENTATION,
        _differs_in_names_of_groups,
        "differs only in names of groups",
        "def text(age):\n    return 'You are a minor.' if age < 18 else 'You are an adult.'\n",
    ),
    Signal(
        "span of years",
        REPRESENTATION,
        _is_span_of_years,
        "gives a span of years",
        "def left(age):\n    return max(0, 120 - age)\n",
        is_plain=True,
    ),
    Signal(
        "range of ages",
        REPRESENTATION,
        _is_band,
        "gives a range of ages",
        "def row(age):\n    return {'part': '0-39' if age < 40 else '40-120'}\n",
    ),
)
