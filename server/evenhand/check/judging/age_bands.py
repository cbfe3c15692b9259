"""Recognises bands of ages: `30-49`, and those that end where laws draw lines, such as `18+`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from itertools import chain

from evenhand.check.catalogue.splitting import words_of
from evenhand.scalars import Scalar, is_number

OLDEST = 120
LONGEST_BAND = 30
"""Characters of the name of a band."""
_AGE = re.compile(r"(?<!\d)\d{1,2}(?!\d)")
OPEN_BELOW = frozenset({"under", "below", "u", "<"})
OPEN_ABOVE = frozenset({"over", "above", "plus", "+", ">"})
"""Words and signs beside the age at which a band ends."""
BESIDE = frozenset(
    "age aged ages year years yr yrs old older younger and or than to a group".split()
)
"""Words that may stand beside its ends."""
_PAIR = re.compile(r"\d *(?:-|\u2013|_|to|a) *\d")
_BAND = re.compile(rf" *\d*{_PAIR.pattern}\d* *")
_BOUND = re.compile(r"\d+")
_SIGN = re.compile(r"[<>+]")


def are_bands_of_each(texts: tuple[str, str], ages: tuple[Scalar, Scalar]) -> bool:
    """Whether two texts are bands of ages in which the ages are: `30-49` and `70+`.

    The first one may stand for all who are younger, and the last one for all who are older.
    """
    ends = zip(ages, texts, strict=True)
    people = sorted((float(age), text) for age, text in ends if is_number(age))
    if len(people) < len(texts):
        return False
    (low, low_band), (high, high_band) = people
    if _holds(low_band, low) and _holds(high_band, high):
        return True
    if not all(map(_BAND.fullmatch, texts)):
        return False
    (first, last), (next_first, next_last) = _bounds(low_band), _bounds(high_band)
    is_outside = low < first or high > next_last
    return is_outside and low <= last <= next_first <= high


def are_bands_of_births(texts: tuple[str, str], births: tuple[int, int]) -> bool:
    """Whether, in some year, two people are in the bands of ages that two texts are.

    `births` are the years of their births.
    """
    years = range(max(births), max(births) + OLDEST)
    return any(
        all(_holds(text, year - birth) for text, birth in zip(texts, births, strict=True))
        for year in years
    )


def band_of_law(values: Iterable[object], others: Iterable[object], known: Set[int]) -> str:
    """The age of the law at which two bands part; empty if these are none, or others end elsewhere.

    `values` are those of a witness, `others` all that the code knows.
    """
    bands = [value for value in values if isinstance(value, str)]
    if not any(map(_is_open, bands)):
        return ""
    ages = sorted(set(chain.from_iterable(map(_ages, bands))))
    of_all = {age for other in others if isinstance(other, str) for age in _ages(other)}
    return str(ages[0]) if ages and known >= {*ages, *of_all} else ""


def _is_open(band: str) -> bool:
    """Whether a text is a band that has one end: `under_13`, `18+`, `over 18`."""
    return len(_ages(band)) == 1 and not (OPEN_BELOW | OPEN_ABOVE).isdisjoint(_ends(band))


def _holds(band: str, age: float) -> bool:
    """Whether a text is nothing but a band with an age in it, of two ends or of one."""
    words = {word for word in words_of(band) if not word.isdigit()}
    if not words <= OPEN_BELOW | OPEN_ABOVE | BESIDE:
        return False
    match _bounds(band):
        case [first, last]:
            return _PAIR.search(band) is not None and first <= age <= last
        case [limit] if not OPEN_BELOW.isdisjoint(_ends(band)):
            return age <= limit
        case [limit] if not OPEN_ABOVE.isdisjoint(_ends(band)):
            return age >= limit
    return False


def _bounds(band: str) -> list[int]:
    return [int(bound) for bound in _BOUND.findall(band)] if len(band) <= LONGEST_BAND else []


def _ends(band: str) -> set[str]:
    return {*words_of(band), *_SIGN.findall(band)}


def _ages(band: str) -> list[int]:
    return [int(age) for age in _AGE.findall(band)] if len(band) <= LONGEST_BAND else []
