"""From what the program compared to what to try next.

An operand that equals the value of one of our leaves came, most likely, from that leaf;
then the other operand is a value worth trying there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from evenhand.probing.contexts import Context
from evenhand.probing.domains import neighbours
from evenhand.probing.nodes import Leaf, Path, Scalar, leaves
from evenhand.probing.runs import Event

ORDERED = frozenset({"<", "<=", ">", ">=", "==", "!="})


@dataclass(frozen=True, slots=True)
class Hint:
    """That a leaf was compared with a value."""

    path: Path
    leaf: Leaf
    value: Scalar
    from_code: bool
    """False: the other operand may come from another of our leaves."""


def hints(context: Context, events: tuple[Event, ...]) -> Iterator[Hint]:
    """Everything that one run says about the values of its leaves."""
    known = list(leaves(context.as_tree()))
    index: dict[tuple[str, object], list[tuple[Path, Leaf]]] = {}
    for path, leaf in known:
        index.setdefault(_key(leaf.value), []).append((path, leaf))
    for event in events:
        for one, other in ((event.left, event.right), (event.right, event.left)):
            if isinstance(one, (list, dict)) or one is None:
                continue
            for path, leaf in index.get(_key(one), ()):
                for value in _candidates(event.op, other):
                    if _fits(leaf, value):
                        yield Hint(path, leaf, value, _key(other) not in index)


def _key(value: object) -> tuple[str, object]:
    if isinstance(value, bool):
        return ("bool", value)
    if isinstance(value, (int, float)):
        return ("number", float(value))
    if isinstance(value, str):
        text = value.strip().lower()
        try:
            return ("number", float(text))
        except ValueError:
            return ("str", text)
    return (type(value).__name__, str(value))


def _candidates(op: str, other: object) -> Iterator[Scalar]:
    if isinstance(other, list):
        for item in other[:16]:
            if isinstance(item, (str, int, float, bool)):
                yield item
    elif isinstance(other, (str, int, float, bool)):
        if op in ORDERED:
            yield from neighbours(other)
        else:
            yield other


def _fits(leaf: Leaf, value: Scalar) -> bool:
    if isinstance(leaf.value, bool) or isinstance(value, bool):
        return type(leaf.value) is type(value)
    if isinstance(leaf.value, (int, float)):
        return isinstance(value, (int, float))
    if isinstance(leaf.value, str) and leaf.place is not None and "prompt" in leaf.place.hints:
        return True
    return isinstance(leaf.value, str) and isinstance(value, str)
