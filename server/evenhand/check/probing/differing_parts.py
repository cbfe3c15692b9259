"""Lists in which parts two outcomes differ, each with the name that it goes by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from evenhand.check.probing.outcome_comparison import is_entry, same_tree
from evenhand.check.probing.renaming import Renaming
from evenhand.check.probing.requests import Outcome
from evenhand.scalars import is_number

MOST_PARTS = 100
"""Differing parts of two outcomes that are looked at."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of two outcomes in which they differ."""

    label: str
    """The key, column or attribute that it is; empty if it has no name."""
    first: Any
    second: Any
    """Scalars; trees, if they have not even the same form."""

    @property
    def texts(self) -> tuple[str, str] | None:
        """Both parts, if they are texts; a missing one is an empty text."""
        first, second = self.first, self.second
        is_said = isinstance(first, str) or isinstance(second, str)
        if not is_said or not all(isinstance(side, str | None) for side in (first, second)):
            return None
        return first or "", second or ""

    @property
    def numbers(self) -> bool:
        """Whether both are numbers, or one is and the other is missing."""
        sides = [side for side in (self.first, self.second) if side is not None]
        return bool(sides) and all(_is_number(side) for side in sides)

    @property
    def flags(self) -> bool:
        return isinstance(self.first, bool) and isinstance(self.second, bool)


def differing_parts(first: Outcome, second: Outcome, echo: Renaming) -> list[Part] | None:
    """The parts in which the outcomes differ beyond the echo.

    None if they differ in more than parts: one raised, or did other things to the world.
    """
    if not first.returned or not second.returned:
        return None
    names, second_names = ([name for name, _ in o.effects] for o in (first, second))
    changed, second_changed = ([name for name, _ in o.changed] for o in (first, second))
    if names != second_names or changed != second_changed:
        return None

    parts = list(_parts(first.value, second.value, echo, echo.result))
    if first.printed != second.printed and not echo.text(first.printed, second.printed):
        parts.append(Part("", first.printed, second.printed))
    for (_, tree), (_, second_tree) in zip(first.changed, second.changed, strict=True):
        parts += _parts(tree, second_tree, echo, "")
    for (name, tree), (_, second_tree) in zip(first.effects, second.effects, strict=True):
        parts += _parts(tree, second_tree, echo, _label_of(name))
    return parts[:MOST_PARTS]


def _label_of(effect: str) -> str:
    """`grade` for the effect `employee.grade =`."""
    return effect.removesuffix(" =").rpartition(".")[2] if effect.endswith(" =") else ""


def _parts(first: Any, second: Any, echo: Renaming, label: str) -> Iterator[Part]:
    if same_tree(first, second, echo, label):
        return
    if isinstance(first, dict) and isinstance(second, dict) and first.keys() == second.keys():
        yield from _parts_of_compounds(first, second, echo, label)
    elif isinstance(first, list) and isinstance(second, list) and len(first) == len(second):
        yield from _parts_of_lists(first, second, echo, label)
    else:
        yield Part(label, first, second)


def _parts_of_compounds(
    first: dict[str, Any], second: dict[str, Any], echo: Renaming, label: str
) -> Iterator[Part]:
    if first.get("t") == "frame" and first.get("c") == second.get("c"):
        columns = [str(column) for column in first["c"]]
        if len(first["v"]) == len(second["v"]):
            for row, second_row in zip(first["v"], second["v"], strict=True):
                for cells in zip(columns, row, second_row, strict=False):
                    yield from _parts(cells[1], cells[2], echo, cells[0])
            return
        yield Part(label, first, second)
        return

    if first.get("t") == "series" and isinstance(first.get("n"), str):
        label = first["n"]
    if first.get("t") == "enum":
        label = str(first["c"])
    for key in first:
        yield from _parts(first[key], second[key], echo, label)


def _parts_of_lists(
    first: list[Any], second: list[Any], echo: Renaming, label: str
) -> Iterator[Part]:
    if is_entry(first) and first[0] == second[0]:
        yield from _parts(first[1], second[1], echo, first[0])
        return
    for item, second_item in zip(first, second, strict=True):
        yield from _parts(item, second_item, echo, label)


def _is_number(value: object) -> bool:
    is_written = isinstance(value, dict) and value.get("t") in {"float", "decimal", "Decimal"}
    return is_written or is_number(value)
