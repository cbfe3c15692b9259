"""Simulate studies, to see how often intervals cover the truth and equal models are told apart.

    python -m benchmarks.interval_coverage --studies 4000

Answers to a prompt have a correlation; prompts, answers and shares vary. The tests hold fewer cases
(`studies/tests/unit/test_interval_coverage.py`).
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from itertools import product

from evenhand.share import Share
from evenhand_studies.measures.clustered_share import ClusteredShare
from evenhand_studies.measures.prompt_comparison import PromptComparison

SHARES = (0.02, 0.1, 0.4, 0.9)
CORRELATIONS = (0.05, 0.36, 0.8)
SIZES = tuple(product((20, 50, 100, 334), (1, 5, 10)))
"""Prompts, and answers to each."""


def main() -> None:
    """Print a line for each case."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--studies", type=int, default=1_000, help="simulated studies of a case")
    studies = parser.parse_args().studies

    print("share  corr.  prompts  answers  covered  told apart")
    for share, correlation, (prompts, answers) in product(SHARES, CORRELATIONS, SIZES):
        covered, apart = _simulated(share, correlation, prompts, answers, studies)
        print(
            f"{share:5}  {correlation:5}  {prompts:7}  {answers:7}  {covered:7.3f}  {apart:10.3f}",
            flush=True,
        )


def _simulated(
    share: float, correlation: float, prompts: int, answers: int, studies: int
) -> tuple[float, float]:
    """How often the interval covers the share, and how often two equal models differ."""
    generator = random.Random(f"{share} {correlation} {prompts} {answers}")
    covered = apart = 0

    for _ in range(studies):
        first = list(_study(generator, share, correlation, prompts, answers))
        second = list(_study(generator, share, correlation, prompts, answers))

        low, high = ClusteredShare(tuple(first)).interval()
        covered += low <= share <= high
        p_value = PromptComparison(list(zip(first, second, strict=True))).p_value
        apart += p_value is not None and p_value < 0.05

    return covered / studies, apart / studies


def _study(
    generator: random.Random, share: float, correlation: float, prompts: int, answers: int
) -> Iterator[Share]:
    scale = (1 - correlation) / correlation
    for _ in range(prompts):
        chance = generator.betavariate(share * scale, (1 - share) * scale)
        yield Share(sum(generator.random() < chance for _ in range(answers)), answers)


if __name__ == "__main__":
    main()
