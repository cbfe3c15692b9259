"""From what the program compared to what to try next.

An operand that equals the value of one of our leaves came, most likely, from that leaf;
then the other operand is a value worth trying there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from evenhand.check.probing.arguments.argument_trees import Leaf, Position, leaves
from evenhand.check.probing.arguments.contexts import Context
from evenhand.check.probing.requests import Event
from evenhand.check.probing.values.domains import neighbours
from evenhand.check.reading.access_paths import Via
from evenhand.scalars import Scalar, is_number

ORDERED = frozenset({"<", "<=", ">", ">=", "==", "!="})
"""Comparisons in which the values beside an operand matter."""
MOST_ITEMS = 16
"""Items of a collection that are tried."""
MOST_NUMBERS = 10
"""Numbers of a context that are solved for."""
LARGEST_RATIO = 1e4
AROUND = (1.0, 0.97, 1.03)
"""Where a computed number should land, in parts of what it was compared with."""


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
    by_value: dict[tuple[str, object], list[tuple[Position, Leaf]]] = {}
    for position, leaf in leaves(context.as_tree()):
        by_value.setdefault(_key(leaf.value), []).append((position, leaf))

    for event in events:
        for operand, other in ((event.left, event.right), (event.right, event.left)):
            if isinstance(operand, (list, dict)) or operand is None:
                continue
            for position, leaf in by_value.get(_key(operand), ()):
                for value in _candidates(event.op, other):
                    if _fits(leaf, value):
                        yield Hint(position, leaf, value, _key(other) not in by_value)


def turns(context: Context, events: tuple[Event, ...]) -> Iterator[Hint]:
    """Values that might take a computed number just past what it was compared with.

    `gpa * 20 >= 75` with 64 on the left: a `gpa` of 75/64 its size comes near.
    """
    every_leaf = leaves(context.as_tree())
    numbers = [(p, leaf) for p, leaf in every_leaf if leaf.path and is_number(leaf.value)]
    values = {leaf.value for _, leaf in numbers}

    for event in events:
        left, right = event.left, event.right
        if event.op not in ORDERED or not is_number(left) or not is_number(right):
            continue
        if left in values or right in values:
            continue
        for position, leaf in numbers[:MOST_NUMBERS]:
            for value in _nearer(leaf.value, left, right):
                yield Hint(position, leaf, value, False)


def _nearer(value: Scalar, left: float, right: float) -> Iterator[Scalar]:
    """Values with which `left`, if it grows with the value, comes near `right`."""
    assert isinstance(value, (int, float))
    for wanted in _scaled_and_shifted(value, left, right):
        yield round(wanted) if isinstance(value, int) else round(wanted, 4)


def _scaled_and_shifted(value: float, left: float, right: float) -> Iterator[float]:
    ratios = [right / left] if left else []
    ratios += [left / right] if right else []
    for ratio in ratios:
        if 0 < ratio < LARGEST_RATIO:
            for part in AROUND:
                yield value * ratio * part
    yield value + (right - left)


def _key(value: object) -> tuple[str, object]:
    """Equal for operands that the program may have made of the same value."""
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
    """The values that the other operand of a comparison makes worth trying."""
    if isinstance(other, list):
        for item in other[:MOST_ITEMS]:
            if isinstance(item, (str, int, float, bool)):
                yield item
    elif isinstance(other, (str, int, float, bool)):
        if op in ORDERED:
            yield from neighbours(other)
        else:
            yield other


def _fits(leaf: Leaf, value: Scalar) -> bool:
    """Whether a leaf may hold the value, going by the value that it has."""
    if isinstance(leaf.value, bool) or isinstance(value, bool):
        return type(leaf.value) is type(value)
    if isinstance(leaf.value, (int, float)):
        return isinstance(value, (int, float)) or _is_guess(leaf)
    if not isinstance(leaf.value, str):
        return False
    is_typed_in = leaf.path is not None and leaf.path.via is Via.PROMPT
    return is_typed_in or isinstance(value, str)


def _is_guess(leaf: Leaf) -> bool:
    """Whether nothing but a guess says that the leaf holds a number."""
    path = leaf.path
    if path is None or path.constants:
        return False
    return not path.is_numeric and not path.is_annotated
