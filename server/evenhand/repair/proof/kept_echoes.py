"""Whether people keep their own attribute in an outcome that repeats it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evenhand.check.outcomes.requests import Outcome
from evenhand.check.search.input_state import InputState
from evenhand.scalars import Scalar


def mislabelled(new: Outcome, state: InputState, own: tuple[Scalar, ...]) -> bool:
    """Whether the outcome gives a person an attribute that none of the people has."""
    name = state.input.path.name
    trees = [new.value, *(tree for _, tree in new.changed)]
    labels = {label for tree in trees for label in _labelled(tree, name)}
    return any(label in state.domain and label not in own for label in labels)


def _labelled(tree: Any, name: str) -> Iterator[Scalar]:
    """Texts under `name` in an outcome: in records, objects and columns."""
    if isinstance(tree, dict):
        if tree.get("t") == "frame" and name in tree.get("c", ()):
            yield from _column(tree, name)
        for part in tree.values():
            yield from _labelled(part, name)

    if isinstance(tree, list):
        if len(tree) == 2 and tree[0] == name and isinstance(tree[1], str):
            yield tree[1]
        for part in tree:
            yield from _labelled(part, name)


def _column(frame: Mapping[str, Any], name: str) -> Iterator[str]:
    index = frame["c"].index(name)
    for row in frame["v"]:
        if isinstance(row[index], str):
            yield row[index]


def echo_kept(new: Outcome, other: Outcome, old: Outcome, value: Scalar, own: Scalar) -> bool:
    """Whether what repeated the person's own value still does.

    `old` is what the person got, and `other` what people with `value` got, as now everyone does.
    """
    if not _tree_kept(new.value, other.value, old.value, value, own):
        return False
    changed = zip(new.changed, other.changed, old.changed, strict=False)
    return all(_tree_kept(a[1], b[1], c[1], value, own) for a, b, c in changed)


def _tree_kept(new: Any, other: Any, old: Any, value: Scalar, own: Scalar) -> bool:
    trees = (new, other, old)
    if all(isinstance(tree, dict) for tree in trees):
        return all(_tree_kept(new[k], other.get(k), old.get(k), value, own) for k in new)
    if all(isinstance(tree, list) for tree in trees):
        return _lists_kept(new, other, old, value, own)

    was_echo = isinstance(other, str) and other == value and old == own and value != own
    return not was_echo or bool(new == own)


def _lists_kept(
    new: Sequence[Any], other: Sequence[Any], old: Sequence[Any], value: Scalar, own: Scalar
) -> bool:
    if len({len(new), len(other), len(old)}) > 1:
        return True  # with other lengths, nothing can be told apart
    parts = zip(new, other, old, strict=True)
    return all(_tree_kept(a, b, c, value, own) for a, b, c in parts)
