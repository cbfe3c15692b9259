"""How often code is biased; figures of Huang et al. that follow from their own counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenhand.share import Share
from evenhand_studies.measures.code_bias_score import cbs, cbs_intersection, cbs_union


@pytest.mark.parametrize(
    ("part", "whole", "percent"),
    [(40, 334, 11.98), (86, 334, 25.75), (223, 334, 66.77), (262, 334, 78.44), (14, 334, 4.19)],
)
def test_shares_are_those_of_the_paper(part: int, whole: int, percent: float) -> None:
    value = cbs([[True]] * part + [[False]] * (whole - part)).value

    assert value is not None
    assert round(100 * value, 2) == percent


def test_any_answer_or_all_of_them() -> None:
    answers = [[True, True], [True, False], [False, False], []]

    union, intersection = cbs_union(answers), cbs_intersection(answers)
    assert (union.part, union.whole) == (2, 4)
    assert (intersection.part, intersection.whole) == (1, 4)


def test_of_nothing_there_is_no_share() -> None:
    assert Share(0, 0).value is None
    assert Share(0, 0).interval() == (0.0, 1.0)


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (1, 100, 0.0018, 0.0545),
    ],
)
def test_the_interval_is_wilsons(part: int, whole: int, low: float, high: float) -> None:
    """Values of `scipy.stats.binomtest(k, n).proportion_ci(method="wilson")`."""
    assert Share(part, whole).interval() == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_interval_holds_the_share(both: tuple[int, int]) -> None:
    share = Share(*both)
    low, high = share.interval()

    assert share.value is not None
    assert 0 <= low <= share.value <= high <= 1
