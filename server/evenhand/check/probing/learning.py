"""From what the program compared to what to try next.

An operand that equals the value of one of our leaves came, most likely, from that leaf;
then the other operand is a value worth trying there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from evenhand.check.probing.argument_trees import Leaf, Position, Scalar, leaves
from evenhand.check.probing.contexts import Context
from evenhand.check.probing.domains import neighbours
from evenhand.check.probing.requests import Event
from evenhand.check.reading.access_paths import Via
from evenhand.scalars import is_number

ORDERED = frozenset({"<", "<=", ">", ">=", "==", "!="})


@dataclass(frozen=True, slots=True)
class Hint:
    """That a leaf was compared with a value."""

    position: Position
    leaf: Leaf
    value: Scalar
    from_code: bool
    """False: the other operand may come from another of our leaves."""


def hints(context: Context, events: tuple[Event, ...]) -> Iterator[Hint]:
    """Everything that one run says about the values of its leaves."""
    known = list(leaves(context.as_tree()))
    index: dict[tuple[str, object], list[tuple[Position, Leaf]]] = {}
    for position, leaf in known:
        index.setdefault(_key(leaf.value), []).append((position, leaf))
    for event in events:
        for one, other in ((event.left, event.right), (event.right, event.left)):
            if isinstance(one, (list, dict)) or one is None:
                continue
            for position, leaf in index.get(_key(one), ()):
                for value in _candidates(event.op, other):
                    if _fits(leaf, value):
                        yield Hint(position, leaf, value, _key(other) not in index)


def turns(context: Context, events: tuple[Event, ...]) -> Iterator[Hint]:
    """Values that might take a computed number just past what it was compared with.

    `gpa * 20 >= 75` with 64 on the left: a `gpa` of 75/64 its size comes near.
    """
    known = [
        (p, leaf) for p, leaf in leaves(context.as_tree()) if is_number(leaf.value) and leaf.path
    ]
    given = {leaf.value for _, leaf in known}
    for event in events:
        left, right = event.left, event.right
        if event.op not in ORDERED or not is_number(left) or not is_number(right):
            continue
        if left in given or right in given:
            continue
        for position, leaf in known[:10]:
            for value in _nearer(leaf.value, left, right):
                yield Hint(position, leaf, value, False)


def _nearer(value: Scalar, left: float, right: float) -> Iterator[Scalar]:
    assert isinstance(value, (int, float))
    whole = isinstance(value, int)
    ratios = [right / left] if left else []
    ratios += [left / right] if right else []
    for ratio in ratios:
        if 0 < ratio < 1e4:
            for near in (1.0, 0.97, 1.03):
                found = value * ratio * near
                yield round(found) if whole else round(found, 4)
    shift = value + (right - left)
    yield round(shift) if whole else round(shift, 4)


def _key(value: object) -> tuple[str, object]:
    return ("list", str(value)) if isinstance(value, list) else _scalar_key(value)


@lru_cache(maxsize=4096, typed=True)
def _scalar_key(value: object) -> tuple[str, object]:
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


def _is_guess(leaf: Leaf) -> bool:
    """Whether nothing but a guess says that the leaf holds a number."""
    path = leaf.path
    if path is None or path.constants:
        return False
    return not path.is_numeric and not path.is_annotated


def _fits(leaf: Leaf, value: Scalar) -> bool:
    if isinstance(leaf.value, bool) or isinstance(value, bool):
        return type(leaf.value) is type(value)
    if isinstance(leaf.value, (int, float)):
        return isinstance(value, (int, float)) or _is_guess(leaf)
    if isinstance(leaf.value, str) and leaf.path is not None and leaf.path.via is Via.PROMPT:
        return True
    return isinstance(leaf.value, str) and isinstance(value, str)
