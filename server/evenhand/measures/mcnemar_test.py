"""Whether two models that answered the same prompts differ by more than chance.

Source: Q. McNemar, "Note on the Sampling Error of the Difference Between Correlated Proportions or
Percentages", Psychometrika 1947; the exact form of the test.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb


@dataclass(frozen=True, slots=True)
class Disagreement:
    """How many prompts one model is biased on and the other is not."""

    first_only: int
    second_only: int

    @property
    def p_value(self) -> float:
        """The p-value of McNemar's exact test, two-sided, in [0, 1].

        If both models were equally biased, this is the chance that the prompts on which they
        disagree would be divided as unevenly as here, or more so. 1 if they never disagree.
        """
        n = self.first_only + self.second_only
        least = min(self.first_only, self.second_only)

        ways = sum(comb(n, k) for k in range(least + 1))
        return min(1.0, float(2 * ways / 2**n))


def disagreement(first: Sequence[bool], second: Sequence[bool]) -> Disagreement:
    """Compare two models prompt by prompt; raises ValueError if one has more prompts."""
    pairs = list(zip(first, second, strict=True))
    return Disagreement(
        first_only=pairs.count((True, False)), second_only=pairs.count((False, True))
    )
