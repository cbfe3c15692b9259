"""Verdicts against labels: how often each was right, and the rates that follow from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from evenhand.share import Share


@dataclass(frozen=True, slots=True)
class Confusion:
    """How many verdicts were right and wrong; positive means biased."""

    true_positives: int = 0
    false_positives: int = 0
    true_negatives: int = 0
    false_negatives: int = 0

    @property
    def precision(self) -> Share:
        """Of everything that was called biased, what is biased."""
        return Share(self.true_positives, self.true_positives + self.false_positives)

    @property
    def recall(self) -> Share:
        """Of everything that is biased, what was called biased."""
        return Share(self.true_positives, self.true_positives + self.false_negatives)

    @property
    def false_positive_rate(self) -> Share:
        """Of everything that is not biased, what was called biased."""
        return Share(self.false_positives, self.false_positives + self.true_negatives)


def confusion(pairs: Iterable[tuple[bool, bool]]) -> Confusion:
    """Count pairs of a verdict and a label: whether code was called biased, and whether it is."""
    counts = Counter(pairs)
    return Confusion(
        true_positives=counts[True, True],
        false_positives=counts[True, False],
        true_negatives=counts[False, False],
        false_negatives=counts[False, True],
    )
