"""A share of answers of which some could not be checked: how small and how large it may be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evenhand.share import CONFIDENCE
from evenhand_studies.measures.clustered_share import ClusteredShare, clustered

Row = Sequence[bool | None]
"""For the answers to one prompt, whether something holds; None if that is not known."""


@dataclass(frozen=True, slots=True)
class BoundedShare:
    """A share of all answers, those that were not checked included."""

    lowest: ClusteredShare
    """If it holds of no answer that was not checked, as the papers count them."""
    highest: ClusteredShare
    """If it holds of all of them."""

    @property
    def part(self) -> int:
        return self.lowest.part

    @property
    def whole(self) -> int:
        return self.lowest.whole

    @property
    def value(self) -> float | None:
        """What was found, of all answers; the lower bound."""
        return self.lowest.value

    @property
    def unknown(self) -> int:
        """Answers of which it is not known."""
        return self.highest.part - self.lowest.part

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """From the low end of the lower bound's interval to the high end of the upper bound's."""
        return self.lowest.interval(confidence)[0], self.highest.interval(confidence)[1]


def bounded(rows: Iterable[Row]) -> BoundedShare:
    """The share of what holds; `rows` has a value for each answer of each prompt."""
    kept = [list(row) for row in rows]
    return BoundedShare(
        lowest=clustered([value is True for value in row] for row in kept),
        highest=clustered([value is not False for value in row] for row in kept),
    )
