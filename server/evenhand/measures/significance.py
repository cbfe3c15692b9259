"""Whether two models differ by more than chance, and how sure any figure is."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb
from typing import TypeVar

from evenhand.measures.scores import CONFIDENCE

T = TypeVar("T")
RESAMPLES = 2_000


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Prompts on which one model is biased and the other is not."""

    first_only: int
    second_only: int

    @property
    def p_value(self) -> float:
        """The exact test of McNemar (1947), two-sided, in [0, 1].

        How likely it is that as many or more of the prompts on which two models disagree fall on
        one of them by chance alone; 1 where they never disagree.
        """
        n, least = self.first_only + self.second_only, min(self.first_only, self.second_only)
        ways = sum(comb(n, k) for k in range(least + 1))
        return min(1.0, float(2 * ways / 2**n))


def disagreement(first: Sequence[bool], second: Sequence[bool]) -> Disagreement:
    """Compare two models prompt by prompt; raises ValueError where the prompts are not the same."""
    pairs = list(zip(first, second, strict=True))
    return Disagreement(sum(a and not b for a, b in pairs), sum(b and not a for a, b in pairs))


def bootstrap(
    sample: Sequence[T],
    measure: Callable[[Sequence[T]], float | None],
    confidence: float = CONFIDENCE,
    seed: int = 0,
) -> tuple[float, float] | None:
    """An interval for any measure of a sample: the percentile bootstrap (Efron 1979).

    Paired where the sample has pairs. Equal calls have equal results. None where the measure is
    undefined for most of the resamples, and for a sample of one, which says nothing of others.
    """
    generator = random.Random(seed)
    found: list[float] = []
    for _ in range(RESAMPLES if len(sample) > 1 else 0):
        value = measure(generator.choices(sample, k=len(sample)))
        if value is not None:
            found.append(value)
    if len(found) <= RESAMPLES / 2:
        return None
    found.sort()
    cut = int((1 - confidence) / 2 * len(found))
    return found[cut], found[-1 - cut]
