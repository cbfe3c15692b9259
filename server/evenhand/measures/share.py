"""A part of a whole, such as biased functions of all functions, with its confidence interval."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

CONFIDENCE = 0.95
"""The level of every interval that is printed."""


@dataclass(frozen=True, slots=True)
class Share:
    """`part` of `whole`; both are counts."""

    part: int
    whole: int

    @property
    def value(self) -> float | None:
        """The share in [0, 1]; None if `whole` is 0."""
        return self.part / self.whole if self.whole else None

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """The Wilson score interval, within [0, 1]; all of [0, 1] if `whole` is 0.

        Source: E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical
        Inference", JASA 1927.
        """
        if not self.whole:
            return 0.0, 1.0

        z = NormalDist().inv_cdf((1 + confidence) / 2)
        n, p = self.whole, self.part / self.whole

        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        reach = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))

        # Rounding must not put the share itself outside.
        low, high = max(middle - reach, 0.0), min(middle + reach, 1.0)
        return min(low, p), max(high, p)


def together(shares: Iterable[Share]) -> Share:
    """The share of several wholes that have nothing in common; 0 of 0 for none."""
    parts, wholes = 0, 0
    for share in shares:
        parts += share.part
        wholes += share.whole

    return Share(parts, wholes)
