"""Finds out who gains and who loses: which of two outcomes is the better, if they have an order.

Numbers, flags and well-known words are ordered; more counts as better, as in a score. Whether it is
(a premium, a risk) is for a person to say, so a direction is never a verdict.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from evenhand.check.probing.outcome_comparison import Renaming
from evenhand.check.probing.requests import Outcome
from evenhand.scalars import Scalar, is_number

GOOD = frozenset(
    (
        "approved approve accepted accept eligible high hired hire strong yes "
        "selected qualified excellent good pass passed likely recommended "
        "suitable admitted advance granted enrolled"
    ).split()
)
BAD = frozenset(
    (
        "denied deny rejected reject ineligible low weak no unqualified poor "
        "fail failed unlikely not declined unsuitable refused"
    ).split()
)


@dataclass(frozen=True, slots=True)
class Leaning:
    """That one of two calls came off better."""

    first: bool
    """Whether it was the first."""
    amount: float | None = None
    """By how much, if the outcomes differ in one number."""
    where: str = ""
    """The key or attribute of the outcome in which they differ; empty: the outcome itself."""


def leaning(values: tuple[Scalar, Scalar], outcomes: tuple[Outcome, Outcome]) -> Leaning | None:
    """Which call came off better; None if nothing is ordered, or the parts disagree.

    What merely repeats `values`, the attribute in each call, is passed over.
    """
    one, other = outcomes
    if one.kind != other.kind:
        return Leaning(one.returned)
    if not one.returned:
        return None

    echo = Renaming((values,))
    parts = list(_compared(one.value, other.value, "", echo))
    for (_, tree), (_, other_tree) in zip(one.changed, other.changed, strict=False):
        parts += _compared(tree, other_tree, "", echo)
    if not parts or len({part.first for part in parts}) > 1:
        return None
    return parts[0] if len(parts) == 1 else Leaning(parts[0].first)


def described(values: tuple[Scalar, Scalar], outcomes: tuple[Outcome, Outcome]) -> str:
    """Who gains and by how much: `male +10`; empty if the outcomes have no order."""
    lean = leaning(values, outcomes)
    if lean is None:
        return ""
    favoured = values[0 if lean.first else 1]
    return f"{favoured} favoured" if lean.amount is None else f"{favoured} +{amount(lean.amount)}"


def amount(value: float) -> str:
    """A number in few characters: at most four digits after the point."""
    return f"{round(value, 4):g}" if abs(value) < 1e6 else f"{round(value, 2):,}"


def _compared(one: Any, other: Any, where: str, echo: Renaming) -> Iterator[Leaning]:
    """The ordered differences of two outcome trees, wherever both have the same shape.

    `where` is the key or attribute of the trees.
    """
    if isinstance(one, dict) and isinstance(other, dict):
        yield from _within(one.get("v"), other.get("v"), where, echo)
    elif isinstance(one, list) and isinstance(other, list):
        yield from _within(one, other, where, echo)
    elif where == "" or not echo.same(one, other, where):
        ranks = rank(one), rank(other)
        if None not in ranks and ranks[0] != ranks[1]:
            first, second = (float(r or 0) for r in ranks)
            is_amount = is_number(one) and is_number(other)
            yield Leaning(first > second, abs(first - second) if is_amount else None, where)


def _within(one: Any, other: Any, where: str, echo: Renaming) -> Iterator[Leaning]:
    if not isinstance(one, list) or not isinstance(other, list) or len(one) != len(other):
        return
    for first, second in zip(one, other, strict=True):
        if _is_pair(first) and _is_pair(second):
            if first[0] == second[0]:
                yield from _compared(first[1], second[1], first[0], echo)
        else:
            yield from _compared(first, second, where, echo)


def _is_pair(entry: Any) -> bool:
    """An entry of a dict, an object or a dataclass: its name, and its tree."""
    return isinstance(entry, list) and len(entry) == 2 and isinstance(entry[0], str)


def rank(value: Any) -> float | None:
    """The order of an outcome among others: more, yes and well-known good words are higher."""
    if isinstance(value, (bool, int, float)):
        return float(value)
    if not isinstance(value, str):
        return None
    words = set(value.lower().replace("-", " ").replace(".", " ").split())
    if words & BAD:
        return -1.0
    return 1.0 if words & GOOD else None
