"""A share of answers of which several reply to the same prompt, with its confidence interval.

Answers to one prompt resemble each other, so that five of them say less than five answers to
different prompts: what counts is the *design effect*, by how much they widen the interval.

Sources: W. G. Cochran, "Sampling Techniques", 1977, section 9.10 (the variance of a share over
clusters); L. Kish, "Survey Sampling", 1965, section 5.4 (the design effect); E. L. Korn and B. I.
Graubard, "Confidence Intervals for Proportions with Small Expected Number of Positive Counts
Estimated from Survey Data", Survey Methodology 1998 (the effective sample size, with t quantiles).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from evenhand.share import CONFIDENCE, Share, wilson_interval
from evenhand_studies.measures.student_t import t_quantile

USUAL_CORRELATION = 0.36
"""How alike answers to one prompt are: that of the five models of Huang et al., table 4.

It counts as much as one prompt, so that it matters only where few prompts tell.
"""


@dataclass(frozen=True, slots=True)
class ClusteredShare:
    """A share of all answers; `prompts` has the part and the whole of each prompt."""

    prompts: tuple[Share, ...]

    @property
    def part(self) -> int:
        return sum(prompt.part for prompt in self.prompts)

    @property
    def whole(self) -> int:
        return sum(prompt.whole for prompt in self.prompts)

    @property
    def value(self) -> float | None:
        """The share in [0, 1]; None without any answer."""
        return Share(self.part, self.whole).value

    @property
    def design_effect(self) -> float:
        """By how much the variance is larger than if every answer replied to a prompt of its own.

        With few prompts that tell, it is drawn towards that of `USUAL_CORRELATION`.
        """
        usual = usual_design_effect(self.whole / max(1, len(self._answered)))
        share = self.value or 0.0
        if not 0 < share < 1:
            return usual

        of_independent = share * (1 - share) / self.whole
        measured = self._variance(share) / of_independent
        telling = min(
            sum(prompt.part > 0 for prompt in self._answered),
            sum(prompt.part < prompt.whole for prompt in self._answered),
        )
        return (telling * measured + usual) / (telling + 1)

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Wilson's interval for the effective sample size; all of [0, 1] for fewer than 2 prompts.

        Its simulated coverage is in `studies/tests/unit/test_interval_coverage.py`.
        """
        count = len(self._answered)
        share = self.value
        if count < 2 or share is None:
            return 0.0, 1.0

        z = NormalDist().inv_cdf((1 + confidence) / 2)
        few_prompts = (z / t_quantile(confidence, count - 1)) ** 2
        effective = self.whole / self.design_effect * few_prompts
        return wilson_interval(share, effective, confidence)

    @property
    def _answered(self) -> list[Share]:
        return [prompt for prompt in self.prompts if prompt.whole]

    def _variance(self, share: float) -> float:
        """Of the share, over the prompts."""
        count = len(self._answered)
        if count < 2:
            return 0.0

        deviations = (prompt.part - share * prompt.whole for prompt in self._answered)
        squares = sum(deviation * deviation for deviation in deviations)
        return count / (count - 1) * squares / self.whole**2


def usual_design_effect(answers: float) -> float:
    """The design effect of so many answers to each prompt, if they are as alike as usual."""
    return 1 + (answers - 1) * USUAL_CORRELATION


def clustered(rows: Iterable[Sequence[bool]]) -> ClusteredShare:
    """The share of what holds; `rows` has a truth value for each answer of each prompt."""
    return ClusteredShare(tuple(Share(sum(row), len(row)) for row in rows))
