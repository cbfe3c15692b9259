"""A judge for tests of what follows from a decision, whatever points the scorecard gives."""

from __future__ import annotations

from dataclasses import replace

from evenhand.check.judging import is_harmless, judge
from evenhand.check.outcomes.code_contexts import CodeContext
from evenhand.check.outcomes.differences import Difference
from evenhand.check.outcomes.responses import Response
from evenhand.check.search.judge_interface import Judge
from evenhand.findings import Purpose, Recognised


def _judge(difference: Difference, response: Response, context: CodeContext) -> Recognised:
    recognised = judge(difference, response, context)
    if recognised.purpose is Purpose.UNCLEAR:
        return replace(recognised, purpose=Purpose.DECISION)
    return recognised


DECIDING = Judge(_judge, is_harmless)
"""What is not clearly anything else is a decision."""
