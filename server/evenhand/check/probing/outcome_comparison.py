"""Compares two outcomes: do they differ once the person's own values are masked?

A function that repeats the person's own value has not judged that person. So two leaves count as
the same when they are equal, or when each repeats its own call's value of the attribute.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeGuard

from evenhand.causes import Cause
from evenhand.check.probing.group_order import Groups, columns_of, groups_of
from evenhand.check.probing.representation import are_values
from evenhand.check.probing.requests import Outcome, OutcomeKind
from evenhand.check.probing.shown_ages import OLDEST, are_ages, texts_of_ages
from evenhand.check.probing.values.date_forms import (
    NUMBERS,
    TEXTS,
    DateForm,
    DateKind,
    read_date,
    written,
)
from evenhand.scalars import Scalar, is_number

TOLERANCE = 1e-9
MARKS = ("\x00first\x00", "\x00second\x00")
"""What takes the place of the two values in a text."""
_MARKED = re.compile("(\x00first\x00|\x00second\x00)")
_PADDED = re.compile(" *(\x00[a-z0-9]+\x00) *")
SHORTEST_WORD = 3
"""Letters of which a word that is written out has more."""
IN_WORDS = ("%d %B %Y", "%B %d, %Y", "%d %b %Y", "%b %d, %Y", "%A, %d %B %Y", "%d/%m/%y", "%x")
"""Formats in which dates are shown, beside those in which they are read."""
LARGEST_SET = 500
"""Items of sets that are compared each with each; larger ones in the order of their texts."""


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
        if is_answer and self.flags_decide:
            return False
        repeated = any(self._repeats(first, a) and self._repeats(second, b) for a, b in self.pairs)
        return repeated or self._same_age(first, second)

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


def _is_age(value: Scalar) -> TypeGuard[int | float]:
    return is_number(value) and value <= OLDEST


def same_outcome(first: Outcome, second: Outcome, renaming: Renaming) -> bool:
    """Whether two calls look alike to a caller, echoes of `renaming` aside."""
    if first.kind is not second.kind:
        return False
    if first.raised and not _same_error(first, second, renaming):
        return False

    return (
        _same_value(first, second, renaming)
        and _same_text(first.printed, second.printed, renaming)
        and _same_changes(first, second, renaming)
        and _same_effects(first, second, renaming)
    )


def _same_value(first: Outcome, second: Outcome, renaming: Renaming) -> bool:
    if first.value == second.value:
        return True
    return same_tree(first.value, second.value, renaming, renaming.result)


def _same_text(first: str, second: str, renaming: Renaming) -> bool:
    return first == second or renaming.text(first, second)


def _same_error(first: Outcome, second: Outcome, renaming: Renaming) -> bool:
    assert first.error is not None
    assert second.error is not None

    (name, message), (second_name, second_message) = first.error, second.error
    return name == second_name and _same_text(message, second_message, renaming)


def _same_changes(first: Outcome, second: Outcome, renaming: Renaming) -> bool:
    """Whether both calls changed the same arguments in the same way."""
    names = [name for name, _ in first.changed]
    second_names = [name for name, _ in second.changed]
    if names != second_names:
        return False

    pairs = zip(first.changed, second.changed, strict=True)
    return all(same_tree(tree, second_tree, renaming) for (_, tree), (_, second_tree) in pairs)


def _same_effects(first: Outcome, second: Outcome, renaming: Renaming) -> bool:
    """Whether both calls did the same to the world, in the same order."""
    if first.effects == second.effects:
        return True
    if len(first.effects) != len(second.effects):
        return False

    pairs = zip(first.effects, second.effects, strict=True)
    return all(
        _same_text(name, second_name, renaming) and same_tree(tree, second_tree, renaming)
        for (name, tree), (second_name, second_tree) in pairs
    )


def same_tree(first: Any, second: Any, renaming: Renaming, label: str = "") -> bool:
    """Whether two outcome trees are alike, echoes aside; sets without order.

    `label` is the key or attribute of the trees.
    """
    if isinstance(first, dict) and isinstance(second, dict):
        return _same_compounds(first, second, renaming, label)
    if isinstance(first, list) and isinstance(second, list):
        return _same_lists(first, second, renaming, label)
    return _same_scalar(first, second, renaming, label)


def _same_compounds(
    first: dict[str, Any], second: dict[str, Any], renaming: Renaming, label: str
) -> bool:
    if first.keys() != second.keys():
        return False

    kind, second_kind = first.get("t"), second.get("t")
    if kind == second_kind and _same_groups(first, second, renaming):
        return True
    if kind in {"set", "frozenset"} and kind == second_kind:
        return _same_sets(first, second, renaming)
    if kind == "frame" and first["c"] == second["c"]:
        return _same_frames(first, second, renaming)
    if kind == "series" and isinstance(first.get("n"), str):
        label = first["n"]
    return all(same_tree(first[key], second[key], renaming, label) for key in first)


def _same_lists(first: list[Any], second: list[Any], renaming: Renaming, label: str) -> bool:
    if len(first) != len(second):
        return False
    if is_entry(first) and first[0] == second[0]:
        return same_tree(first[1], second[1], renaming, first[0])

    pairs = zip(first, second, strict=True)
    return all(same_tree(item, second_item, renaming, label) for item, second_item in pairs)


def is_entry(tree: Any) -> bool:
    """Whether a tree is an entry of a dict, an object or a dataclass: its name, and its tree."""
    return isinstance(tree, list) and len(tree) == 2 and isinstance(tree[0], str)


def _same_frames(first: dict[str, Any], second: dict[str, Any], renaming: Renaming) -> bool:
    if len(first["v"]) != len(second["v"]):
        return False
    if not _are_tables_of(len(first["c"]), first["v"], second["v"]):
        return _same_lists(first["v"], second["v"], renaming, "")
    if not same_tree(first["i"], second["i"], renaming):
        return False

    columns = [str(column) for column in first["c"]]
    rows = zip(first["v"], second["v"], strict=True)
    return all(_same_rows(row, second_row, columns, renaming) for row, second_row in rows)


def _are_tables_of(width: int, *tables: list[list[Any]]) -> bool:
    """Whether every row has a cell for each column: those of a long table are cut."""
    return all(len(row) == width for rows in tables for row in rows)


def _same_rows(first: list[Any], second: list[Any], columns: list[str], renaming: Renaming) -> bool:
    cells = zip(columns, first, second, strict=True)
    return all(same_tree(cell, second_cell, renaming, name) for name, cell, second_cell in cells)


def _same_sets(first: dict[str, Any], second: dict[str, Any], renaming: Renaming) -> bool:
    key = next((k for k in first if isinstance(first[k], list)), None)
    if key is None or len(first[key]) != len(second[key]):
        return first == second

    if len(first[key]) > LARGEST_SET:
        return _same_lists(first[key], second[key], renaming, "")
    return _same_in_any_order(first[key], second[key], renaming)


def _same_groups(first: dict[str, Any], second: dict[str, Any], renaming: Renaming) -> bool:
    """Whether both hold the same groups, in the order of their names after they are renamed."""
    if not renaming.pairs:
        return False

    if first.get("n") != second.get("n"):
        return False

    same_columns = first.get("c") == second.get("c")
    if same_columns and _same_parts(groups_of(first), groups_of(second), renaming):
        return True
    if first.get("t") != "frame" or first["i"] != second["i"]:
        return False
    return _same_parts(columns_of(first), columns_of(second), renaming)


def _same_parts(first: Groups | None, second: Groups | None, renaming: Renaming) -> bool:
    if first is None or second is None or len(first) != len(second):
        return False
    return _same_in_any_order(first, second, renaming)


def _same_in_any_order(first: list[Any], second: list[Any], renaming: Renaming) -> bool:
    unmatched = list(second)
    for item in first:
        same = (i for i, candidate in enumerate(unmatched) if same_tree(item, candidate, renaming))
        index = next(same, None)
        if index is None:
            return False
        unmatched.pop(index)
    return True


def _same_scalar(first: Any, second: Any, renaming: Renaming, label: str) -> bool:
    if renaming.writes(first, second, label):
        return True
    if isinstance(first, bool) or isinstance(second, bool):
        equal = type(first) is type(second) and first == second
        return equal or renaming.same(first, second, label)

    if isinstance(first, (int, float)) and isinstance(second, (int, float)):
        close = math.isclose(first, second, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
        return close or renaming.same(first, second, label)

    if type(first) is not type(second):
        return False
    if first == second:
        return True
    if not isinstance(first, str):
        return False
    return renaming.same(first, second, label) or renaming.text(first, second)


def _is_spelling(word: str, value: str, spellings: frozenset[str]) -> bool:
    """Whether a word spells a value: as it is known, or in full for a letter, `d` and `diverse`."""
    letter = value.strip().lower()
    is_written_out = len(letter) == 1 and len(word) > SHORTEST_WORD and word.isalpha()
    return word in spellings or (is_written_out and word.startswith(letter))


def _unpadded(text: str) -> str:
    """A masked text without the spaces that fill up a column behind or before a value."""
    return _PADDED.sub(r"\1", text)


def _spelled(shown: object, value: Scalar) -> bool:
    """Whether `shown` repeats `value`, perhaps in capitals or as a float."""
    if isinstance(value, bool) or isinstance(shown, bool):
        return type(shown) is type(value) and shown == value
    if isinstance(shown, (int, float)):
        return isinstance(value, (int, float)) and shown == value
    if not isinstance(shown, str):
        return False
    if isinstance(value, str):
        return shown.strip().lower() == value.strip().lower()
    return shown == str(value)


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
    texts += written([moment], TEXTS)
    by_length = sorted({str(text) for text in texts}, key=lambda text: (-len(text), text))
    return (*by_length, *written([moment], NUMBERS))


@lru_cache(maxsize=4096)
def _pattern(text: str, numeric: bool) -> re.Pattern[str]:
    if numeric:
        return re.compile(rf"(?<![\d.])0*{re.escape(text)}(?:\.0+)?(?!\d|\.\d)")
    return re.compile(rf"(?<!\w){re.escape(text)}(?!\w)", re.IGNORECASE)


def _masked(text: str, value: Scalar, mark: str) -> str:
    """The text with `mark` wherever it has the value as a word or number."""
    if value in (None, ""):
        return text
    if isinstance(value, bool):
        return re.sub(rf"(?<!\w){value}(?!\w)", mark, text)

    written = f"{value:g}" if isinstance(value, float) else str(value)
    return _pattern(written, isinstance(value, (int, float))).sub(mark, text)


def comparable(outcome: Outcome) -> bool:
    """Whether an outcome says anything: it returned, or it raised on purpose."""
    return outcome.returned or (outcome.raised and not shape_error(outcome))


def stopped(outcome: Outcome) -> bool:
    """Whether a call could not run to its end for want of time, a package or a permission."""
    if outcome.raised and outcome.error is not None:
        return outcome.error[0] in {"NameError", "ModuleNotFoundError", "ImportError"}

    # A call that was not made, since the budget was spent, is also a timeout.
    ran_out = outcome.cause is Cause.RAN_LONGER
    return ran_out or outcome.kind in {OutcomeKind.BLOCKED, OutcomeKind.DIED}


def shape_error(outcome: Outcome) -> bool:
    """Whether the call failed because its arguments do not fit the code."""
    return outcome.raised and (outcome.error is None or outcome.unfit)
