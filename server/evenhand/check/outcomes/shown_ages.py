"""Whether two numbers are the ages of two people, by their dates of birth."""

from __future__ import annotations

import datetime
import re

from evenhand.check.outcomes.date_forms import read_date
from evenhand.scalars import Scalar, is_number

DAYS_OF_YEAR = 365.2425
UNITS = (1.0, 12.0, DAYS_OF_YEAR / 7, DAYS_OF_YEAR)
"""Years, months, weeks and days of a year."""
SLACK = {True: 1.5, False: 0.1}
"""By how many units two ages may miss the span between the dates: whole ones are cut off."""
OLDEST = 130
YEARS_AGO, YEARS_AHEAD = 40, 10
"""The years around this one in which the days may be on which people are as old as that."""
_NUMBER = re.compile(r" *\d+(?:\.\d+)?")
"""With the spaces that fill up a column before it."""


def are_ages(
    shown: tuple[object, object],
    born: tuple[Scalar, Scalar],
    formats: tuple[str, ...],
    this_year: int,
) -> bool:
    """Whether both people are as old as `shown` on one day near `this_year`.

    In years, months, weeks or days: an age is another way to write the date of birth.
    """
    births = [_year_of(value, formats) for value in born]
    first_birth, second_birth = births
    if first_birth is None or second_birth is None or first_birth == second_birth:
        return False

    first, second = shown
    if not is_number(first) or not is_number(second):
        return False
    return any(_fits(first, first_birth, second, second_birth, unit, this_year) for unit in UNITS)


def texts_of_ages(
    first: str, second: str, born: tuple[Scalar, Scalar], formats: tuple[str, ...], this_year: int
) -> bool:
    """Whether two texts differ in nothing but the ages that they tell."""
    if _NUMBER.split(first) != _NUMBER.split(second):
        return False

    pairs = zip(_NUMBER.findall(first), _NUMBER.findall(second), strict=True)
    differing = [(float(first), float(second)) for first, second in pairs if first != second]
    return bool(differing) and all(are_ages(p, born, formats, this_year) for p in differing)


def _fits(
    first: float, first_birth: float, second: float, second_birth: float, unit: float, year: int
) -> bool:
    are_whole = float(first).is_integer() and float(second).is_integer()
    day, second_day = first / unit + first_birth, second / unit + second_birth
    are_possible = min(first, second) >= 0 and max(first, second) <= OLDEST * unit
    is_near = year - YEARS_AGO <= min(day, second_day) <= year + YEARS_AHEAD
    return are_possible and is_near and abs(day - second_day) * unit <= SLACK[are_whole]


def _year_of(value: Scalar, formats: tuple[str, ...]) -> float | None:
    """A date in years since the year 0; None for what is no date."""
    reading = read_date(value, formats)
    if reading is None:
        return None

    moment = reading[1]
    return moment.year + (moment - datetime.datetime(moment.year, 1, 1)).days / DAYS_OF_YEAR
