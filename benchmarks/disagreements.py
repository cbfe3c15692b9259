"""Disagreements of two judges, each with its reason, as the scripts about agreement print them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True)
class Disagreement:
    """A question that two judges answer differently."""

    where: str
    reason: str


def print_reasons(disagreements: Collection[Disagreement]) -> None:
    """Each reason with its count and places, the most frequent first."""
    for reason, count in Counter(own.reason for own in disagreements).most_common():
        places = [own.where for own in disagreements if own.reason == reason]
        print(f"{count:4}  {reason}\n      {', '.join(places)}")
