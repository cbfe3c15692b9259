"""Whether two models that answered the same prompts differ by more than chance.

Answers to one prompt resemble each other, also those of two models, so that the prompts are
compared and not the answers: the test is that of the mean difference between prompts.

Source: W. G. Cochran, "Sampling Techniques", 1977, section 6.18 (the difference of two ratios); a
t test with one degree of freedom less than there are prompts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from evenhand.share import CONFIDENCE, Share
from evenhand_studies.measures.proportion import together
from evenhand_studies.measures.student_t import t_quantile, two_sided_p

PromptPair = tuple[Share, Share]
"""Of the answers to one prompt by each of two models, those of which something holds."""


@dataclass(frozen=True, slots=True)
class PromptComparison:
    """Two models on the same prompts, each of which both answered."""

    prompts: Sequence[PromptPair]

    @property
    def first(self) -> Share:
        return together(first for first, _ in self.prompts)

    @property
    def second(self) -> Share:
        return together(second for _, second in self.prompts)

    @property
    def difference(self) -> float | None:
        """The share of the second less that of the first, in [-1, 1]; None without prompts."""
        first, second = self.first.value, self.second.value
        if first is None or second is None:
            return None
        return second - first

    @property
    def p_value(self) -> float | None:
        """How probable so large a difference is between equal models; None for under 2 prompts."""
        difference, error = self.difference, self._standard_error
        if difference is None or error is None:
            return None
        if not error:
            return self._same_everywhere(difference)
        return two_sided_p(difference / error, len(self.prompts) - 1)

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float] | None:
        """Of the difference; None for fewer than two prompts."""
        difference, error = self.difference, self._standard_error
        if difference is None or error is None:
            return None
        if not error:
            # Not one prompt differs from the others; of others, some still may.
            reach = Share(0, len(self.prompts)).interval(confidence)[1]
        else:
            reach = t_quantile(confidence, len(self.prompts) - 1) * error
        return max(-1.0, difference - reach), min(1.0, difference + reach)

    @property
    def _standard_error(self) -> float | None:
        """Of the difference, over the prompts."""
        count = len(self.prompts)
        first, second = self.first, self.second
        if count < 2 or first.value is None or second.value is None:
            return None

        deviations = (
            (theirs.part - second.value * theirs.whole) / second.whole
            - (ours.part - first.value * ours.whole) / first.whole
            for ours, theirs in self.prompts
        )
        squares = sum(deviation * deviation for deviation in deviations)
        return sqrt(count / (count - 1) * squares)

    def _same_everywhere(self, difference: float) -> float:
        """The p-value if every prompt differs alike: that of as many throws of a coin."""
        return float(2.0 ** (1 - len(self.prompts))) if difference else 1.0
