"""Dates in all the forms in which code takes them."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenhand.check.catalogue import default_catalogue
from evenhand.check.outcomes.date_forms import (
    AWARE,
    DAY,
    DIGITS,
    MOMENT,
    SECONDS,
    TEXTS,
    date_forms,
    form_of,
    read_date,
)
from evenhand.check.reading.access_paths import AccessPath, Via
from evenhand.check.reading.evidence import Evidence, PathFacts
from evenhand.check.reading.inputs import read
from evenhand.check.reading.source import parse
from evenhand.scalars import Scalar

LIFETIMES = st.datetimes(datetime.datetime(1920, 1, 1), datetime.datetime(2024, 12, 31))


@pytest.mark.parametrize(
    ("value", "form"),
    [
        (datetime.date(1990, 5, 1), DAY),
        (datetime.datetime(1990, 5, 1), MOMENT),
        (datetime.datetime(1990, 5, 1, tzinfo=datetime.UTC), AWARE),
        (20080131, DIGITS),
        (1201737600, SECONDS),
    ],
)
def test_objects_and_numbers_that_are_dates(value: Scalar, form: object) -> None:
    assert form_of(value) is form


@pytest.mark.parametrize("value", ["", "12", "other", "12345678", 65, 50000, True, None])
def test_values_that_are_no_dates(value: Scalar) -> None:
    assert form_of(value) is None


@pytest.mark.parametrize("form", TEXTS, ids=lambda form: form.format)
@given(LIFETIMES)
def test_text_is_read_as_it_was_written(form, moment: datetime.datetime) -> None:
    text = form.of(moment)
    reading = read_date(text, (form.format,))

    assert reading is not None
    assert reading[1].date() == moment.date()


def path(*evidence: Evidence, **facts: object) -> AccessPath:
    known = PathFacts(set(evidence), **facts)  # type: ignore[arg-type]
    return AccessPath("dob", "dob", Via.PARAMETER, facts=known)


def test_the_likeliest_form_is_that_of_the_code() -> None:
    assert date_forms(path())[0] is DAY
    assert date_forms(path(Evidence.DATETIME))[0] is MOMENT
    assert date_forms(path(Evidence.AWARE))[0] is AWARE
    assert date_forms(path(Evidence.SECONDS))[0] is SECONDS
    assert date_forms(path(constants=[20080131]))[0] is DIGITS
    assert date_forms(path(constants=["31.01.2008"]))[0].format == "%d.%m.%Y"
    assert date_forms(path(Evidence.TEXT, separators=["/"]))[0].format == "%m/%d/%Y"


def test_known_formats_leave_no_choice() -> None:
    assert [f.format for f in date_forms(path(date_formats=("%d %B %Y",)))] == ["%d %B %Y"]


@pytest.mark.parametrize(
    ("body", "first"),
    [
        ('y, birth_month, day = born.split("-")', "%Y-%m-%d"),
        ('day, month, year = born.split("-")', "%d-%m-%Y"),
        ('year, month, day = map(int, born.split("/"))', "%Y/%m/%d"),
        ('parts = born.split("/")\n    birth_year = int(parts[0])', "%Y/%m/%d"),
        ('parts = born.split("/")\n    day = int(parts[0])', "%d/%m/%Y"),
        ('a, b, c = born.split("/")', "%m/%d/%Y"),
    ],
)
def test_the_names_of_its_parts_tell_how_a_date_is_written(body: str, first: str) -> None:
    source = parse(f"def f(born):\n    {body}\n")
    (born,) = read(source.functions[0], source, default_catalogue()).parameters

    assert date_forms(born)[0].format == first
