"""Finds out who gains and who loses: which of two outcomes is the better, if they have an order.

Numbers, flags and well-known words are ordered; more counts as better, as in a score. Whether it is
(a premium, a risk) is for a person to say, so a direction is never a verdict.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from evenhand.check.outcomes.outcome_comparison import is_entry
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.requests import Outcome
from evenhand.scalars import Scalar, is_number

SMALLEST = 0.0001
"""Of numbers that are shown with four digits after the point."""
STATUSES = range(100, 600)
"""Of answers to requests."""
FIRST_ERROR = 400
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


@dataclass(frozen=True, slots=True)
class DifferingPart:
    """A scalar of two outcomes, at the same place in both, that is not the same."""

    first: Any
    second: Any
    where: str
    """The key or attribute of the outcomes; empty: the outcomes themselves."""


def leaning(values: tuple[Scalar, Scalar], outcomes: tuple[Outcome, Outcome]) -> Leaning | None:
    """Which call came off better; None if nothing is ordered, or the parts disagree.

    What merely repeats `values`, the attribute in each call, is passed over.
    """
    first, second = outcomes
    if first.kind is not second.kind:
        return Leaning(first.returned)
    if not first.returned:
        return None

    status, other_status = status_of(first.value), status_of(second.value)
    if status is not None and other_status is not None and status != other_status:
        is_error, is_other_error = status >= FIRST_ERROR, other_status >= FIRST_ERROR
        return Leaning(is_other_error) if is_error != is_other_error else None

    parts = _ordered_parts(first, second, Renaming((values,)))
    directions = {part.first for part in parts}
    if len(directions) != 1:
        return None
    return parts[0] if len(parts) == 1 else Leaning(parts[0].first)


def status_of(tree: object) -> int | None:
    """The status of a response that is given as a pair, `{"error": "too young"}, 403`."""
    parts = tree["v"] if isinstance(tree, dict) and tree.get("t") == "tuple" else []
    if len(parts) != 2 or type(parts[1]) is not int or parts[1] not in STATUSES:
        return None
    return int(parts[1])


def _ordered_parts(first: Outcome, second: Outcome, echo: Renaming) -> list[Leaning]:
    """The ordered differences of two results, and of the arguments that the calls changed."""
    parts = list(differing_parts(first.value, second.value, "", echo))
    for (_, tree), (_, second_tree) in zip(first.changed, second.changed, strict=False):
        parts += differing_parts(tree, second_tree, "", echo)
    return [lean for part in parts if (lean := _ranked(part)) is not None]


def described(values: tuple[Scalar, Scalar], outcomes: tuple[Outcome, Outcome]) -> str:
    """Who gains and by how much: `male +10`; empty if the outcomes have no order."""
    lean = leaning(values, outcomes)
    if lean is None:
        return ""

    first, second = values
    favoured = first if lean.first else second
    return f"{favoured} favoured" if lean.amount is None else f"{favoured} +{amount(lean.amount)}"


def amount(value: float) -> str:
    """A number in few characters: four digits after the point, or two that are not zeros."""
    if 0 < abs(value) < SMALLEST:
        return f"{value:.2g}"
    return f"{round(value, 4):g}" if abs(value) < 1e6 else f"{round(value, 2):,}"


def differing_parts(first: Any, second: Any, where: str, echo: Renaming) -> Iterator[DifferingPart]:
    """The scalars in which two outcome trees differ, wherever both have the same shape.

    `where` is the key or attribute of the trees.
    """
    first, second = _as_number(first), _as_number(second)
    if isinstance(first, dict) and isinstance(second, dict):
        if first.get("t") == second.get("t") == "frame" and first["c"] == second["c"]:
            yield from _within_rows(first, second, echo)
            return
        yield from _within(first.get("v"), second.get("v"), where, echo)
    elif isinstance(first, list) and isinstance(second, list):
        yield from _within(first, second, where, echo)
    elif first != second and (where == "" or not echo.same(first, second, where)):
        yield DifferingPart(first, second, where)


def _as_number(tree: Any) -> Any:
    """A decimal of a finite amount as a number; any other tree as it is."""
    if not isinstance(tree, dict) or tree.get("t") != "decimal":
        return tree
    number = Decimal(tree["v"])
    return float(number) if number.is_finite() else tree


def _within_rows(
    first: dict[str, Any], second: dict[str, Any], echo: Renaming
) -> Iterator[DifferingPart]:
    """The cells in which two frames of the same rows differ, each with its column.

    Rows with labels are the same by these, in whatever order they stand.
    """
    rows, second_rows = _labelled(first), _labelled(second)
    if rows.keys() == second_rows.keys():
        for label, row in rows.items():
            for column, cell, other in zip(first["c"], row, second_rows[label], strict=False):
                yield from differing_parts(cell, other, str(column), echo)


def _labelled(frame: dict[str, Any]) -> dict[str, list[Any]]:
    """The rows of a frame by their labels, or by their places if labels are missing or repeated."""
    labels = [repr(label) for label in frame["i"]]
    rows = frame["v"]
    is_labelled = len(set(labels)) == len(rows)
    return dict(zip(labels if is_labelled else map(str, range(len(rows))), rows, strict=True))


def _within(first: Any, second: Any, where: str, echo: Renaming) -> Iterator[DifferingPart]:
    """The differing scalars of what two collections hold; entries are compared by name."""
    if not isinstance(first, list) or not isinstance(second, list):
        return
    if len(first) != len(second):
        return

    for item, second_item in zip(first, second, strict=True):
        if not (is_entry(item) and is_entry(second_item)):
            yield from differing_parts(item, second_item, where, echo)
        elif item[0] == second_item[0]:
            yield from differing_parts(item[1], second_item[1], item[0], echo)


def _ranked(part: DifferingPart) -> Leaning | None:
    """Which of two scalars is the better; None if they have no order."""
    first_rank, second_rank = rank(part.first), rank(part.second)
    if first_rank is None or second_rank is None or first_rank == second_rank:
        return None

    are_amounts = is_number(part.first) and is_number(part.second)
    difference = abs(first_rank - second_rank)
    return Leaning(first_rank > second_rank, difference if are_amounts else None, part.where)


def rank(value: Any) -> float | None:
    """The order of an outcome among others: more, yes and well-known good words are higher.

    None if the value has no order: a text without such a word, or no scalar.
    """
    if isinstance(value, (int, float)):
        return float(value)
    if not isinstance(value, str):
        return None

    words = set(re.split(r"[\s.-]+", value.lower()))
    if words & BAD:
        return -1.0
    return 1.0 if words & GOOD else None
