"""Ways to choose values for a context: who the people are, and how alike each other.

Each strategy takes the values to try for a path, the most usual first, and returns a `Choose`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from evenhand.check.reading.access_paths import AccessPath
from evenhand.scalars import Scalar

Choose = Callable[[AccessPath, int], Scalar]
"""A value for a path in a row; the row is 0 for paths outside of any list."""
Domains = Callable[[AccessPath], tuple[Scalar, ...]]
"""The values to try for a path, the most usual first."""


def usual(domains: Domains, shift: int = 0) -> Choose:
    """The most usual values; people in a list take the next ones in turn."""
    return _by_index(domains, lambda row, count: (row + shift) % count)


def unlike(domains: Domains, places: Mapping[int, int]) -> Choose:
    """The most usual values, another one at each place; `places` are numbers of paths, by id."""

    def choose(path: AccessPath, row: int) -> Scalar:
        return usual(domains, places.get(id(path), 0))(path, row)

    return choose


def alike(domains: Domains) -> Choose:
    """People who share every word and differ in every number."""

    def choose(path: AccessPath, row: int) -> Scalar:
        values = domains(path)
        if not values:
            return None
        shared = isinstance(values[0], (str, bool))
        return values[0] if shared else values[row % len(values)]

    return choose


def by_halves(domains: Domains) -> Choose:
    """People of whom every second one has the next usual value."""
    return _by_index(domains, lambda row, count: row % min(2, count))


def twins(domains: Domains, is_protected: Callable[[AccessPath], bool]) -> Choose:
    """People who have everything in common but the names that tell them apart."""

    def choose(path: AccessPath, row: int) -> Scalar:
        values = domains(path)
        if not values:
            return None
        is_free_text = isinstance(values[0], str) and not path.facts.constants
        differs = is_free_text and not is_protected(path)
        return values[row % len(values)] if differs else values[0]

    return choose


def extreme(domains: Domains, best: Callable[[list[float]], float]) -> Choose:
    """The smallest or the largest of all numbers (`best` picks), and the least usual words."""

    def choose(path: AccessPath, row: int) -> Scalar:
        values = domains(path)
        numbers = [v for v in values if isinstance(v, (int, float))]
        if numbers and len(numbers) == len(values):
            return best([n for n in numbers if n >= 0] or numbers)
        return values[-1] if values else None

    return choose


def at_random(domains: Domains, seed: int) -> Choose:
    """Values drawn with a seed, so that every run tries the same contexts."""
    generator = random.Random(seed)
    drawn: dict[tuple[int, int], Scalar] = {}

    def choose(path: AccessPath, row: int) -> Scalar:
        key = (id(path), row)
        if key not in drawn:
            values = domains(path)
            drawn[key] = generator.choice(values) if values else None
        return drawn[key]

    return choose


def _by_index(domains: Domains, index: Callable[[int, int], int]) -> Choose:
    """Choose by the row and the count of values; None if there are no values."""

    def choose(path: AccessPath, row: int) -> Scalar:
        values = domains(path)
        return values[index(row, len(values))] if values else None

    return choose
