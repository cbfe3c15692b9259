"""Tells whether a value, or a text, of one call is that of the other with the person's renamed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeGuard

from evenhand.check.outcomes.date_forms import (
    NUMBERS,
    TEXTS,
    DateForm,
    DateKind,
    read_date,
    written,
)
from evenhand.check.outcomes.representation import are_values
from evenhand.check.outcomes.shown_ages import OLDEST, are_ages, texts_of_ages
from evenhand.scalars import Scalar, is_number, is_same

MARKS = ("\x00first\x00", "\x00second\x00")
"""What takes the place of the two values in a text."""
_MARKED = re.compile("(\x00first\x00|\x00second\x00)")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_PADDED = re.compile(" *(\x00[a-z0-9]+\x00) *")
TRUE, FALSE = frozenset({"true", "yes", "on", "1"}), frozenset({"false", "no", "off", "0"})
"""Texts for a flag."""
SHORTEST_WORD = 3
"""Letters of which a word that is written out has more."""
IN_WORDS = ("%d %B %Y", "%B %d, %Y", "%d %b %Y", "%b %d, %Y", "%A, %d %B %Y", "%d/%m/%y", "%x")
"""Formats in which dates are shown, beside those in which they are read."""


@dataclass(frozen=True, slots=True)
class Renaming:
    """Which value of the first call corresponds to which of the second.

    For an echo it is one pair (the person's own values); for a swap of two groups in the
    whole context it is both pairs.
    """

    pairs: tuple[tuple[Scalar, Scalar], ...]
    field: str = ""
    """The name of the input that is renamed."""
    flags_decide: bool = False
    """The function has answered True for False: its answers are no echoes of a flag."""

    spellings: Callable[[object], frozenset[str]] | None = None
    """All spellings of a value: a function may write `F` for `female` and judge no one."""
    date_formats: tuple[str, ...] | None = None
    """How the code writes dates, if the values are some: `15.06.1995` may become a date, and a
    date text. None: they are none."""
    this_year: int = 0
    """The year in which the code runs, as far as it knows: an age repeats a date of birth."""
    is_own: Callable[[str], bool] | None = None
    """Whether a name means the attribute itself: what goes by it is another form of its value."""
    result: str = ""
    """The name of what the function gives."""
    answers: frozenset[str] = frozenset()
    """Names under which an outcome has answers, and no echoes of a flag."""

    def writes(self, first: object, second: object, label: str) -> bool:
        """Whether both are the attribute itself, in whatever form; `label` is their key."""
        if self.is_own is None or not label:
            return False
        return are_values(first, second) and self._keeps_order(first, second) and self.is_own(label)

    def _keeps_order(self, first: object, second: object) -> bool:
        """Whether the larger age stays the larger: 10 for age 66 and 20 for age 30 are no ages.

        Of years of birth, the larger gives the smaller age.
        """
        if not is_number(first) or not is_number(second):
            return True
        ages = [(a, b) for a, b in self.pairs if _is_age(a) and _is_age(b)]
        return all((a - b) * (first - second) >= 0 for a, b in ages)

    def same(self, first: object, second: object, label: str) -> bool:
        """Whether `first` becomes `second` when the values are renamed; `label` is their key."""
        is_answer = isinstance(first, bool) and label != self.field
        if is_answer and (self.flags_decide or label in self.answers):
            return False
        repeated = any(self._repeats(first, a) and self._repeats(second, b) for a, b in self.pairs)
        return repeated or self._same_age(first, second) or self._same_flag(first, second, label)

    def _same_flag(self, first: object, second: object, label: str) -> bool:
        """Whether both say under the input's own name what its texts say: `true` and `no`."""
        if not isinstance(first, bool) or label != self.field:
            return False
        return any((first, second) == _flags_of(pair) for pair in self.pairs)

    def _same_age(self, first: object, second: object) -> bool:
        """Whether both are as old as their dates of birth say."""
        if self.date_formats is None or len(self.pairs) != 1:
            return False

        (born,) = self.pairs
        if isinstance(first, str) and isinstance(second, str):
            return texts_of_ages(first, second, born, self.date_formats, self.this_year)
        return are_ages((first, second), born, self.date_formats, self.this_year)

    def _repeats(self, shown: object, value: Scalar) -> bool:
        if self.spellings is not None and isinstance(shown, str) and isinstance(value, str):
            return _is_spelling(shown.strip().lower(), value, self.spellings(value))
        return _spelled(shown, value) or self._same_day(shown, value)

    def _same_day(self, shown: object, value: Scalar) -> bool:
        if self.date_formats is None or not isinstance(shown, (str, int, float)):
            return False
        return shown in _written_dates(value, self.date_formats)

    def text(self, first: str, second: str) -> bool:
        """Whether `first` becomes `second` when the values are renamed in it."""
        masked_first, masked_second = first, second
        for index, (a, b) in enumerate(self.pairs):
            mark = f"\x00{index}\x00"
            masked_first = self._masked(masked_first, a, mark)
            masked_second = self._masked(masked_second, b, mark)
        if _unpadded(masked_first) == _unpadded(masked_second):
            return True
        return self._aligned(first, second) or self._same_age(masked_first, masked_second)

    def shifts(self, first: str, second: str) -> bool:
        """Whether the numbers in two texts are as far apart as the person's: `age + term`."""
        if len(self.pairs) != 1 or not all(map(is_number, self.pairs[0])):
            return False
        value, other = self.pairs[0]
        apart = abs(value - other)  # type: ignore[operator]
        numbers, second_numbers = _NUMBER.findall(first), _NUMBER.findall(second)
        if _NUMBER.split(first) != _NUMBER.split(second):
            return False
        pairs = zip(numbers, second_numbers, strict=True)
        return all(a == b or abs(float(a) - float(b)) == apart for a, b in pairs)

    def _aligned(self, first: str, second: str) -> bool:
        """Whether the texts differ only where each has its own value.

        Another input may have one of the two values, and be shown beside it.
        """
        if len(self.pairs) != 1:
            return False

        (values,) = self.pairs
        for value, mark in zip(values, MARKS, strict=True):
            first, second = self._masked(first, value, mark), self._masked(second, value, mark)
        parts, second_parts = _MARKED.split(_unpadded(first)), _MARKED.split(_unpadded(second))
        if len(parts) != len(second_parts):
            return False
        pairs = zip(parts, second_parts, strict=True)
        return all(part == other or (part, other) == MARKS for part, other in pairs)

    def _masked(self, text: str, value: Scalar, mark: str) -> str:
        """The text with `mark` wherever it has the value, or the day that it means."""
        if self.date_formats is not None:
            for written in _written_dates(value, self.date_formats):
                text = text.replace(written, mark) if isinstance(written, str) else text
        return _masked(text, value, mark)


def _flags_of(values: tuple[Scalar, Scalar]) -> tuple[bool, bool] | None:
    """What two texts say as flags: what is not `yes` is no, beside it; None if neither says it."""
    words = [value.strip().lower() if isinstance(value, str) else "" for value in values]
    for meant, flag in ((TRUE, True), (FALSE, False)):
        is_meant = [word in meant for word in words]
        if sum(is_meant) == 1:
            return (flag, not flag) if is_meant[0] else (not flag, flag)
    return None


def _is_age(value: Scalar) -> TypeGuard[int | float]:
    return is_number(value) and value <= OLDEST


def _is_spelling(word: str, value: str, spellings: frozenset[str]) -> bool:
    """Whether a word spells a value: as it is known, or in full for a letter, `d` and `diverse`."""
    letter = value.strip().lower()
    is_written_out = len(letter) == 1 and len(word) > SHORTEST_WORD and word.isalpha()
    return word in spellings or (is_written_out and word.startswith(letter))


def _spelled(shown: object, value: Scalar) -> bool:
    """Whether `shown` repeats `value`, perhaps in capitals or as a float."""
    if isinstance(value, bool) or isinstance(shown, bool):
        return is_same(shown, value)
    if isinstance(shown, (int, float)):
        return isinstance(value, (int, float)) and shown == value
    if not isinstance(shown, str):
        return False
    if isinstance(value, str):
        return shown.strip().lower() == value.strip().lower()
    return shown == str(value)


def _unpadded(text: str) -> str:
    """A masked text without the spaces that fill up a column behind or before a value."""
    return _PADDED.sub(r"\1", text)


def _masked(text: str, value: Scalar, mark: str) -> str:
    """The text with `mark` wherever it has the value as a word or number."""
    if value in (None, ""):
        return text
    if isinstance(value, bool):
        return re.sub(rf"(?<!\w){value}(?!\w)", mark, text)

    written = f"{value:g}" if isinstance(value, float) else str(value)
    return _pattern(written, isinstance(value, (int, float))).sub(mark, text)


@lru_cache(maxsize=4096)
def _pattern(text: str, numeric: bool) -> re.Pattern[str]:
    if numeric:
        return re.compile(rf"(?<![\d.])0*{re.escape(text)}(?:\.0+)?(?!\d|\.\d)")
    return re.compile(rf"(?<!\w){re.escape(text)}(?!\w)", re.IGNORECASE)


@lru_cache(maxsize=1024, typed=True)
def _written_dates(value: Scalar, formats: tuple[str, ...]) -> tuple[Scalar, ...]:
    """A day in all forms that a JSON tree may have; nothing for what is no date.

    The longest texts come first: a part of a text may be a shorter one.
    """
    reading = read_date(value, formats)
    if reading is None:
        return ()

    moment = reading[1]
    texts = [DateForm(DateKind.TEXT, text).of(moment) for text in (*formats, *IN_WORDS)]
    texts += [*written([moment], TEXTS), f"{moment.year}, {moment.month}, {moment.day}"]
    by_length = sorted({str(text) for text in texts}, key=lambda text: (-len(text), text))
    return (*by_length, *written([moment], NUMBERS))
