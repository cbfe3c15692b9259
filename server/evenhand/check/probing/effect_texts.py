"""Words for what a call does besides what it gives: to the world, and to its arguments."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Any

from evenhand.check.probing.change_texts import own_changes
from evenhand.check.probing.input_state import Probe
from evenhand.check.probing.requests import Outcome
from evenhand.check.probing.sql_texts import written_columns

MOST_EFFECTS = 2
"""Effects of one call that are told."""
LONGEST_ARGUMENT = 60
WRITES = "writes"
"""Begins what is told of a column of a row that is inserted."""


def deeds(probe: Probe) -> tuple[list[str], list[str]]:
    """For each call of a witness what it does, or changes, and the other does not."""
    first, second = probe.outcomes
    changes, other_changes = own_changes(probe)
    sides = (own_effects(first, second) + changes, own_effects(second, first) + other_changes)
    own, of_other = (_telling(side, probe.name) for side in sides)
    return own, of_other


def _telling(texts: list[str], name: str) -> list[str]:
    """Without the attribute's own column, if anything else is written."""
    return [text for text in texts if not _is_column(text, name)] or texts


def _is_column(text: str, name: str) -> bool:
    return text.startswith(WRITES) and text.endswith(f" to {name}")


def own_effects(outcome: Outcome, other: Outcome) -> list[str]:
    """What one call does that the other does not, in order: `calls abort(403)`."""
    of_other = Counter(chain.from_iterable(map(_texts, other.effects)))
    own: list[str] = []
    for text in chain.from_iterable(map(_texts, outcome.effects)):
        if of_other[text]:
            of_other[text] -= 1
        else:
            own.append(text)
    return own


def _texts(effect: tuple[str, Any]) -> list[str]:
    """What an effect does, as one text; of a row that is inserted, a text for each column."""
    arguments = effect[1].get("v", []) if isinstance(effect[1], dict) else []
    statement = arguments[0][1] if len(arguments) == 1 else None
    columns = written_columns(statement) if isinstance(statement, str) else {}
    return [f"{WRITES} {_cut(repr(value))} to {name}" for name, value in columns.items()] or [
        _text(effect)
    ]


def _text(effect: tuple[str, Any]) -> str:
    """`calls abort(403)`, `sets employee.grade to 3`, `deletes employee.grade`."""
    path, tree = effect
    arguments = tree.get("v", []) if isinstance(tree, dict) else []
    if path.startswith("del "):
        return f"deletes {path.removeprefix('del ')}"
    if path.endswith(" ="):
        values = [_value(value) for _, value in arguments]
        return f"sets {path.removesuffix(' =')} to {', '.join(values)}"
    return f"calls {path}({', '.join(_argument(name, value) for name, value in arguments)})"


def _argument(name: str, value: Any) -> str:
    return _value(value) if name.isdigit() else f"{name}={_value(value)}"


def _value(tree: Any) -> str:
    """A plain value as Python writes it; `...` for anything larger."""
    if isinstance(tree, dict | list):
        return "..."
    return _cut(repr(tree))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_ARGUMENT else f"{text[: LONGEST_ARGUMENT - 1]}…"
