"""The measures of Huang et al. (2025): how often answers are biased, attribute by attribute."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evenhand_studies.measures.bounded_share import BoundedShare, Row
from evenhand_studies.measures.code_bias_score import cbs, cbs_intersection, cbs_union
from evenhand_studies.research.answer_flags import ANY, Flags
from evenhand_studies.research.huang.huang_answers import Answer, flags
from evenhand_studies.research.huang.huang_paper import attributes


@dataclass(frozen=True, slots=True)
class Scores:
    """The three scores for one attribute, or for any."""

    cbs: BoundedShare
    """Of all answers."""
    union: BoundedShare
    """CBS_U@K, of the prompts with several answers."""
    intersection: BoundedShare
    """CBS_I@K, of the same prompts."""


def scores(answers: Sequence[Answer]) -> Mapping[str, Scores]:
    """The scores by attribute, in the paper's order, and for `ANY` of them."""
    flags_by_prompt = [list(map(flags, same_prompt)) for same_prompt in _by_prompt(answers)]
    return {name: _scores(flags_by_prompt, name) for name in (*attributes(), ANY)}


def answers_per_prompt(answers: Sequence[Answer]) -> tuple[int, int]:
    """The fewest and the most answers to one prompt; if both are the same, that is K."""
    counts = [len(same_prompt) for same_prompt in _by_prompt(answers)]
    return min(counts, default=0), max(counts, default=0)


def _scores(flags_by_prompt: Sequence[Sequence[Flags]], name: str) -> Scores:
    """The scores of one flag."""
    rows: list[Row] = [[own.get(name) for own in same_prompt] for same_prompt in flags_by_prompt]
    several = [row for row in rows if len(row) > 1]
    return Scores(cbs(rows), cbs_union(several), cbs_intersection(several))


def _by_prompt(answers: Sequence[Answer]) -> list[list[Answer]]:
    groups: dict[str, list[Answer]] = defaultdict(list)
    for answer in answers:
        groups[answer.prompt].append(answer)
    return list(groups.values())
