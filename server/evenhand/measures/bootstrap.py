"""A confidence interval for any measure of a sample.

Source: B. Efron, "Bootstrap Methods: Another Look at the Jackknife", Annals of Statistics 1979; the
percentile interval.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

from evenhand.measures.share import CONFIDENCE

T = TypeVar("T")
RESAMPLES = 2_000


def bootstrap_interval(
    sample: Sequence[T],
    measure: Callable[[Sequence[T]], float | None],
    confidence: float = CONFIDENCE,
    seed: int = 0,
) -> tuple[float, float] | None:
    """The ends of the interval, in the units of `measure`.

    It is paired if the sample consists of pairs. Equal calls have equal results. None for fewer
    than two items, which say nothing of others, and if the measure is undefined for half of the
    resamples or more.
    """
    if len(sample) < 2:
        return None

    generator = random.Random(seed)
    resamples = (generator.choices(sample, k=len(sample)) for _ in range(RESAMPLES))
    measured = (measure(resample) for resample in resamples)

    values = sorted(value for value in measured if value is not None)
    if len(values) <= RESAMPLES / 2:
        return None

    cut = int((1 - confidence) / 2 * len(values))
    return values[cut], values[-1 - cut]
