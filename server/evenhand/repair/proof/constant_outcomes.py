"""Finds that a new text has one outcome for everybody, and whether that is a no."""

from __future__ import annotations

from collections.abc import Sequence

from evenhand.check.outcomes.better_outcomes import is_welcome, preference
from evenhand.check.outcomes.requests import Outcome
from evenhand.check.outcomes.who_gains import DifferingPart
from evenhand.check.reading.function_words import FunctionWords, function_words
from evenhand.repair.objections import Objection, ObjectionKind
from evenhand.repair.survey.outcome_changes import changed_parts
from evenhand.repair.survey.varied_outcomes import Survey


def are_one(outcomes: Sequence[Outcome]) -> bool:
    """Whether all calls give and do the same."""
    return len({f"{o.text} {o.printed!r} {o.effects!r} {o.changed!r}" for o in outcomes}) == 1


def says_no(survey: Survey, calls: Sequence[tuple[Outcome, Outcome]]) -> Objection | None:
    """That everybody gets a no where some got a yes, unless a no is what people want.

    The calls are new outcomes, each with the old one.
    """
    if _is_refused_throughout(calls):
        return Objection(ObjectionKind.NO_FOR_ALL)
    if not are_one([new for new, _ in calls]):
        return None
    words = function_words(survey.search.reading.function, survey.search.source)
    parts = (part for new, old in calls for part in changed_parts(None, new, old))
    if any(_is_lost_yes(part, words) for part in parts):
        return Objection(ObjectionKind.NO_FOR_ALL)
    return None


def _is_refused_throughout(calls: Sequence[tuple[Outcome, Outcome]]) -> bool:
    """Whether every call says no in words, and some said yes before."""
    return all(_is_welcome(new) is False for new, _ in calls) and any(
        _is_welcome(old) is True for _, old in calls
    )


def _is_welcome(outcome: Outcome) -> bool | None:
    return is_welcome(outcome.printed or outcome.value)


def _is_lost_yes(part: DifferingPart, words: FunctionWords) -> bool:
    if part.first not in (False, None) or part.second is not True:
        return False
    told = preference(part, words)
    return told is None or told.gain < 0
