"""The one door of the judge: what a difference is for, and whether it is plainly harmless.

What differs comes first: labels, averages, words for the person. Then come the shape of the
condition (a bound on age alone) and the words of the code (a formula of the body, a search).
In doubt it is a decision, unless a whole file has no word for one.
"""

from __future__ import annotations

from evenhand.check.catalogue import ValueKind
from evenhand.check.judging.age_steps import age_limit, bound_of_majority
from evenhand.check.judging.asked_attributes import wish
from evenhand.check.judging.body_formulas import body_formula
from evenhand.check.judging.laws import law_repeated
from evenhand.check.judging.quiet_differences import purpose_of_pair
from evenhand.check.judging.stakes import unclear
from evenhand.check.outcomes.code_contexts import CodeContext
from evenhand.check.outcomes.differences import Difference
from evenhand.check.outcomes.requests import Steps
from evenhand.check.outcomes.responses import Response
from evenhand.findings import CHECK_OF_VALUE, Purpose, Recognised

DECISION = Recognised(Purpose.DECISION)


def judge(difference: Difference, response: Response, context: CodeContext) -> Steps[Recognised]:
    """What a difference is for, and by which sign; a decision, if nothing says anything else.

    `difference` has the two calls and their outcomes, `context` the input and the function that it
    enters, and `response` finds out what comes of other values of the input. Only for the latter
    are there steps: all ages are tried where a law may draw the line.
    """
    by_outcomes = purpose_of_pair(difference, response, context)
    if by_outcomes is not None:
        return by_outcomes

    if _is_mistyped(difference, context):
        return CHECK_OF_VALUE
    law = law_repeated(context)
    if law is not None:
        return law
    limit = yield from age_limit(difference, response, context)
    if limit is not None:
        return limit
    by_words = body_formula(difference, response, context) or wish(difference, response, context)
    if by_words is not None:
        return by_words
    majority = yield from bound_of_majority(difference, response, context)
    return majority or unclear(difference, response, context) or DECISION


def is_harmless(difference: Difference, response: Response, context: CodeContext) -> bool:
    """Whether nobody gets or loses anything by a difference, going by what differs alone."""
    return purpose_of_pair(difference, response, context) is not None


def _is_mistyped(difference: Difference, context: CodeContext) -> bool:
    """Whether only a text is refused that is no age at all: `M`, where `12M` is read."""
    if context.input.match.kind is not ValueKind.NUMBER:
        return False
    ends = zip(difference.values, difference.outcomes, strict=True)
    refused = [value for value, outcome in ends if outcome.raised]
    return bool(refused) and all(
        isinstance(v, str) and not any(map(str.isdigit, v)) for v in refused
    )
