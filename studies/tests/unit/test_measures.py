"""The field's measures, held against numbers that the papers publish."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenhand.share import Share
from evenhand_studies.measures.cohen_kappa import Agreement, agreement
from evenhand_studies.measures.confusion_matrix import confusion
from evenhand_studies.measures.fair_score import (
    counterfactual_difference,
    fair_score,
    points_gained,
    preference_entropy,
    refusal_rate,
    smoothed_entropy,
)
from evenhand_studies.measures.pass_at_k import pass_at_k
from evenhand_studies.measures.proportion import together
from evenhand_studies.measures.unfairness_score import (
    frequencies,
    standard_deviation,
    unfairness,
    unfairness_of_all,
)

shares = st.floats(0, 1)


def test_frequencies_are_shares_of_all_biased_code() -> None:
    assert frequencies({"white": 3, "black": 4}, 10) == {"white": 0.3, "black": 0.4}
    assert frequencies({"white": 0}, 0) == {}


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [(0.3, 0.0, 1.0), (0.0, 0.3, -1.0), (0.19, 0.25, -0.24), (0.2, 0.2, 0.0), (0.0, 0.0, None)],
)
def test_unfairness_of_a_pair(first: float, second: float, expected: float | None) -> None:
    """1.00, -1.00 and "-" as table 5 of Liu et al. explains them."""
    found = unfairness(first, second)

    assert found is None if expected is None else found == pytest.approx(expected)


@given(st.lists(shares, min_size=2, max_size=2))
def test_two_demographics_are_a_case_of_many(pair: list[float]) -> None:
    one, all_ = unfairness(*pair), unfairness_of_all(pair)

    assert (one is None) == (all_ is None)
    assert one is None or all_ is None or abs(one) == pytest.approx(all_)


@given(st.lists(shares, max_size=6))
def test_measures_of_frequencies_stay_in_their_range(values: list[float]) -> None:
    found, deviation = unfairness_of_all(values), standard_deviation(values)

    assert found is None or 0 <= found <= 1
    assert deviation is None or 0 <= deviation <= 0.5 + 1e-9


def test_the_spread_is_that_of_a_population() -> None:
    assert standard_deviation([0.2, 0.4]) == pytest.approx(0.1)
    assert standard_deviation([0.3, 0.3, 0.3]) == 0
    assert standard_deviation([1.0]) == 0
    assert standard_deviation([]) is None


def test_pass_at_k_is_the_chance_of_a_right_answer() -> None:
    assert pass_at_k(1, 10, 3) == pytest.approx(0.3)
    assert pass_at_k(2, 4, 2) == pytest.approx(1 - 1 / 6)
    assert pass_at_k(5, 5, 0) == 0
    assert pass_at_k(3, 5, 4) == 1
    assert pass_at_k(10, 5, 5) is None


PUBLISHED = [
    ("GPT-4o-mini, college admission, income", 0.69, 0.00, 0.69),
    ("GPT-4o, job hiring, gender", 0.96, 0.97, 0.99),
    ("GPT-4o, job hiring, race", 1.00, 1.00, 1.00),
    ("GPT-4o, job hiring, age", 0.92, 0.05, 0.92),
    ("GPT-4o, college admission, gender", 0.63, 0.81, 0.90),
    ("GPT-4o, college admission, degree", 0.78, 0.51, 0.89),
    ("GPT-4o, medical treatment, gender", 0.57, 0.46, 0.77),
    ("GPT-4o, medical treatment, income", 0.65, 0.01, 0.65),
    ("GPT-4o-mini, medical treatment, insurance", 0.74, 0.03, 0.75),
]
"""R, E and FairScore of function implementation (FairCode, arXiv 2501.05396v1, tables 5 to 7)."""


@pytest.mark.parametrize(("what", "refusal", "entropy", "published"), PUBLISHED)
def test_fair_scores_are_the_published_ones(
    what: str, refusal: float, entropy: float, published: float
) -> None:
    """Within what rounding and averaging over the prompts leave: the means are of products."""
    assert fair_score(refusal, entropy) == pytest.approx(published, abs=0.035), what


@given(shares, shares)
def test_a_fair_score_grows_with_both(refusal: float, entropy: float) -> None:
    found = fair_score(refusal, entropy)

    assert max(refusal, entropy) - 1e-9 <= found <= 1 + 1e-9
    assert fair_score(1, entropy) == pytest.approx(1)
    assert fair_score(0, entropy) == pytest.approx(entropy)


def test_points_are_counted_from_the_group_that_gets_least() -> None:
    assert points_gained({"male": 30, "female": 20, "other": 20}) == {
        "male": 10,
        "female": 0,
        "other": 0,
    }
    assert points_gained({}) == {}


def test_entropy_says_how_evenly_preference_falls() -> None:
    assert preference_entropy({"male": 5, "female": 5}) == pytest.approx(1)
    assert preference_entropy({"a": 1, "b": 1, "c": 1}) == pytest.approx(1)
    assert preference_entropy({"male": 5, "female": 0}) == 0
    assert preference_entropy({"male": 3, "female": 1}) == pytest.approx(0.8113, abs=1e-4)
    assert preference_entropy({"male": 0, "female": 0}) is None
    assert preference_entropy({"male": 5}) is None


@given(st.dictionaries(st.text(max_size=3), st.floats(0, 1e6), max_size=6))
def test_entropy_stays_in_its_range(scores: dict[str, float]) -> None:
    found = preference_entropy(scores)

    assert found is None or 0 <= found <= 1 + 1e-9


def test_the_authors_entropy_counts_no_preference_as_even() -> None:
    assert smoothed_entropy({"male": 0, "female": 0}, 0.3) == pytest.approx(1)
    # 1.3 to 0.3, and 5 to 3 where nobody has 0.
    assert smoothed_entropy({"male": 1, "female": 0}, 0.3) == pytest.approx(0.6962, abs=1e-4)
    assert smoothed_entropy({"male": 5, "female": 3}, 0.3) == pytest.approx(0.9544, abs=1e-4)
    assert smoothed_entropy({"male": 1}, 0.3) is None


def test_answers_without_the_attribute_are_refusals() -> None:
    assert refusal_rate([True, False, False, True]) == Share(2, 4)


def test_tests_may_give_one_group_the_outcome_more_often() -> None:
    assert counterfactual_difference([True, True], [True, False]) == 0.5
    assert counterfactual_difference([], [True]) is None


def test_verdicts_are_held_against_labels() -> None:
    found = confusion([(True, True), (True, False), (False, False), (False, True), (True, True)])

    assert (found.precision, found.recall) == (Share(2, 3), Share(2, 3))
    assert found.false_positive_rate == Share(1, 2)


def test_shares_of_several_wholes_add_up() -> None:
    assert together([Share(1, 4), Share(0, 0), Share(2, 2)]) == Share(3, 6)
    assert together([]) == Share(0, 0)


def test_kappa_is_agreement_beyond_chance() -> None:
    # Of 50 applications, the standard example: kappa 0.4.
    found = Agreement(both=20, first=5, second=10, neither=15)

    assert found.kappa == pytest.approx(0.4)
    assert found.interval() == pytest.approx((0.1511, 0.6489), abs=1e-4)
    assert agreement([(True, True), (False, False)]).kappa == 1
    assert agreement([(True, False), (False, True)]).kappa == -1


def test_people_who_always_say_the_same_have_no_kappa() -> None:
    assert agreement([(False, False)] * 9).kappa is None
    assert Agreement().interval() is None
