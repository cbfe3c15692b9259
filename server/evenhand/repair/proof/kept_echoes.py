"""Whether people keep their own attribute in an outcome that repeats it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from evenhand.check.probing.argument_trees import Scalar
from evenhand.check.probing.input_state import State
from evenhand.check.probing.requests import Outcome


def mislabelled(new: Outcome, state: State, own: tuple[Scalar, ...]) -> bool:
    """Whether somebody stands in the outcome with an attribute that nobody there has."""
    name = state.input.path.name
    written = set(_labelled(new.value, name))
    for _, tree in new.changed:
        written |= set(_labelled(tree, name))
    return any(w in state.domain and w not in own for w in written)


def _labelled(tree: Any, name: str) -> Iterator[Scalar]:
    """Texts that stand under `name` in an outcome: in records, objects and columns."""
    if isinstance(tree, dict):
        if tree.get("t") == "frame" and name in tree.get("c", ()):
            column = tree["c"].index(name)
            yield from (row[column] for row in tree["v"] if isinstance(row[column], str))
        for part in tree.values():
            yield from _labelled(part, name)
    elif isinstance(tree, list):
        if len(tree) == 2 and tree[0] == name and isinstance(tree[1], str):
            yield tree[1]
        for part in tree:
            yield from _labelled(part, name)


def echo_kept(new: Outcome, other: Outcome, old: Outcome, one: Scalar, own: Scalar) -> bool:
    """Whether what repeated the person's own value still does."""
    return _tree_kept(new.value, other.value, old.value, one, own) and all(
        _tree_kept(a[1], b[1], c[1], one, own)
        for a, b, c in zip(new.changed, other.changed, old.changed, strict=False)
    )


def _tree_kept(new: Any, other: Any, old: Any, one: Scalar, own: Scalar) -> bool:
    if isinstance(new, dict) and isinstance(other, dict) and isinstance(old, dict):
        return all(_tree_kept(new[k], other.get(k), old.get(k), one, own) for k in new)
    if isinstance(new, list) and isinstance(other, list) and isinstance(old, list):
        return len({len(new), len(other), len(old)}) > 1 or all(
            _tree_kept(a, b, c, one, own) for a, b, c in zip(new, other, old, strict=True)
        )
    echoed = isinstance(other, str) and other == one and old == own and one != own
    return not echoed or new == own
