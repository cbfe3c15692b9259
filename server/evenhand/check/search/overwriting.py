"""Sets aside differences between two calls of which one forgets what the other still has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from evenhand.check.outcomes.outcome_comparison import is_entry
from evenhand.check.search.input_state import InputState
from evenhand.check.search.probes import Probe
from evenhand.scalars import Scalar


def only_overwritten(state: InputState, pair: Probe) -> bool:
    """Whether one call sets to some value what the other had from the start, and no more.

    `self.age = int(input())` forgets the age that was there, whatever it was.
    """
    first, second = pair.outcomes
    if bool(first.changed) == bool(second.changed):
        return False
    if state.tells_apart(pair.values, replace(first, changed=()), replace(second, changed=())):
        return False

    kept = pair.values[1] if first.changed else pair.values[0]
    fields = {**pair.difference.fields, state.input.path.name: kept}
    return all(_holds(tree, fields) for _, tree in (*first.changed, *second.changed))


def _holds(tree: Any, fields: Mapping[str, Scalar]) -> bool:
    """Whether an object has the values of `fields` after a call, and nothing else."""
    entries = tree.get("v") if isinstance(tree, dict) else None
    if not isinstance(entries, list) or not entries or not all(map(is_entry, entries)):
        return False
    named = [(name.strip("'"), value) for name, value in entries]
    return all(name in fields and fields[name] == value for name, value in named)
