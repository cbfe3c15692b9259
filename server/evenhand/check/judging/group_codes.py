"""Tells numbers that stand for groups: codes, and columns that are made for a model."""

from __future__ import annotations

import re
from collections.abc import Sequence

from evenhand.check.catalogue.purpose_words import in_singular
from evenhand.check.judging.birth_forms import AGE
from evenhand.check.judging.judged_subject import Subject, weighs
from evenhand.check.outcomes.differing_parts import Part
from evenhand.check.outcomes.representation import is_missing
from evenhand.check.reading.function_words import first_found
from evenhand.lines import lines_of
from evenhand.scalars import is_number

MOST_CODES = 10
"""Numbers that stand for the values of an attribute."""
FEATURE = "feature"
"""At the end of a name: that a function writes what is known for a model."""
FEWEST_FEATURES = 4
"""Numbers of a row of data in which one stands for a group."""
ROWS = frozenset("data feature input instance row vector payload sample record x".split())
"""Words for what is handed to a model as numbers."""
MODELS = frozenset("predict prediction model classifier regressor inference feature".split())
"""Words for the model in code that does so."""
_ROW = re.compile(r"\s*\[[\[\]\d\s.,eE+-]*\]\s*")
_NUMBERS = re.compile(r"\d[\d.eE+-]*")


def is_code(parts: Sequence[Part], subject: Subject) -> bool:
    """Whether all that differs is a small number that a function gives which says it encodes.

    Or some ones and zeros: `one_hot(gender)` has a place for each group.
    """
    name, words = subject.function.name, subject.words
    if words.representation.encodings.isdisjoint(name) or weighs(
        (*name, *subject.function.given), subject
    ):
        return False
    sides = [side for part in parts for side in (part.first, part.second)]
    are_codes = all(is_missing(side) or is_small_number(side) for side in sides)
    is_one_code = len(parts) == 1 or all(is_missing(side) or side in (0, 1) for side in sides)
    return are_codes and is_one_code and subject.attribute.name != AGE


def is_code_in_row(part: Part, label: str, subject: Subject) -> bool:
    """Whether a small number stands for a group in a row of data: `{"data": [1, 0, 30]}`."""
    if subject.attribute.name == AGE:
        return False
    if part.texts is not None:
        return _are_printed_rows(part.texts)
    spoken = in_singular([label])
    is_row = not ROWS.isdisjoint(spoken) and not MODELS.isdisjoint(subject.function.code)
    are_codes = is_small_number(part.first) and is_small_number(part.second)
    return is_row and are_codes and not weighs(spoken, subject)


def is_features(parts: Sequence[Part], subject: Subject) -> str:
    """By which word a function only writes what is known as numbers; empty if it does more."""
    name = subject.function.name
    is_named = name[-1:] == (FEATURE,)
    sign = FEATURE if is_named else first_found(subject.words.representation.features, name)
    are_numbers = all(part.numbers or part.flags for part in parts)
    figures = subject.words.representation.figures
    labels = [in_singular([part.label]) for part in parts]
    if is_named:  # the last word says what a feature is: `credit_score_age_interaction`
        labels = [each[-1:] for each in labels]
    weighing = any(not figures.isdisjoint(each) for each in labels)
    return sign if are_numbers and not weighing else ""


def is_small_number(side: object) -> bool:
    """Whether it may be a code; a column in which some are missing has floats."""
    is_whole = type(side) is int or (isinstance(side, float) and side.is_integer())
    return is_whole and is_number(side) and 0 <= side < MOST_CODES


def _are_printed_rows(texts: tuple[str, str]) -> bool:
    """Whether two texts differ only in lists of numbers, each in one small one: `[[30, 1, 0]]`."""
    first, second = (lines_of(text) for text in texts)
    if len(first) != len(second):
        return False
    differing = [pair for pair in zip(first, second, strict=True) if pair[0] != pair[1]]
    return bool(differing) and all(_differ_in_code(*pair) for pair in differing)


def _differ_in_code(row: str, second_row: str) -> bool:
    if not _ROW.fullmatch(row) or not _ROW.fullmatch(second_row):
        return False
    numbers, second_numbers = _NUMBERS.findall(row), _NUMBERS.findall(second_row)
    if not FEWEST_FEATURES <= len(numbers) == len(second_numbers):
        return False
    pairs = zip(numbers, second_numbers, strict=True)
    codes = [side for pair in pairs if pair[0] != pair[1] for side in pair]
    return len(codes) == 2 and all(len(code) == 1 for code in codes)
