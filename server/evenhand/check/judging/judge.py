"""The one door of the judge: what a difference is for, and whether it is plainly harmless.

Signals are facts about the difference, the response and the code. Each gives points to one
purpose, and the purpose with the most points is it. No order of questions decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from evenhand.check.judging.case import Case
from evenhand.check.judging.learned_points import with_answers
from evenhand.check.judging.scorecard import lead_of, points_of, purpose_of
from evenhand.check.judging.signals import CHECKS, VETOES
from evenhand.check.outcomes.code_contexts import CodeContext
from evenhand.check.outcomes.differences import Difference
from evenhand.check.outcomes.responses import Response
from evenhand.findings import Points, Purpose, Recognised


def judge(
    difference: Difference,
    response: Response,
    context: CodeContext,
    taken: Mapping[str, float] = MappingProxyType({}),
) -> Recognised:
    """What a difference is for, and by which signals; `taken` is what answers take of points."""
    case = Case(difference, response, context)
    points = with_answers(points_of(case), taken)
    purpose = purpose_of(points, case.purposes)
    lead = lead_of(points, case.purposes)
    return Recognised(purpose, _sign(purpose, points), points, lead)


def is_harmless(difference: Difference, response: Response, context: CodeContext) -> bool:
    """Whether a difference alone shows that nobody gets or loses anything by it."""
    case = Case(difference, response, context)
    return any(veto.holds(case) for veto in VETOES if veto.towards in case.purposes)


def _sign(purpose: Purpose, points: tuple[Points, ...]) -> str:
    """What the weightiest signal of a purpose was seen by; empty for checks of the value."""
    own = (each for each in points if each.towards is purpose and purpose is not Purpose.DECISION)
    weightiest = next(own, None)
    if weightiest is None or weightiest.signal in CHECKS:
        return ""
    return weightiest.sign
