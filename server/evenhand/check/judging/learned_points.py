"""How a user's answers shift the points of a repository, within bounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from evenhand.findings import Points, Purpose
from evenhand.user_answers import Answer, AnswerKind

SHARE_OF_ANSWER = 0.15
"""What one answer takes of the points of each signal that had spoken for a decision."""
MOST_TAKEN = 0.5
"""What all answers together take at most."""
AGAINST = frozenset({AnswerKind.JUSTIFIED, AnswerKind.NOT_A_DECISION, AnswerKind.WRONG})
"""Answers that say that such differences are not worth a warning."""


def taken_points(answers: Iterable[Answer]) -> Mapping[str, float]:
    """Which share of its points each signal loses."""
    heard = Counter(name for answer in answers if answer.kind in AGAINST for name in answer.signals)
    return {name: min(SHARE_OF_ANSWER * count, MOST_TAKEN) for name, count in heard.items()}


def with_answers(points: Iterable[Points], taken: Mapping[str, float]) -> tuple[Points, ...]:
    """The points that are left; what speaks against a decision keeps all."""
    return tuple(
        replace(each, points=each.points * (1 - taken.get(each.signal, 0)))
        if each.towards is Purpose.DECISION
        else each
        for each in points
    )
