"""Recognises bands of age that end where laws draw lines: `under_13`, `18+`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from itertools import chain

from evenhand.check.catalogue.splitting import words_of

LONGEST_BAND = 30
"""Characters of the name of a band."""
_AGE = re.compile(r"(?<!\d)\d{1,2}(?!\d)")
OPEN_ENDS = frozenset({"under", "below", "over", "above", "plus", "u"})
"""Words beside the age at which a band ends."""


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
    if len(band) > LONGEST_BAND or len(_ages(band)) != 1:
        return False
    return bool(OPEN_ENDS.intersection(words_of(band))) or "+" in band or "<" in band or ">" in band


def _ages(band: str) -> list[int]:
    return [int(age) for age in _AGE.findall(band)] if len(band) <= LONGEST_BAND else []
