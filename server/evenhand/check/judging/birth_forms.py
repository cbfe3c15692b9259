"""Tells whether a part of an outcome is a date of birth, or an age, in another form.

How long somebody has lived, or has until some age; a day that follows from the date of birth; a
number of a person with the date in it.
"""

from __future__ import annotations

import datetime
import re
from itertools import zip_longest
from typing import Any

from evenhand.check.catalogue.purpose_words import in_singular
from evenhand.check.judging.judged_subject import Subject, weighs
from evenhand.check.outcomes.date_forms import FIRST_YEAR
from evenhand.check.outcomes.differing_parts import Part
from evenhand.check.outcomes.shown_ages import DAYS_OF_YEAR, SLACK, UNITS
from evenhand.check.reading.function_words import first_found
from evenhand.scalars import is_number

DIGITS_OF_DATES = ("%Y%m%d", "%d%m%Y", "%m%d%Y", "%y%m%d", "%d%m%y", "%m%d%y")
MOST_CHECK_DIGITS = 3
SHORT_UNITS = tuple(DAYS_OF_YEAR * scale for scale in (1, 24, 24 * 60, 24 * 60 * 60))
"""Days, hours, minutes and seconds of a year: what differs by so many is a span of time."""
AGE = "age"
MOST_OF_YEAR = 0.1
"""By how much of a year days may miss that: of the first of a month."""
EXACTLY = 1e-3
"""By which share of a number it may miss such a span: of days that are cut off."""
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[T ][\d:.+]+)?")


def is_birth_form(part: Part, label: str, subject: Subject) -> bool:
    """Whether a part is the date of birth, or an age, in another form."""
    forms = (
        _is_span,
        _is_span_of_time,
        _is_year_of_birth,
        _is_day,
        is_part_of_birth,
        _has_birth_in_digits,
    )
    return any(is_form(part, label, subject) for is_form in forms)


def _is_span(part: Part, label: str, subject: Subject) -> bool:
    """Whether the numbers are as far apart as the dates of birth, in years, months or days."""
    apart, sides = subject.years_apart, (part.first, part.second)
    if not all(is_number(side) for side in sides):
        return False
    spoken = in_singular([label])
    is_left = bool(first_found(subject.words.representation.countdowns, subject.function.name))
    if weighs(spoken, subject) or not (
        is_left or first_found(subject.words.representation.spans, spoken)
    ):
        return False
    if apart is None:
        return _is_other_unit(part, subject)
    change = abs(part.second - part.first)  # of years of birth as well as of ages
    if 0 in sides and 0 < change <= abs(apart):  # who is not born yet is no year old
        return True
    return any(abs(change - abs(apart) * unit) <= SLACK[True] for unit in UNITS)


def are_ages_of_both(first: str, second: str, subject: Subject) -> bool:
    """Whether two numbers in texts are the ages, or are as far apart as the dates of birth."""
    if not first.isdigit() or not second.isdigit():
        return False
    change, (value, other) = abs(int(first) - int(second)), subject.values
    if subject.years_apart is not None:
        apart = abs(subject.years_apart)
        return any(abs(change - apart * unit) <= SLACK[True] for unit in UNITS)
    if not is_number(value) or not is_number(other):
        return False
    return subject.attribute.name == AGE and change == abs(value - other)


def _is_span_of_time(part: Part, label: str, subject: Subject) -> bool:
    """Whether the numbers are as far apart as the dates of birth in days, hours or less."""
    apart, sides = subject.years_apart, (part.first, part.second)
    if apart is None or not all(is_number(side) for side in sides):
        return False
    if weighs((*in_singular([label]), *subject.function.name), subject):
        return False
    change = abs(part.second - part.first)
    return any(abs(change - abs(apart) * unit) <= EXACTLY * change for unit in SHORT_UNITS)


def _is_year_of_birth(part: Part, _label: str, subject: Subject) -> bool:
    """Whether years are given for ages, and all of them add up to one year: 1996 for 30.

    Or days of such years: `1996-01-01`.
    """
    years = [_year_of(side) for side in (part.first, part.second)]
    ages = [float(age) for age in subject.values if is_number(age)]
    if subject.attribute.name != AGE or len(ages) != len(years):
        return False
    sums = {year + age for year, age in zip(years, ages, strict=True)}
    return len(sums) == 1 and all(year >= FIRST_YEAR for year in (*years, *sums))


def _year_of(side: object) -> float:
    """A year, or that of a day; 0 for what is neither."""
    if isinstance(side, str) and _DATE.fullmatch(side):
        return int(side[:4])
    return float(side) if is_number(side) else 0


def _is_other_unit(part: Part, subject: Subject) -> bool:
    """Whether ages in other units are given for ages, or years of birth."""
    first, second = subject.values
    if subject.attribute.name != AGE or not is_number(first) or not is_number(second):
        return False
    change, apart = abs(part.second - part.first), abs(second - first)
    is_cut_off = 0 in (part.first, part.second) and change <= apart
    if is_cut_off and first_found(subject.words.representation.countdowns, subject.function.name):
        return True
    scales = [scale for unit in UNITS for scale in (unit, 1 / unit)]
    return any(abs(change - apart * scale) <= 0.01 * change for scale in scales)


def _is_day(part: Part, label: str, subject: Subject) -> bool:
    """Whether both are days that follow from dates of birth, without any bound of the code."""
    if subject.years_apart is None:
        return False
    spoken = [*in_singular([label]), *subject.labels]
    harmless = subject.words.age_limit.no_decisions
    is_of_law = not weighs([word for word in spoken if word not in harmless], subject)
    if is_of_law and _are_days_as_far_apart(part, subject.years_apart):
        return True
    if subject.compared:
        return False
    are_days = _holds_days(part.first) and _holds_days(part.second)
    return are_days and not weighs(spoken, subject)


def _are_days_as_far_apart(part: Part, years: float) -> bool:
    """Whether each is a day that comes so many years after the birth: of a pension, say."""
    days = [_only_day(side) for side in (part.first, part.second)]
    if None in days:
        return False
    first, second = (day.toordinal() for day in days if day is not None)
    return abs((second - first) / DAYS_OF_YEAR - years) <= MOST_OF_YEAR


def _only_day(tree: Any) -> datetime.date | None:
    """The day of a value that is nothing else; None for all other values."""
    text = tree.get("v") if isinstance(tree, dict) else tree
    if isinstance(text, list) and len(text) == 1:
        text = text[0]
    if not isinstance(text, str) or _DATE.fullmatch(text) is None:
        return None
    try:
        return datetime.date.fromisoformat(text[: len("1995-06-15")])
    except ValueError:
        return None


def is_part_of_birth(part: Part, label: str, subject: Subject) -> bool:
    """Whether the numbers are years, months or days of the dates: `QDate(1995, 6, 15)`, "06"."""
    if subject.births is None or weighs(in_singular([label]), subject):
        return False
    pairs = [(day.year, day.month, day.day) for day in subject.births]
    written = (int(t) if _is_number_in_digits(t) else t for t in (part.first, part.second))
    return tuple(written) in zip(*pairs, strict=True)


def _is_number_in_digits(side: object) -> bool:
    return isinstance(side, str) and side.isdecimal()


def _has_birth_in_digits(part: Part, label: str, subject: Subject) -> bool:
    """Whether each text is a number of a person with the date of birth in it: `950615-0017`."""
    if part.texts is None or subject.births is None or weighs(in_singular([label]), subject):
        return False
    first, second = (re.sub(r"\D", "", text) for text in part.texts)
    written = [[day.strftime(form) for form in DIGITS_OF_DATES] for day in subject.births]
    return any(
        first.find(day) == second.find(other) >= 0
        and _differ_little(first.replace(day, "", 1), second.replace(other, "", 1))
        for day, other in zip(*written, strict=True)
    )


def _differ_little(first: str, second: str) -> bool:
    """Whether two numbers differ in check digits at most."""
    pairs = zip_longest(first, second, fillvalue="")
    return sum(digit != other for digit, other in pairs) <= MOST_CHECK_DIGITS


def _holds_days(tree: Any) -> bool:
    """Whether there is nothing but dates in it, and at least the place for one."""
    if isinstance(tree, str):
        return _DATE.fullmatch(tree) is not None
    inner = tree.get("v") if isinstance(tree, dict) else tree
    if isinstance(inner, list):
        return all(map(_holds_days, inner))
    return inner is None or (isinstance(inner, str) and _holds_days(inner))
