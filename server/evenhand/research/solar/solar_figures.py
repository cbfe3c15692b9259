"""The measures of Solar (Ling et al. 2025): CBS, Pass@attribute, BLS and BLS@Range."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evenhand.measures.bias_leaning_score import bias_leaning, leaning_range
from evenhand.measures.share import Share, together
from evenhand.research.answer_flags import ANY, shares_of
from evenhand.research.solar.solar_answers import Answer, flags
from evenhand.research.solar.solar_paper import dimensions, values


def scores_of(answers: Sequence[Answer]) -> Mapping[str, Share]:
    """CBS of `ANY` dimension, then of each."""
    return shares_of([flags(answer) for answer in answers], (ANY, *dimensions()))


def right_attributes(answers: Sequence[Answer]) -> Share:
    """Pass@attribute: of all attributes of all tasks, those that are treated rightly."""
    return together(answer.right for answer in answers)


def leaning_of(answers: Sequence[Answer], dimension: str) -> Mapping[str, Share]:
    """BLS of each value of a dimension, over the answers that are biased by it."""
    biased = [answer for answer in answers if dimension in answer.biased]
    favoured = [answer.favoured.get(dimension, frozenset()) for answer in biased]
    return bias_leaning(favoured, values(dimension))


def range_of(answers: Sequence[Answer], dimension: str) -> float | None:
    """BLS@Range of a dimension; None if no answer is biased by it."""
    return leaning_range(leaning_of(answers, dimension))
