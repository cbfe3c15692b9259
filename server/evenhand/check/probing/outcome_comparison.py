"""Compares two outcomes: do they differ once the person's own values are masked?

A function that repeats the person's own value has judged nobody. So two leaves count as
the same when they are equal, or when each repeats its own call's value of the attribute.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from evenhand.causes import Cause
from evenhand.check.probing.requests import Outcome, OutcomeKind
from evenhand.scalars import Scalar

TOLERANCE = 1e-9


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
    """All spellings of a value: a function that writes `F` for `female` has judged nobody."""

    def same(self, one: object, other: object, label: str) -> bool:
        """Whether `one` becomes `other` when the values are renamed; `label` is their key."""
        if isinstance(one, bool) and self.flags_decide and label != self.field:
            return False
        return any(self._repeats(one, a) and self._repeats(other, b) for a, b in self.pairs)

    def _repeats(self, shown: object, value: Scalar) -> bool:
        if self.spellings is not None and isinstance(shown, str) and isinstance(value, str):
            return shown.strip().lower() in self.spellings(value)
        return _spelled(shown, value)

    def text(self, one: str, other: str) -> bool:
        """Whether `one` becomes `other` when the values are renamed in it."""
        masked_one, masked_other = one, other
        for index, (a, b) in enumerate(self.pairs):
            mark = f"\x00{index}\x00"
            masked_one = _masked(masked_one, a, mark)
            masked_other = _masked(masked_other, b, mark)
        return masked_one == masked_other


def same_outcome(one: Outcome, other: Outcome, renaming: Renaming) -> bool:
    """Whether two calls look alike to a caller, echoes of `renaming` aside."""
    if one.kind != other.kind:
        return False
    if one.raised and not _same_error(one, other, renaming):
        return False
    if one.value != other.value and not same_tree(one.value, other.value, renaming):
        return False
    if one.printed != other.printed and not renaming.text(one.printed, other.printed):
        return False
    return _same_changes(one, other, renaming)


def _same_error(one: Outcome, other: Outcome, renaming: Renaming) -> bool:
    assert one.error is not None
    assert other.error is not None
    (name, message), (other_name, other_message) = one.error, other.error
    if name != other_name:
        return False
    return message == other_message or renaming.text(message, other_message)


def _same_changes(one: Outcome, other: Outcome, renaming: Renaming) -> bool:
    """Whether both calls changed the same arguments in the same way."""
    names = [name for name, _ in one.changed]
    if names != [name for name, _ in other.changed]:
        return False
    pairs = zip(one.changed, other.changed, strict=True)
    return all(same_tree(tree, other_tree, renaming) for (_, tree), (_, other_tree) in pairs)


def same_tree(one: Any, other: Any, renaming: Renaming, label: str = "") -> bool:
    """Whether two outcome trees are alike, echoes aside; sets without order.

    `label` is the key or attribute of the trees.
    """
    if isinstance(one, dict) and isinstance(other, dict):
        return _same_compounds(one, other, renaming, label)
    if isinstance(one, list) and isinstance(other, list):
        return _same_lists(one, other, renaming, label)
    return _same_scalar(one, other, renaming, label)


def _same_compounds(
    one: dict[str, Any], other: dict[str, Any], renaming: Renaming, label: str
) -> bool:
    if one.keys() != other.keys():
        return False

    kind, other_kind = one.get("t"), other.get("t")
    if kind in {"set", "frozenset"} and kind == other_kind:
        return _same_sets(one, other, renaming)
    if kind == "frame" and one["c"] == other["c"]:
        return _same_frames(one, other, renaming)
    return all(same_tree(one[key], other[key], renaming, label) for key in one)


def _same_lists(one: list[Any], other: list[Any], renaming: Renaming, label: str) -> bool:
    if len(one) != len(other):
        return False
    if len(one) == 2 and isinstance(one[0], str) and one[0] == other[0]:  # an entry and its name
        return same_tree(one[1], other[1], renaming, one[0])
    pairs = zip(one, other, strict=True)
    return all(same_tree(item, other_item, renaming, label) for item, other_item in pairs)


def _same_frames(one: dict[str, Any], other: dict[str, Any], renaming: Renaming) -> bool:
    if len(one["v"]) != len(other["v"]) or not same_tree(one["i"], other["i"], renaming):
        return False
    rows = zip(one["v"], other["v"], strict=True)
    return all(
        same_tree(cell, other_cell, renaming, str(column))
        for row, other_row in rows
        for column, cell, other_cell in zip(one["c"], row, other_row, strict=True)
    )


def _same_sets(one: dict[str, Any], other: dict[str, Any], renaming: Renaming) -> bool:
    key = next((k for k in one if isinstance(one[k], list)), None)
    if key is None or len(one[key]) != len(other[key]):
        return one == other

    unmatched = list(other[key])
    for item in one[key]:
        match = next((i for i, o in enumerate(unmatched) if same_tree(item, o, renaming)), None)
        if match is None:
            return False
        unmatched.pop(match)
    return True


def _same_scalar(one: Any, other: Any, renaming: Renaming, label: str) -> bool:
    if isinstance(one, bool) or isinstance(other, bool):
        return (type(one) is type(other) and one == other) or renaming.same(one, other, label)
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        close = math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
        return close or renaming.same(one, other, label)
    if type(one) is not type(other):
        return False
    if one == other:
        return True
    if isinstance(one, str):
        return renaming.same(one, other, label) or renaming.text(one, other)
    return False


def _spelled(shown: object, value: Scalar) -> bool:
    """Whether `shown` repeats `value`, perhaps in capitals or as a float."""
    if isinstance(value, bool) or isinstance(shown, bool):
        return type(shown) is type(value) and shown == value
    if isinstance(value, (int, float)) and isinstance(shown, (int, float)):
        return float(shown) == float(value)
    if isinstance(value, str) and isinstance(shown, str):
        return shown.strip().lower() == value.strip().lower()
    return isinstance(shown, str) and shown == str(value)


@lru_cache(maxsize=4096)
def _pattern(text: str, numeric: bool) -> re.Pattern[str]:
    if numeric:
        return re.compile(rf"(?<![\d.]){re.escape(text)}(?:\.0+)?(?!\d|\.\d)")
    return re.compile(rf"(?<!\w){re.escape(text)}(?!\w)", re.IGNORECASE)


def _masked(text: str, value: Scalar, mark: str) -> str:
    """The text with `mark` wherever it has the value as a word or number."""
    if value is None or value == "":
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
    return (
        outcome.kind in {OutcomeKind.BLOCKED, OutcomeKind.DIED} or outcome.cause is Cause.RAN_LONGER
    )


def shape_error(outcome: Outcome) -> bool:
    """Whether the call failed because its arguments do not fit the code."""
    return outcome.raised and (outcome.error is None or outcome.unfit)
