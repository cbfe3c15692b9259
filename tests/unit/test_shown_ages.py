"""An age that is worked out from a date of birth is that date, written in another way."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from evenhand.check.outcomes.shown_ages import are_ages, texts_of_ages

BORN = (datetime.date(1995, 6, 15), datetime.date(1958, 6, 15))
YEAR = 2026


@pytest.mark.parametrize(
    "shown",
    [
        (31, 68),
        (30, 67),  # before their birthdays
        (31.4, 68.4),
        (31 * 12 + 5, 68 * 12 + 5),
        (11_479, 24_993),
    ],
)
def test_ages_of_one_day_are_told(shown: tuple[float, float]) -> None:
    assert are_ages(shown, BORN, (), YEAR)


@pytest.mark.parametrize(
    "shown",
    [
        (20, 10),
        (68, 31),  # the wrong way round
        (531, 568),  # as old as nobody is
        (81, 118),  # on a day in 2076
        (True, False),
        ("31", 68),
    ],
)
def test_other_numbers_are_none(shown: tuple[object, object]) -> None:
    assert not are_ages(shown, BORN, (), YEAR)


def test_the_form_of_a_date_is_that_of_the_code() -> None:
    assert are_ages((31, 68), ("15.06.1995", "15.06.1958"), ("%d.%m.%Y",), YEAR)
    assert not are_ages((31, 68), ("young", "old"), (), YEAR)


def test_texts_may_tell_ages_in_columns() -> None:
    assert texts_of_ages("Kim   7 years", "Kim  68 years", _born(2019, 1958), (), YEAR)
    assert not texts_of_ages("Kim, 31: yes", "Kim, 68: no", BORN, (), YEAR)
    assert not texts_of_ages("fee 20", "fee 10", BORN, (), YEAR)


BIRTHS = st.dates(datetime.date(1930, 1, 1), datetime.date(2020, 1, 1))
TODAYS = st.dates(datetime.date(2021, 1, 1), datetime.date(2030, 1, 1))


@given(
    first=BIRTHS,
    second=BIRTHS,
    today=st.dates(datetime.date(2021, 1, 1), datetime.date(2030, 1, 1)),
)
def test_full_years_are_ages_on_any_day(
    first: datetime.date, second: datetime.date, today: datetime.date
) -> None:
    assume(first != second)
    ages = _full_years(first, today), _full_years(second, today)

    assert are_ages(ages, (first, second), (), YEAR)


def _full_years(born: datetime.date, today: datetime.date) -> int:
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))


def _born(first: int, second: int) -> tuple[datetime.date, datetime.date]:
    return datetime.date(first, 6, 15), datetime.date(second, 6, 15)
