"""Shares, means and comparisons of answers of which several reply to the same prompt."""

from __future__ import annotations

import pytest

from evenhand.share import Share
from evenhand_studies.measures.bounded_share import bounded
from evenhand_studies.measures.clustered_mean import mean_by_prompt, mean_of
from evenhand_studies.measures.clustered_share import ClusteredShare, clustered
from evenhand_studies.measures.code_bias_score import cbs, cbs_intersection, cbs_union
from evenhand_studies.measures.holm_correction import corrected_p_values
from evenhand_studies.measures.prompt_comparison import PromptComparison


def width(share: ClusteredShare | Share) -> float:
    low, high = share.interval()
    return high - low


def test_answers_that_are_alike_say_less() -> None:
    alike = clustered([[True] * 5] * 20 + [[False] * 5] * 30)
    mixed = clustered([[True, True, False, False, False]] * 50)

    assert alike.value == mixed.value == Share(100, 250).value
    assert alike.design_effect > 4.5
    assert mixed.design_effect < 0.1
    assert width(mixed) < width(Share(100, 250)) < width(alike)


def test_a_share_of_nothing_is_as_wide_as_answers_are_usually_alike() -> None:
    low, high = clustered([[False] * 5] * 334).interval()

    assert low == 0
    assert Share(0, 1670).interval()[1] < high < Share(0, 334).interval()[1]


@pytest.mark.parametrize("rows", [[], [[]], [[True] * 9]])
def test_one_prompt_says_nothing_of_others(rows: list[list[bool]]) -> None:
    assert clustered(rows).interval() == (0.0, 1.0)


def test_a_share_has_bounds_where_answers_were_not_checked() -> None:
    share = bounded([[True, None], [False, False], [None]])

    assert (share.lowest.value, share.highest.value) == (0.2, 0.6)
    assert (share.value, share.part, share.whole, share.unknown) == (0.2, 1, 5, 2)
    low, high = share.interval()
    assert (low, high) == (share.lowest.interval()[0], share.highest.interval()[1])


def test_what_is_not_known_of_an_answer_may_not_matter_for_its_prompt() -> None:
    rows = [[True, None], [False, None], [None, None]]

    union, intersection = cbs_union(rows), cbs_intersection(rows)

    assert (union.part, union.highest.part, union.whole) == (1, 3, 3)
    assert (intersection.part, intersection.highest.part) == (0, 2)
    assert cbs(rows).whole == 6
    assert cbs_intersection([[]]).highest.part == 0


def test_a_mean_over_prompts_has_a_standard_error() -> None:
    mean = mean_of([1.0, 2.0, 3.0, 4.0])

    assert mean.value == 2.5
    assert mean.standard_error == pytest.approx(0.6455, abs=1e-4)
    assert mean.interval() == pytest.approx((0.4457, 4.5543), abs=1e-4)
    assert mean_of([1.0]).interval() is None
    assert mean_of([1.0, 1.0]).interval() is None
    assert mean_of([]).value is None
    assert mean_by_prompt([[1.0, 3.0], [], [5.0]]).value == 3.0


def test_models_are_compared_over_all_answers_to_a_prompt() -> None:
    pairs = [(Share(1, 5), Share(3, 5)), (Share(0, 5), Share(3, 4)), (Share(2, 5), Share(2, 5))]

    comparison = PromptComparison(pairs)

    assert comparison.difference == pytest.approx(8 / 14 - 3 / 15)
    ends, p_value = comparison.interval(), comparison.p_value
    assert ends is not None
    assert p_value is not None
    assert ends[0] < 0 < comparison.difference < ends[1]
    assert 0.05 < p_value < 1


def test_models_that_never_differ_may_still_differ_elsewhere() -> None:
    comparison = PromptComparison([(Share(2, 5), Share(2, 5))] * 50)

    assert comparison.p_value == 1
    ends = comparison.interval()
    assert ends is not None
    assert ends[0] == -ends[1] < 0


def test_a_difference_in_every_prompt_is_as_probable_as_throws_of_a_coin() -> None:
    pairs = [(Share(0, 2), Share(1, 2))] * 4

    assert PromptComparison(pairs).p_value == 0.125
    assert PromptComparison(pairs[:1]).p_value is None
    assert PromptComparison([]).difference is None


def test_p_values_are_corrected_for_all_comparisons() -> None:
    """Values of `statsmodels.stats.multitest.multipletests(p, method="holm")`."""
    found = corrected_p_values([0.01, None, 0.04, 0.03, 0.005])

    assert found == [pytest.approx(0.03), None, *[pytest.approx(0.06)] * 2, pytest.approx(0.02)]
    assert corrected_p_values([0.9, 0.8]) == [1.0, 1.0]
