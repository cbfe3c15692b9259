"""Recognises answers to a wish: records that are chosen for a value that somebody asks for.

`[t for t in TRAINERS if t.gender == gender]` gives other trainers for `female` than for `male`, and
judges nobody who asks.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from evenhand.check.catalogue.splitting import singular
from evenhand.check.outcomes.outcome_comparison import is_entry, same_outcome
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.requests import Outcome
from evenhand.check.reading.node_index import nodes_of
from evenhand.check.reading.source import constant_text
from evenhand.scalars import Scalar

CHOSEN = {"t": "chosen"}
"""In place of the records that are chosen, and of their number."""
SEQUENCES = frozenset({"list", "tuple", "generator", "set"})
COUNTS = frozenset({"count", "total", "n", "num", "number", "len", "length", "size", "found"})
"""Names of how many records there are."""


def compares_fields(function: ast.AST, name: str) -> bool:
    """Whether code compares fields of that name with a value of that name.

    `trainer["gender"] == gender`, `language in trainer.languages`.
    """
    return any(_compares(node, name) for node in nodes_of(function, ast.Compare))


def _compares(node: ast.Compare, name: str) -> bool:
    sides = (node.left, *node.comparators)
    fields = [side for side in sides if singular(_field(side)) == singular(name)]
    wishes = [side for side in sides if isinstance(side, ast.Name)]
    is_wished = any(singular(wish.id) == singular(name) for wish in wishes)
    return bool(fields) and is_wished


def _field(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    key = constant_text(node.slice) if isinstance(node, ast.Subscript) else None
    return key or ""


def differ_in_choice(
    values: tuple[Scalar, Scalar],
    outcomes: tuple[Outcome, Outcome],
    echo: Renaming,
    *,
    is_wish: bool,
) -> bool:
    """Whether two outcomes that differ are alike but for the records that are chosen in each.

    That some are chosen at all is `known`, or both outcomes have to hold some, and one in any case.
    """
    if echo.is_own is None or not all(isinstance(value, str) for value in values):
        return False

    cuts = [Chosen(value, _names_of(echo), is_wish) for value in values]
    trees = [cut.without(outcome.value) for cut, outcome in zip(cuts, outcomes, strict=True)]
    counts = [cut.count for cut in cuts]
    if not any(counts) or not (is_wish or all(counts)):
        return False

    ends = zip(outcomes, trees, strict=True)
    first, second = (replace(outcome, value=tree) for outcome, tree in ends)
    return same_outcome(first, second, echo)


def holds_choice(value: Scalar, outcome: Outcome, echo: Renaming, *, is_wish: bool) -> bool:
    """Whether an outcome has records that are chosen for the value."""
    may_hold = isinstance(value, str) and isinstance(outcome.value, (dict, list))
    if echo.is_own is None or not may_hold:
        return False
    cut = Chosen(value, _names_of(echo), is_wish)
    cut.without(outcome.value)
    return cut.count > 0


def _names_of(echo: Renaming) -> Callable[[str], bool]:
    """Whether a name is that of the attribute, of the input itself, or of several such values."""
    is_own = echo.is_own
    return lambda name: singular(name) == echo.field or (is_own is not None and is_own(name))


@dataclass(slots=True)
class Chosen:
    """Cuts out of outcome trees what has the value that was asked for."""

    value: Scalar
    is_own: Callable[[str], bool]
    """Whether a name means the attribute."""
    is_wish: bool = False
    """It is known that the code chooses: no record at all is an answer, too."""
    count: int = 0
    """Records that were cut out."""

    def without(self, tree: Any) -> Any:
        """The tree without the records that are chosen, and without their numbers."""
        if isinstance(tree, list):
            return [self.without(item) for item in tree]
        if not isinstance(tree, dict):
            return tree

        parts = tree.get("v")
        if tree.get("t") in SEQUENCES and isinstance(parts, list) and self._are_chosen(parts):
            self.count += len(parts)
            return CHOSEN
        return self._without_counts({key: self.without(part) for key, part in tree.items()})

    def _without_counts(self, tree: dict[str, Any]) -> dict[str, Any]:
        entries = tree.get("v")
        if not isinstance(entries, list) or not any(map(_is_chosen, entries)):
            return tree
        return {**tree, "v": [[e[0], CHOSEN] if _is_count(e) else e for e in entries]}

    def _are_chosen(self, records: list[Any]) -> bool:
        if not records:
            return self.is_wish
        return all(self._has_value(record) for record in records)

    def _has_value(self, record: Any) -> bool:
        fields = record.get("v") if isinstance(record, dict) else None
        if not isinstance(fields, list):
            return False
        own = [field[1] for field in fields if is_entry(field) and self.is_own(field[0])]
        return any(self._holds(tree) for tree in own)

    def _holds(self, tree: Any) -> bool:
        """Whether a field is the value, or a list in which it is."""
        held = tree.get("v") if isinstance(tree, dict) else tree
        return self.value in held if isinstance(held, list) else held == self.value


def _is_chosen(entry: Any) -> bool:
    return is_entry(entry) and entry[1] is CHOSEN


def _is_count(entry: Any) -> bool:
    return is_entry(entry) and type(entry[1]) is int and entry[0].lower() in COUNTS
