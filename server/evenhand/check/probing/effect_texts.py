"""Words for what a call does besides what it gives: to the world, and to its arguments."""

from __future__ import annotations

from collections import Counter
from typing import Any

from evenhand.check.probing.change_texts import own_changes
from evenhand.check.probing.input_state import Probe
from evenhand.check.probing.requests import Outcome

MOST_EFFECTS = 2
"""Effects of one call that are told."""
LONGEST_ARGUMENT = 60


def deeds(probe: Probe) -> tuple[list[str], list[str]]:
    """For each call of a witness what it does, or changes, and the other does not."""
    first, second = probe.outcomes
    changes, other_changes = own_changes(probe)
    return own_effects(first, second) + changes, own_effects(second, first) + other_changes


def own_effects(outcome: Outcome, other: Outcome) -> list[str]:
    """What one call does that the other does not, in order: `calls abort(403)`."""
    of_other = Counter(map(_text, other.effects))
    own: list[str] = []
    for text in map(_text, outcome.effects):
        if of_other[text]:
            of_other[text] -= 1
        else:
            own.append(text)
    return own


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
    text = repr(tree)
    return text if len(text) <= LONGEST_ARGUMENT else f"{text[: LONGEST_ARGUMENT - 1]}…"
