"""Says at which place of a list somebody is, if two outcomes only order the same differently."""

from __future__ import annotations

from typing import Any

from evenhand.check.outcomes.outcome_comparison import same_tree
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.proofs.stagings import holds
from evenhand.check.search.probes import Probe
from evenhand.findings import Contrast

FEWEST = 2


def ranks(probe: Probe) -> Contrast | None:
    """`place 1 of 3` and `place 3 of 3`; None if the calls give no such lists of people."""
    first, second = (_items(outcome.value) for outcome in probe.outcomes)
    echo = Renaming((probe.values,))
    if len(first) < FEWEST or not _are_reordered(first, second, echo):
        return None
    value, other_value = probe.values
    pairs = [
        (place, other_place)
        for place, item in enumerate(first, 1)
        for other_place, other in enumerate(second, 1)
        if holds(item, value) and holds(other, other_value) and same_tree(item, other, echo)
    ]
    if len(pairs) != 1 or pairs[0][0] == pairs[0][1]:
        return None
    one, another = (f"{place} of {len(first)}" for place in pairs[0])
    return Contrast("place", (one, another))


def _items(tree: Any) -> list[Any]:
    items = tree.get("v") if isinstance(tree, dict) and tree.get("t") == "list" else tree
    return items if isinstance(items, list) else []


def _are_reordered(first: list[Any], second: list[Any], echo: Renaming) -> bool:
    """Whether both have the same items, but for what only repeats a person's own value."""
    left = list(second)
    for item in first:
        same = next((place for place, other in enumerate(left) if same_tree(item, other, echo)), -1)
        if same < 0:
            return False
        del left[same]
    return not left
