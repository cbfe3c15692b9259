"""Writes parts of outcomes as Python does: `[('fee 20', 3)]`, `{'fee': 20}`, `Member(grade=2)`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Any

from evenhand.check.outcomes.outcome_comparison import is_entry

BRACKETS = {"list": ("[", "]"), "tuple": ("(", ")"), "set": ("{", "}")}
"""How Python writes the containers of plain items."""
BODY = "_container"
"""Under which a response of Django has what it says."""
UNKNOWN = "..."
"""What stands for a part that has no such form."""
BEFORE_DIFFERENCE = 12
"""Characters that are shown before the one in which two texts differ."""


def written(tree: Any) -> str:
    """A value in full; `...` for what Python has no short form for."""
    if not isinstance(tree, dict):
        return repr(tree)

    items, kind = tree.get("v"), str(tree.get("t"))
    if not isinstance(items, list):
        return UNKNOWN
    if kind == "frame":
        return _records(tree.get("c"), items)
    if kind in BRACKETS:
        opening, closing = BRACKETS[kind]
        return f"{opening}{', '.join(map(written, items))}{closing}"
    if kind == "dict":
        return f"{{{', '.join(f'{written(key)}: {written(value)}' for key, value in items)}}}"
    if not all(map(is_entry, items)):
        return UNKNOWN
    made = str(tree.get("c")).removesuffix("()")
    if is_response(tree):
        return f"{made}({', '.join(texts_in(dict(items)[BODY])).removeprefix('b')})"
    return f"{made}({arguments(items)})" if made else UNKNOWN


def is_response(tree: object) -> bool:
    """Whether it is a response of Django."""
    items = tree.get("v") if isinstance(tree, dict) else None
    return isinstance(items, list) and any(is_entry(item) and item[0] == BODY for item in items)


def said(tree: Any) -> str:
    """A part of an outcome in words; what a stand-in holds is what it was before the call."""
    if isinstance(tree, dict) and tree.get("t") == "stand_in":
        return f"the {str(tree['c']).rpartition('.')[2].removesuffix('()')} as it was"
    return written(tree)


def _records(columns: object, rows: list[Any]) -> str:
    """The rows of a table: `[{'name': 'Kim', 'score': 5}]`."""
    names = columns if isinstance(columns, list) else []
    cells = (zip(names, row, strict=False) for row in rows)
    records = (", ".join(f"{written(n)}: {written(cell)}" for n, cell in row) for row in cells)
    return f"[{', '.join(f'{{{record}}}' for record in records)}]"


def arguments(entries: Iterable[tuple[str, Any]]) -> str:
    """The arguments of a call by their names; those whose names are numbers have none."""
    return ", ".join(
        written(value) if name.isdigit() else f"{name}={written(value)}" for name, value in entries
    )


def from_difference(text: str, other: str, longest: int) -> str:
    """The part of a long text that begins just before it differs from another: `…'♂ Kim', 3`."""
    start = max(_first_difference(text, other) - BEFORE_DIFFERENCE, 0)
    part = text[start : start + longest]
    before, after = "…" * (start > 0), "…" * (start + len(part) < len(text))
    return f"{before}{part}{after}"


def _first_difference(text: str, other: str) -> int:
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(text, other, strict=False))
    return sum(1 for _ in alike)


def texts_in(tree: object) -> Iterator[str]:
    """All texts in a part of an outcome."""
    match tree:
        case str():
            yield tree
        case list():
            for each in tree:
                yield from texts_in(each)
        case dict():
            yield from texts_in(tree.get("v"))
