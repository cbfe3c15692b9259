"""From what the program compared to what to try next.

An operand that equals the value of one of our leaves came, most likely, from that leaf;
then the other operand is a value worth trying there.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from heapq import nsmallest

from evenhand.check.outcomes.requests import Event
from evenhand.check.reading.evidence import Evidence
from evenhand.check.search.arguments.argument_trees import Leaf, Position, leaves
from evenhand.check.search.arguments.contexts import Context
from evenhand.check.search.date_turns import compared_days, day_of, shifted_dates
from evenhand.check.search.text_turns import LONGEST_MADE, asked_texts, texts_of_length
from evenhand.check.search.values.domains import neighbours
from evenhand.scalars import Scalar, is_number

ORDERED = frozenset({"<", "<=", ">", ">=", "==", "!="})
"""Comparisons in which the values beside an operand matter."""
MOST_ITEMS = 16
"""Items of a collection that are tried."""
MOST_NUMBERS = 10
"""Numbers of a context that are solved for."""
MOST_SOLVED_AT_ONE_PLACE = 4
"""Comparisons at one place in the code, as in a loop, of which numbers are solved for."""
LARGEST_RATIO = 1e4
LARGEST_NUMBER = 1e15
"""Numbers from here on are not solved for: they need not even have an integer."""
BESIDE = (-1, 1)
"""How far from the turn a number should land that falls as the value grows."""
AROUND = (1.0, 0.97, 1.03)
"""Where a computed number should land, in parts of what it was compared with."""

Place = tuple[int, int]
"""Line and column of a comparison."""
LeavesByValue = dict[tuple[str, object], list[tuple[Position, Leaf]]]
"""The leaves of a context, by the keys of their values."""


@dataclass(frozen=True, slots=True)
class Hint:
    """That a leaf was compared with a value."""

    position: Position
    leaf: Leaf
    value: Scalar
    from_code: bool
    """False: the other operand may come from another of our leaves."""
    invented: bool = False
    """The value was put together here, and is no word of the code."""

    @property
    def key(self) -> tuple[int, str]:
        """The same for hints that put the same value into the same path."""
        return id(self.leaf.path), repr(self.value)


def hints(context: Context, events: tuple[Event, ...]) -> Iterator[Hint]:
    """Everything that one run says about the values of its leaves; what a loop repeats, once."""
    each_once = {(e.op, repr(e.left), repr(e.right)): e for e in events}
    return (hint for _, hint in hints_by_place(context, tuple(each_once.values())))


def hints_by_place(context: Context, events: tuple[Event, ...]) -> Iterator[tuple[Place, Hint]]:
    """The same, each with the place of the comparison in the code."""
    by_value: LeavesByValue = {}
    texts: list[tuple[Position, Leaf]] = []
    for position, leaf in leaves(context.as_tree()):
        if isinstance(leaf.value, str) and leaf.path is not None:
            texts.append((position, leaf))
        for key in _keys(leaf):
            by_value.setdefault(key, []).append((position, leaf))

    for event in events:
        place = (event.line, event.column)
        yield from ((place, hint) for hint in _hints_of_event(event, by_value, texts))


def _hints_of_event(
    event: Event, by_value: LeavesByValue, texts: list[tuple[Position, Leaf]]
) -> Iterator[Hint]:
    if event.op == "truth" and isinstance(event.left, bool):
        yield from _flips(event.left, by_value)
    yield from _hints_of(event.op, event.left, event.right, by_value)
    yield from _hints_of(event.op, event.right, event.left, by_value)
    if event.op in ORDERED:
        yield from _lengths(texts, event.left, event.right)
        yield from _lengths(texts, event.right, event.left)


def _lengths(
    leaves_of_text: list[tuple[Position, Leaf]], length: object, other: object
) -> Iterator[Hint]:
    """`len(code) < 8`: texts of that length for the leaves that are as long as the operand."""
    if not is_number(length) or not 0 < length <= LONGEST_MADE:
        return

    for position, leaf in leaves_of_text:
        assert isinstance(leaf.value, str)
        for text in texts_of_length(leaf.value, length, other):
            yield Hint(position, leaf, text.value, False, invented=True)


def _flips(flag: bool, by_value: LeavesByValue) -> Iterator[Hint]:
    """A flag was tested: the leaves that have its value, with the other one."""
    for position, leaf in by_value.get(_key(flag), ()):
        yield Hint(position, leaf, not flag, True)


def _hints_of(op: str, operand: object, other: object, by_value: LeavesByValue) -> Iterator[Hint]:
    """What a comparison with `other` says about the leaves whose value is `operand`."""
    if operand is None or isinstance(operand, (list, dict)):
        return

    matching = by_value.get(_key(operand))
    if matching is None:
        return

    for position, leaf in matching:
        for value, invented in candidates(op, other, leaf):
            compared = value if isinstance(other, list) else other
            from_code = _key(compared) not in by_value
            if _fits(leaf, value):
                yield Hint(position, leaf, value, from_code, invented)


def candidates(op: str, other: object, leaf: Leaf) -> Iterator[tuple[Scalar, bool]]:
    """The values that a comparison with `other` makes worth trying in a leaf, and if made here."""
    texts = asked_texts(op, other, leaf.value) if isinstance(leaf.value, str) else None
    if texts is not None:
        return ((text.value, text.invented) for text in texts)

    days = list(compared_days(op, other, leaf))
    values = days or _candidates(op, other)
    return ((value, False) for value in values)


def turns(context: Context, events: tuple[Event, ...]) -> Iterator[Hint]:
    """Values that might take a computed number just past what it was compared with.

    `gpa * 20 >= 75` with 64 on the left: a `gpa` of 75/64 its size comes near.
    """
    every_leaf = list(leaves(context.as_tree()))
    numbers = [(p, leaf) for p, leaf in every_leaf if leaf.path and is_number(leaf.value)]
    dates = [(p, leaf) for p, leaf in every_leaf if day_of(leaf) is not None]
    values = {leaf.value for _, leaf in numbers}

    for left, right in _nearest_by_place(events, values):
        for position, leaf in numbers[:MOST_NUMBERS]:
            for value in _nearer(leaf.value, left, right):
                yield Hint(position, leaf, value, False)
        for position, leaf in dates[:MOST_NUMBERS]:
            for value in shifted_dates(leaf, left, right):
                yield Hint(position, leaf, value, False)


def _nearest_by_place(
    events: tuple[Event, ...], values: Collection[Scalar]
) -> Iterator[tuple[int | float, int | float]]:
    """The computed numbers that came nearest to a turn at each place: a loop compares many."""
    by_place: dict[Place, list[tuple[int | float, int | float]]] = {}
    for event in _ordered_events(events, values):
        numbers = (event.left, event.right)
        by_place.setdefault((event.line, event.column), []).append(numbers)
    for compared in by_place.values():
        yield from nsmallest(
            MOST_SOLVED_AT_ONE_PLACE, compared, key=lambda pair: abs(pair[0] - pair[1])
        )


def computed_numbers(
    events: tuple[Event, ...], values: Collection[Scalar]
) -> Iterator[tuple[int | float, int | float]]:
    """The numbers that were compared, without comparisons of `values`: those of the context."""
    for event in _ordered_events(events, values):
        yield event.left, event.right


def _ordered_events(events: tuple[Event, ...], values: Collection[Scalar]) -> Iterator[Event]:
    for event in events:
        left, right = event.left, event.right
        are_numbers = is_number(left) and is_number(right)
        if event.op not in ORDERED or not are_numbers:
            continue
        if left not in values and right not in values:
            yield event


def _nearer(value: Scalar, left: float, right: float) -> Iterator[Scalar]:
    """Values with which `left`, if it grows with the value, comes near `right`."""
    assert isinstance(value, (int, float))
    for wanted in _scaled_and_shifted(value, left, right):
        if not abs(wanted) < LARGEST_NUMBER:
            continue
        yield round(wanted) if isinstance(value, int) else round(wanted, 4)


def _scaled_and_shifted(value: float, left: float, right: float) -> Iterator[float]:
    ratios = [right / left] if left else []
    if right:
        ratios.append(left / right)

    for ratio in ratios:
        if 0 < ratio < LARGEST_RATIO:
            yield from (value * ratio * part for part in AROUND)
    distance = right - left
    yield value + distance
    yield from (value - distance + step for step in BESIDE)  # a year of birth, for an age


def _keys(leaf: Leaf) -> list[tuple[str, object]]:
    """What the program may compare that came from a leaf: its value, and the day that it means."""
    keys = [_key(leaf.value)]
    day = day_of(leaf)
    if day is not None and _key(day) not in keys:
        keys.append(_key(day))
    return keys


def _key(value: object) -> tuple[str, object]:
    """Equal for operands that the program may have made of the same value."""
    return ("list", str(value)) if isinstance(value, list) else _scalar_key(value)


@lru_cache(maxsize=4096, typed=True)
def _scalar_key(value: object) -> tuple[str, object]:
    if isinstance(value, bool):
        return ("bool", value)
    if isinstance(value, (int, float)) and abs(value) < LARGEST_NUMBER:
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
        yield from (item for item in other[:MOST_ITEMS] if isinstance(item, (str, int, float)))
    elif isinstance(other, (str, int, float)):
        yield from neighbours(other) if op in ORDERED else (other,)


def _fits(leaf: Leaf, value: Scalar) -> bool:
    """Whether a leaf may hold the value, going by the value that it has."""
    if isinstance(leaf.value, datetime.date):
        return isinstance(value, datetime.date)
    if isinstance(leaf.value, bool) or isinstance(value, bool):
        return type(leaf.value) is type(value)
    if isinstance(leaf.value, (int, float)):
        return isinstance(value, (int, float)) or _is_guess(leaf)
    if not isinstance(leaf.value, str):
        return False

    is_typed_in = leaf.path is not None and leaf.path.is_typed_in
    return is_typed_in or isinstance(value, str)


def _is_guess(leaf: Leaf) -> bool:
    """Whether nothing but a guess says that the leaf holds a number."""
    path = leaf.path
    if path is None or path.facts.constants:
        return False
    return not path.facts.is_numeric and not path.shows(Evidence.ANNOTATED)
