"""Comparing two outcomes: what differs once the person's own values are masked.

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
from evenhand.check.probing.argument_trees import Scalar
from evenhand.check.probing.requests import Outcome

TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Renaming:
    """Which value of the first call stands for which of the second.

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
    if one.kind == "raised":
        assert one.error is not None
        assert other.error is not None
        if one.error[0] != other.error[0]:
            return False
        if one.error[1] != other.error[1] and not renaming.text(one.error[1], other.error[1]):
            return False
    return (
        (one.value == other.value or same_tree(one.value, other.value, renaming))
        and (one.printed == other.printed or renaming.text(one.printed, other.printed))
        and [c[0] for c in one.changed] == [c[0] for c in other.changed]
        and all(
            same_tree(a[1], b[1], renaming) for a, b in zip(one.changed, other.changed, strict=True)
        )
    )


def same_tree(one: Any, other: Any, renaming: Renaming, label: str = "") -> bool:
    """Whether two outcome trees are alike, echoes aside; sets without order.

    `label` is the key or attribute under which the trees stand.
    """
    if isinstance(one, dict) and isinstance(other, dict):
        if one.keys() != other.keys():
            return False
        if one.get("t") in {"set", "frozenset"} and one["t"] == other.get("t"):
            return _same_sets(one, other, renaming)
        if one.get("t") == "frame" and one["c"] == other["c"]:
            return _same_frames(one, other, renaming)
        return all(same_tree(one[k], other[k], renaming, label) for k in one)
    if isinstance(one, list) and isinstance(other, list):
        if len(one) == 2 == len(other) and isinstance(one[0], str) and one[0] == other[0]:
            return same_tree(one[1], other[1], renaming, one[0])
        return len(one) == len(other) and all(
            same_tree(a, b, renaming, label) for a, b in zip(one, other, strict=True)
        )
    return _same_scalar(one, other, renaming, label)


def _same_frames(one: dict[str, Any], other: dict[str, Any], renaming: Renaming) -> bool:
    if len(one["v"]) != len(other["v"]) or not same_tree(one["i"], other["i"], renaming):
        return False
    return all(
        same_tree(a, b, renaming, str(column))
        for row, other_row in zip(one["v"], other["v"], strict=True)
        for column, a, b in zip(one["c"], row, other_row, strict=True)
    )


def _same_sets(one: dict[str, Any], other: dict[str, Any], renaming: Renaming) -> bool:
    key = next((k for k in one if isinstance(one[k], list)), None)
    if key is None or len(one[key]) != len(other[key]):
        return one == other
    left = list(other[key])
    for item in one[key]:
        match = next((i for i, o in enumerate(left) if same_tree(item, o, renaming)), None)
        if match is None:
            return False
        left.pop(match)
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
    if value is None or value == "" or isinstance(value, bool):
        return re.sub(rf"(?<!\w){value}(?!\w)", mark, text) if isinstance(value, bool) else text
    numeric = isinstance(value, (int, float))
    return _pattern(f"{value:g}" if isinstance(value, float) else str(value), numeric).sub(
        mark, text
    )


def comparable(outcome: Outcome) -> bool:
    """Whether an outcome says anything: it returned, or it raised on purpose."""
    if outcome.kind == "returned":
        return True
    return outcome.kind == "raised" and not shape_error(outcome)


def stopped(outcome: Outcome) -> bool:
    """Whether a call could not run to its end for want of time, a package or a permission."""
    if outcome.kind == "raised" and outcome.error is not None:
        return outcome.error[0] in {"NameError", "ModuleNotFoundError", "ImportError"}
    return outcome.kind in {"blocked", "died"} or outcome.cause is Cause.RAN_LONGER


def shape_error(outcome: Outcome) -> bool:
    """Whether the call failed because its arguments do not fit the code."""
    return outcome.kind == "raised" and (outcome.error is None or outcome.unfit)
