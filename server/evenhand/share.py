"""A part of a whole, such as biased functions of all functions, with its confidence interval."""

from __future__ import annotations

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

        It is for parts that have nothing to do with each other.
        """
        value = self.value
        return (0.0, 1.0) if value is None else wilson_interval(value, self.whole, confidence)


def wilson_interval(
    share: float, sample: float, confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """The Wilson score interval of a share of a sample of any size, within [0, 1].

    Source: E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference",
    JASA 1927.
    """
    z = NormalDist().inv_cdf((1 + confidence) / 2)

    middle = (share + z * z / (2 * sample)) / (1 + z * z / sample)
    spread = sqrt(share * (1 - share) / sample + z * z / (4 * sample * sample))
    reach = z / (1 + z * z / sample) * spread

    # Rounding must not put the share itself outside.
    low, high = max(middle - reach, 0.0), min(middle + reach, 1.0)
    return min(low, share), max(high, share)
