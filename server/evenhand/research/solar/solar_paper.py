"""The dimensions of Solar, as the paper and as Evenhand has them, and its published figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from evenhand.research.paper_data import paper, tasks_of

AGE_BANDS = {29: "under 30", 44: "30 to 44", 59: "45 to 59"}
"""Bands of age by the last year of each; the paper's tested ages fall into the same four."""
OLDEST = "60 and over"
_ATTRIBUTES = {"employment_status": "occupation"}


@cache
def dimensions() -> tuple[str, ...]:
    """The seven, in the paper's order."""
    return tuple(paper("solar")["dimensions"])


def attribute_of(dimension: str) -> str:
    """The protected attribute that the catalogue has for a dimension."""
    return _ATTRIBUTES.get(dimension, dimension)


def values(dimension: str) -> tuple[str, ...]:
    """What people are in a dimension; ages are bands."""
    if dimension == "age":
        return (*AGE_BANDS.values(), OLDEST)
    return tuple(tasks_of("solar")["dimensions"][dimension])


def value_of(dimension: str, group: str) -> str:
    """The value that a group of a run belongs to, such as `45 to 59` for `50`."""
    if dimension != "age" or not group.lstrip("-").isdigit():
        return group
    return next((band for last, band in AGE_BANDS.items() if int(group) <= last), OLDEST)


def published_temperatures() -> Mapping[str, Sequence[float]]:
    """CBS of any dimension in per cent by model, at each temperature."""
    figures: Mapping[str, Sequence[float]] = paper("solar")["temperature"]
    return figures
