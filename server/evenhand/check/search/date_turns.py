"""Dates worth trying, by what the program compared: other dates, and numbers made of dates."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from evenhand.check.outcomes.date_forms import DateForm, DateKind, days_around, read_date
from evenhand.check.reading.evidence import Evidence
from evenhand.check.search.arguments.argument_trees import Leaf
from evenhand.scalars import Scalar

ORDERED = frozenset({"<", "<=", ">", ">=", "==", "!="})
OLDEST = 120
"""Years that a computed number may count."""
MOST_DAYS = 45_000
MOST_SECONDS = MOST_DAYS * 86_400
FEWEST_SECONDS = 100_000
FEWEST_DAYS = 20
MONTHS = 12


def day_of(leaf: Leaf) -> str | None:
    """The day that a leaf means, as the worker reports it; None if it is no date."""
    reading = _reading(leaf)
    return reading[1].date().isoformat() if reading is not None else None


def compared_days(op: str, other: object, leaf: Leaf) -> Iterator[Scalar]:
    """A day that the program compared a leaf with, and those around it, in the leaf's form."""
    reading = _reading(leaf)
    wanted = read_date(other) if isinstance(other, str) else None
    if reading is None or wanted is None:
        return

    form, moment = reading[0], wanted[1]
    around = days_around(moment) if op in ORDERED else ()
    for day in (moment, *around):
        yield form.of(day)


def shifted_dates(leaf: Leaf, left: float, right: float) -> Iterator[Scalar]:
    """Dates with which a number that was computed from them comes to the other side.

    The number may count years, months, days or seconds, and grow or shrink with the date.
    """
    reading = _reading(leaf)
    if reading is None:
        return

    form, moment = reading
    for distance in (left - right, right - left):
        yield from _shifted(form, moment, distance)


def _shifted(form: DateForm, moment: datetime.datetime, distance: float) -> Iterator[Scalar]:
    if abs(distance) <= OLDEST:
        for years in (round(distance), round(distance) + 1, round(distance) - 1):
            yield from _written(form, _years_later(moment, years))
    if MONTHS < abs(distance) <= OLDEST * MONTHS:
        years, months = divmod(round(distance), MONTHS)
        later = _years_later(moment, years)
        if later is not None:
            yield from _written(form, later + datetime.timedelta(days=round(months * 30.5)))

    if FEWEST_DAYS <= abs(distance) <= MOST_DAYS:
        for days in (round(distance), round(distance) + 1, round(distance) - 1):
            yield from _written(form, _days_later(moment, days))
    elif FEWEST_SECONDS <= abs(distance) <= MOST_SECONDS:
        yield from _written(form, _days_later(moment, round(distance / 86_400)))


def _years_later(moment: datetime.datetime, years: int) -> datetime.datetime | None:
    year, day = moment.year + years, min(moment.day, 28)
    return moment.replace(year=year, day=day) if 1 <= year <= 9999 else None


def _days_later(moment: datetime.datetime, days: int) -> datetime.datetime | None:
    try:
        return moment + datetime.timedelta(days=days)
    except OverflowError:
        return None


def _written(form: DateForm, moment: datetime.datetime | None) -> Iterator[Scalar]:
    if moment is not None:
        yield form.of(moment)


def _reading(leaf: Leaf) -> tuple[DateForm, datetime.datetime] | None:
    """The form and the moment of a leaf that holds a date."""
    value, path = leaf.value, leaf.path
    if path is None or value is None or isinstance(value, bool):
        return None

    reading = read_date(value, path.facts.date_formats)
    if reading is None or not isinstance(value, (int, float)):
        return reading

    is_clear = reading[0].kind is DateKind.DIGITS or path.shows(Evidence.SECONDS)
    return reading if is_clear else None
