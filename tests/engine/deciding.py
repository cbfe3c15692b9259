"""A judge for tests of what follows from a decision, whatever points the scorecard gives."""

from __future__ import annotations

from dataclasses import replace

from evenhand.check.judging import is_harmless, judge
from evenhand.check.outcomes.code_contexts import CodeContext
from evenhand.check.outcomes.differences import Difference
from evenhand.check.outcomes.responses import Response
from evenhand.check.search.judge_interface import Judge
from evenhand.findings import Purpose, Recognised

CLEAR = 0.1
"""Points by which a quiet purpose has to lead."""


def _judge(difference: Difference, response: Response, context: CodeContext) -> Recognised:
    recognised = judge(difference, response, context)
    for_it = _sum_of(recognised, recognised.purpose)
    if (
        recognised.purpose is Purpose.UNCLEAR
        or for_it < _sum_of(recognised, Purpose.DECISION) + CLEAR
    ):
        return replace(recognised, purpose=Purpose.DECISION)
    return recognised


def _sum_of(recognised: Recognised, purpose: Purpose) -> float:
    return sum(each.points for each in recognised.points if each.towards is purpose)


DECIDING = Judge(_judge, is_harmless)
"""What is not clearly anything else is a decision."""
