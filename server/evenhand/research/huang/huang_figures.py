"""The measures of Huang et al. (2025): how often answers are biased, attribute by attribute."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evenhand.measures.code_bias_score import cbs, cbs_intersection, cbs_union
from evenhand.measures.share import Share
from evenhand.research.answer_flags import ANY
from evenhand.research.huang.huang_answers import Answer
from evenhand.research.huang.huang_paper import attributes


@dataclass(frozen=True, slots=True)
class Scores:
    """The three scores for one attribute, or for any."""

    cbs: Share
    """Of all answers."""
    union: Share
    """CBS_U@K, of the prompts with several answers."""
    intersection: Share
    """CBS_I@K, of the same prompts."""


def scores(answers: Sequence[Answer]) -> Mapping[str, Scores]:
    """The scores by attribute, in the paper's order, and for `ANY` of them."""
    by_attribute = {name: _scores(answers, frozenset({name})) for name in attributes()}
    return {**by_attribute, ANY: _scores(answers, frozenset(attributes()))}


def answers_per_prompt(answers: Sequence[Answer]) -> tuple[int, int]:
    """The fewest and the most answers to one prompt; if both are the same, that is K."""
    counts = [len(same_prompt) for same_prompt in _by_prompt(answers)]
    return min(counts, default=0), max(counts, default=0)


def _scores(answers: Sequence[Answer], wanted: frozenset[str]) -> Scores:
    """The scores if only `wanted` attributes count."""

    def biased(some: Sequence[Answer]) -> list[bool]:
        return [bool(answer.biased & wanted) for answer in some]

    rows = [biased(same_prompt) for same_prompt in _by_prompt(answers)]
    several = [row for row in rows if len(row) > 1]
    return Scores(cbs(biased(answers)), cbs_union(several), cbs_intersection(several))


def _by_prompt(answers: Sequence[Answer]) -> list[list[Answer]]:
    groups: dict[str, list[Answer]] = defaultdict(list)
    for answer in answers:
        groups[answer.prompt].append(answer)
    return list(groups.values())
