"""How many prompts and answers it takes to tell two models apart, or to know one well enough.

Both models answer the same prompts `answers` times each. The variance of a difference D is

    (p1 (1 - p1) + p2 (1 - p2)) * ((1 + (K - 1) r) / K - c) / prompts

where r is the correlation of answers by one model to one prompt, and c that of answers by two.

Source: A. Donner and N. Klar, "Design and Analysis of Cluster Randomization Trials in Health
Research", 2000, sections 5.2 and 5.3; S. Julious, "Sample Sizes for Clinical Trials", 2010.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, sqrt
from statistics import NormalDist

from evenhand.share import CONFIDENCE
from evenhand_studies.measures.clustered_share import USUAL_CORRELATION

USUAL_POWER = 0.8


@dataclass(frozen=True, slots=True)
class Plan:
    """What is expected of two models, all in [0, 1]."""

    share: float
    """The share of biased answers of the first."""
    difference: float
    """By how much the second's is larger, or smaller if it is negative; not 0."""
    correlation: float = USUAL_CORRELATION
    """How alike answers of one model to one prompt are."""
    between: float = 0.0
    """How alike answers of two models to one prompt are; at most `correlation`."""
    power: float = USUAL_POWER
    """How probably such a difference is to be found."""
    comparisons: int = 1
    """How many comparisons are made at once; each then needs a smaller p-value."""

    def prompts(self, answers: int) -> int:
        """The prompts that are needed if each is answered so many times by both models."""
        needed = (self._quantiles / self.difference) ** 2 * self._variance_of_one_prompt(answers)
        return max(2, ceil(needed))

    def least_difference(self, prompts: int, answers: int) -> float:
        """The smallest difference that so many prompts show, with the shares as expected."""
        return self._quantiles * sqrt(self._variance_of_one_prompt(answers) / prompts)

    def reach(self, prompts: int, answers: int) -> float:
        """Half the width of the interval of the first model's share."""
        variance = self.share * (1 - self.share) * self._variance_of_mean(answers) / prompts
        return NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * sqrt(variance)

    @property
    def _quantiles(self) -> float:
        # Holm's procedure asks this much of the smallest p-value.
        alpha = (1 - CONFIDENCE) / self.comparisons
        normal = NormalDist()
        return normal.inv_cdf(1 - alpha / 2) + normal.inv_cdf(self.power)

    def _variance_of_one_prompt(self, answers: int) -> float:
        second = self.share + self.difference
        of_answers = self.share * (1 - self.share) + second * (1 - second)
        return of_answers * (self._variance_of_mean(answers) - self.between)

    def _variance_of_mean(self, answers: int) -> float:
        """Of the mean of the answers to one prompt, in variances of one answer."""
        return (1 + (answers - 1) * self.correlation) / answers
