"""The forms in which code takes a date: objects, text in many formats, and numbers.

Two values of one input are only compared if both have the same form: code that reads
`"15.06.1995"` never meets `date(1995, 6, 15)`.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache

from evenhand.check.catalogue.splitting import words_of
from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.reading.evidence import Evidence
from evenhand.scalars import Scalar, is_number

EPOCH = datetime.datetime(1970, 1, 1)
FIRST_YEAR, LAST_YEAR = 1900, 2100
"""Years of which text and numbers are taken for dates."""
FEWEST_SECONDS = 10_000_000
"""A number nearer to zero is no time of a person's life in seconds since 1970."""
FEWEST_MILLISECONDS = 10_000_000_000
LONGEST_TEXT = 40
"""Characters of a text that may be a date."""


class DateKind(Enum):
    """What sort of value holds a date."""

    DAY = auto()
    """`datetime.date`."""
    MOMENT = auto()
    """`datetime.datetime` without a time zone."""
    AWARE = auto()
    """`datetime.datetime` in UTC."""
    TEXT = auto()
    DIGITS = auto()
    """`20080131` as a number."""
    SECONDS = auto()
    """Since 1970, as an int."""
    FRACTIONS = auto()
    """Seconds since 1970, as a float."""
    MILLISECONDS = auto()


@dataclass(frozen=True, slots=True)
class DateForm:
    """One way to hold a date."""

    kind: DateKind
    format: str = ""
    """Of text, as `strftime` takes it."""

    def of(self, moment: datetime.datetime) -> Scalar:
        """A moment (without a time zone) in this form."""
        match self.kind:
            case DateKind.DAY:
                return moment.date()
            case DateKind.MOMENT:
                return moment
            case DateKind.AWARE:
                return moment.replace(tzinfo=datetime.UTC)
            case DateKind.TEXT:
                return moment.replace(tzinfo=datetime.UTC).strftime(self.format)
            case DateKind.DIGITS:
                return int(moment.strftime("%Y%m%d"))

        seconds = (moment - EPOCH).total_seconds()
        if self.kind is DateKind.FRACTIONS:
            return seconds
        return round(seconds * 1000 if self.kind is DateKind.MILLISECONDS else seconds)


DAY, MOMENT, AWARE = (DateForm(kind) for kind in (DateKind.DAY, DateKind.MOMENT, DateKind.AWARE))
DIGITS, SECONDS = DateForm(DateKind.DIGITS), DateForm(DateKind.SECONDS)
FRACTIONS, MILLISECONDS = DateForm(DateKind.FRACTIONS), DateForm(DateKind.MILLISECONDS)
ISO = DateForm(DateKind.TEXT, "%Y-%m-%d")
TEXTS = tuple(
    DateForm(DateKind.TEXT, text)
    for text in (
        "%Y-%m-%d", "%d.%m.%Y", "%m/%d/%Y", "%d/%m/%Y", "%Y%m%d", "%Y/%m/%d", "%d-%m-%Y",
        "%Y.%m.%d", "%m-%d-%Y", "%d%m%Y", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S",
        "%Y-%m-%dT%H:%M:%S+00:00", "%Y-%m-%dT%H:%M:%SZ",
    )
)  # fmt: skip
"""How people write dates, the most usual first."""
LETTERS = {"year": "%Y", "month": "%m", "day": "%d"}
"""What the parts of a date are called, and how `strftime` writes them."""
OBJECTS = (DAY, MOMENT, AWARE)
NUMBERS = (DIGITS, SECONDS, FRACTIONS, MILLISECONDS)


def date_forms(path: AccessPath) -> tuple[DateForm, ...]:
    """The forms that a date may have at a path, the likeliest first."""
    if path.facts.date_formats:
        return tuple(DateForm(DateKind.TEXT, text) for text in path.facts.date_formats)

    forms = tuple(dict.fromkeys((*_by_constants(path), *_by_evidence(path))))
    if path.shows(Evidence.ANNOTATED, Evidence.SECONDS):
        return forms or (ISO,)
    if forms and forms[0].kind is DateKind.TEXT:
        return tuple(dict.fromkeys((*forms, *TEXTS, *OBJECTS)))
    return tuple(dict.fromkeys((*forms, *OBJECTS, *TEXTS)))


def _by_constants(path: AccessPath) -> Iterator[DateForm]:
    """The forms of the dates that the code compares the path with."""
    for constant in path.facts.constants:
        if isinstance(constant, (str, int, float)):
            form = form_of(constant)
            if form is not None:
                yield form


def _by_evidence(path: AccessPath) -> Iterator[DateForm]:
    if path.shows(Evidence.SECONDS):
        yield from (SECONDS, FRACTIONS, MILLISECONDS)
    if path.shows(Evidence.AWARE):
        yield AWARE
    if path.shows(Evidence.DATETIME):
        yield from (MOMENT, AWARE)
    if path.shows(Evidence.DATE):
        yield from OBJECTS
    if path.shows(Evidence.TEXT):
        yield from _texts_like(path)
    elif path.shows(Evidence.NUMBER) and path.shows(Evidence.ANNOTATED):
        yield from NUMBERS


def _texts_like(path: AccessPath) -> Iterator[DateForm]:
    """Formats with the separator that the code splits at, then all others.

    Those come first whose parts are in the order of the names that the code gives them.
    """
    order = dict(_named_parts(path))
    split = [(form, separator) for form in TEXTS for separator in path.facts.separators]
    alike = [(form, separator) for form, separator in split if separator in form.format]
    named = [form for form, separator in alike if _is_in_order(form, separator, order)]
    yield from (*named, *(form for form, _ in alike), *TEXTS)


def _named_parts(path: AccessPath) -> Iterator[tuple[int, str]]:
    """The positions of which the code says what they hold: `year, month, day = text.split("/")`."""
    keys = path.parts.keys if path.parts is not None else {}
    for position, part in keys.items():
        words = {word for name in (part.name, *part.facts.aliases) for word in words_of(name)}
        letters = [letter for word, letter in LETTERS.items() if word in words]
        if isinstance(position, int) and len(letters) == 1:
            yield position, letters[0]


def _is_in_order(form: DateForm, separator: str, order: dict[int, str]) -> bool:
    parts = form.format.split(separator)
    return all(0 <= at < len(parts) and parts[at] == letter for at, letter in order.items())


def form_of(value: Scalar, formats: tuple[str, ...] = ()) -> DateForm | None:
    """The form of a date; None for what is no date. `formats` are those of its path."""
    reading = read_date(value, formats)
    return reading[0] if reading is not None else None


@lru_cache(maxsize=4096, typed=True)
def read_date(
    value: Scalar, formats: tuple[str, ...] = ()
) -> tuple[DateForm, datetime.datetime] | None:
    """The form of a date, and the moment that it means; None for what is no date."""
    if isinstance(value, datetime.datetime):
        form = MOMENT if value.tzinfo is None else AWARE
        return form, value.replace(tzinfo=None)
    if isinstance(value, datetime.date):
        return DAY, datetime.datetime(value.year, value.month, value.day)
    if isinstance(value, str):
        return _read_text(value, formats)
    return _read_number(value) if is_number(value) else None


def _read_text(text: str, formats: tuple[str, ...]) -> tuple[DateForm, datetime.datetime] | None:
    if len(text) > LONGEST_TEXT or not any(character.isdigit() for character in text):
        return None

    forms = (DateForm(DateKind.TEXT, pattern) for pattern in formats)
    for form in (*forms, *TEXTS):
        try:
            moment = datetime.datetime.strptime(text, form.format).replace(tzinfo=None)
        except (ValueError, re.error):
            continue
        if form.of(moment) == text and FIRST_YEAR <= moment.year <= LAST_YEAR:
            return form, moment
    return None


def _read_number(number: int | float) -> tuple[DateForm, datetime.datetime] | None:
    if isinstance(number, int) and FIRST_YEAR * 10_000 < number < LAST_YEAR * 10_000:
        reading = _read_text(str(number), ("%Y%m%d",))
        if reading is not None:
            return DIGITS, reading[1]

    size = abs(number)
    if not FEWEST_SECONDS <= size < FEWEST_MILLISECONDS * 1000:
        return None
    if isinstance(number, float):
        return FRACTIONS, _moment(number)
    if size < FEWEST_MILLISECONDS:
        return SECONDS, _moment(number)
    return MILLISECONDS, _moment(number / 1000)


def _moment(seconds: float) -> datetime.datetime:
    return EPOCH + datetime.timedelta(seconds=seconds)


def written(moments: Iterable[datetime.date], forms: Iterable[DateForm]) -> Iterator[Scalar]:
    """Every moment in the first form, then every one in the next."""
    days = [as_moment(day) for day in moments]
    for form in forms:
        for moment in days:
            yield form.of(moment)


def days_around(moment: datetime.datetime) -> tuple[datetime.datetime, datetime.datetime]:
    """The days before and behind a moment."""
    day = datetime.timedelta(days=1)
    return moment - day, moment + day


def as_moment(day: datetime.date) -> datetime.datetime:
    """The begin of a day; a moment stays as it is."""
    if isinstance(day, datetime.datetime):
        return day
    return datetime.datetime(day.year, day.month, day.day)
