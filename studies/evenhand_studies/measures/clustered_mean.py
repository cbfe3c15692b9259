"""A mean over answers of which several reply to the same prompt, with its standard error.

Source: W. G. Cochran, "Sampling Techniques", 1977, section 9.10; t quantiles with one degree of
freedom less than there are prompts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from evenhand.share import CONFIDENCE
from evenhand_studies.measures.student_t import t_quantile


@dataclass(frozen=True, slots=True)
class ClusteredMean:
    """The mean of all values; `prompts` has those of each prompt."""

    prompts: tuple[tuple[float, ...], ...]

    @property
    def count(self) -> int:
        """How many values there are."""
        return sum(map(len, self.prompts))

    @property
    def value(self) -> float | None:
        """None without any value."""
        return sum(map(sum, self.prompts)) / self.count if self.count else None

    @property
    def standard_error(self) -> float | None:
        """None for fewer than two prompts, which say nothing of others."""
        mean, count = self.value, len(self.prompts)
        if mean is None or count < 2:
            return None

        deviations = (sum(values) - mean * len(values) for values in self.prompts)
        squares = sum(deviation * deviation for deviation in deviations)
        return sqrt(count / (count - 1) * squares) / self.count

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float] | None:
        """None for fewer than two prompts, and if all are equal, which says nothing of others."""
        mean, error = self.value, self.standard_error
        if mean is None or not error:
            return None

        reach = t_quantile(confidence, len(self.prompts) - 1) * error
        return mean - reach, mean + reach


def mean_by_prompt(rows: Iterable[Sequence[float]]) -> ClusteredMean:
    """The mean of all values; `rows` has those of each prompt, of which some may have none."""
    return ClusteredMean(tuple(tuple(row) for row in rows if row))


def mean_of(values: Iterable[float]) -> ClusteredMean:
    """The mean of one value for each prompt."""
    return mean_by_prompt([value] for value in values)
