"""Words for what a call leaves behind in its arguments: `sets grade to 2`."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Any

from evenhand.check.outcomes.differences import Difference
from evenhand.check.outcomes.differing_parts import Part, changed_parts
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.tree_texts import UNKNOWN, from_difference, written
from evenhand.scalars import Scalar

LONGEST_VALUE = 60


def own_changes(difference: Difference) -> tuple[list[str], list[str]]:
    """For each of two calls what it has changed in its arguments otherwise than the other."""
    parts = changed_parts(*difference.outcomes, Renaming(()), difference.fields)
    own_values = (difference.values, tuple(map(_as_told, difference.values)))
    told = [part for part in parts if (part.first, part.second) not in own_values]
    own = [text for part in told for text in _texts(part, part.first, part.second)]
    of_other = [text for part in told for text in _texts(part, part.second, part.first)]
    return own, of_other


def _as_told(value: Scalar) -> Scalar:
    """An attribute's value as the worker tells it: a date as its text."""
    return value.isoformat() if isinstance(value, datetime.date) else value


def _texts(part: Part, value: Any, other: Any) -> Iterator[str]:
    """One text, or none for a call that has changed nothing there; `other` is what another set."""
    if value is None:
        return
    text = _written(value, other)
    if part.label:
        yield f"sets {part.label} to {text}"
    else:
        keeper = "" if part.keeper.isdigit() else f" in {part.keeper}"  # an argument by its place
        yield f"leaves {text}{keeper}"


def _written(tree: Any, other: Any) -> str:
    """A value as Python writes it; of a long one what differs from the other."""
    text = written(tree)
    if len(text) <= LONGEST_VALUE:
        return text
    return from_difference(text, written(other), LONGEST_VALUE) if other is not None else UNKNOWN
