"""That intervals cover what they say, and that equal models are rarely told apart, by simulation.

`python -m benchmarks.interval_coverage` simulates more cases, and more of each.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from evenhand.share import Share
from evenhand_studies.measures.clustered_mean import mean_by_prompt
from evenhand_studies.measures.clustered_share import ClusteredShare
from evenhand_studies.measures.prompt_comparison import PromptComparison
from evenhand_studies.measures.sample_size import Plan
from evenhand_studies.measures.student_t import t_quantile, two_sided_p

pytestmark = pytest.mark.long

STUDIES = 1_000
"""Simulated studies: a true share of 95 % is then seen as 93.6 to 96.4 %, nineteen times of 20."""


def model(generator: random.Random, share: float, correlation: float) -> Callable[[int], Share]:
    """Answers a prompt so many times; answers to one prompt have the correlation."""
    scale = (1 - correlation) / correlation

    def answer(times: int) -> Share:
        chance = generator.betavariate(share * scale, (1 - share) * scale)
        return Share(sum(generator.random() < chance for _ in range(times)), times)

    return answer


@pytest.mark.parametrize(
    ("share", "correlation", "prompts", "answers"),
    [(0.4, 0.36, 334, 5), (0.4, 0.8, 60, 5), (0.1, 0.36, 100, 5), (0.4, 0.05, 30, 10),
     (0.9, 0.36, 60, 2)],
)  # fmt: skip
def test_the_interval_of_a_share_covers_what_it_says(
    share: float, correlation: float, prompts: int, answers: int
) -> None:
    generator = random.Random(f"{share} {correlation} {prompts}")
    covered = 0
    for _ in range(STUDIES):
        answer = model(generator, share, correlation)
        low, high = ClusteredShare(tuple(answer(answers) for _ in range(prompts))).interval()
        covered += low <= share <= high

    assert 0.93 <= covered / STUDIES <= 0.97


def test_an_interval_that_ignores_prompts_covers_too_little() -> None:
    generator = random.Random(1)
    covered = 0
    for _ in range(STUDIES):
        answer = model(generator, 0.4, 0.36)
        study = ClusteredShare(tuple(answer(5) for _ in range(100)))
        low, high = Share(study.part, study.whole).interval()
        covered += low <= 0.4 <= high

    assert covered / STUDIES < 0.85


def test_the_interval_of_a_mean_covers_what_it_says() -> None:
    generator = random.Random(2)
    covered = 0
    for _ in range(STUDIES):
        levels = [generator.gauss(7, 1) for _ in range(12)]
        rows = [[level + generator.gauss(0, 1) for _ in range(4)] for level in levels]
        ends = mean_by_prompt(rows).interval()
        assert ends is not None
        covered += ends[0] <= 7 <= ends[1]

    assert 0.93 <= covered / STUDIES <= 0.97


@pytest.mark.parametrize(
    ("share", "correlation", "prompts", "answers"),
    [(0.4, 0.36, 120, 5), (0.4, 0.8, 60, 5), (0.1, 0.36, 100, 10), (0.4, 0.36, 30, 1)],
)
def test_equal_models_are_rarely_told_apart(
    share: float, correlation: float, prompts: int, answers: int
) -> None:
    generator = random.Random(f"{share} {correlation} {prompts}")
    told_apart = 0
    for _ in range(STUDIES):
        answer = model(generator, share, correlation)
        pairs = [(answer(answers), answer(answers)) for _ in range(prompts)]
        p_value = PromptComparison(pairs).p_value
        assert p_value is not None
        told_apart += p_value < 0.05

    assert 0.03 <= told_apart / STUDIES <= 0.07


def test_models_that_share_their_prompts_are_compared_by_prompt() -> None:
    generator = random.Random(3)
    told_apart = covered = 0
    for _ in range(STUDIES):
        chances = [generator.betavariate(0.7, 1.05) for _ in range(60)]
        pairs = [(_answers(generator, chance), _answers(generator, chance)) for chance in chances]
        comparison = PromptComparison(pairs)
        ends, p_value = comparison.interval(), comparison.p_value
        assert ends is not None
        assert p_value is not None
        covered += ends[0] <= 0 <= ends[1]
        told_apart += p_value < 0.05

    assert 0.93 <= covered / STUDIES <= 0.97
    assert told_apart == STUDIES - covered


def test_a_planned_study_finds_the_difference_as_often_as_planned() -> None:
    plan = Plan(share=0.4, difference=0.15)
    prompts = plan.prompts(5)
    generator = random.Random(4)
    seen = 0
    for _ in range(STUDIES // 2):
        first, second = model(generator, 0.4, 0.36), model(generator, 0.55, 0.36)
        pairs = [(first(5), second(5)) for _ in range(prompts)]
        p_value = PromptComparison(pairs).p_value
        seen += p_value is not None and p_value < 0.05

    assert 0.76 <= seen / (STUDIES // 2) <= 0.84
    assert plan.least_difference(prompts, 5) <= 0.15
    assert plan.prompts(1) > prompts > plan.prompts(10)


@pytest.mark.parametrize(
    ("degrees", "quantile"), [(1, 12.706205), (2, 4.302653), (10, 2.228139), (333, 1.967113)]
)
def test_quantiles_are_those_of_the_tables(degrees: int, quantile: float) -> None:
    """Values of `scipy.stats.t.ppf(0.975, degrees)`."""
    assert t_quantile(0.95, degrees) == pytest.approx(quantile, abs=1e-6)
    assert two_sided_p(quantile, degrees) == pytest.approx(0.05, abs=1e-6)


def _answers(generator: random.Random, chance: float) -> Share:
    return Share(sum(generator.random() < chance for _ in range(5)), 5)
