"""EVH004: an attribute decides a branch of a function that could not be run."""

from __future__ import annotations

from evenhand.causes import MISSING_PACKAGES, Cause, Owner
from evenhand.check import sentences
from evenhand.check.rules.interface import VerdictRule
from evenhand.check.search.judgements import Judgement
from evenhand.findings import RuleCode, Severity, VerdictKind


def _applies(judgement: Judgement) -> bool:
    if judgement.kind is not VerdictKind.NOT_CHECKED:
        return False

    checked_elsewhere = judgement.cause is Cause.INSIDE
    reaches_branch = judgement.input.path.facts.branch is not None
    is_of_run = judgement.explanation is not None and judgement.explanation.owner is Owner.MACHINE
    may_apply = reaches_branch and not checked_elsewhere and not is_of_run
    return may_apply and not _only_misses_package(judgement)


def _only_misses_package(judgement: Judgement) -> bool:
    """Whether nothing but a package stands in the way, of which a folder may lack many."""
    explanation = judgement.explanation
    return explanation is not None and explanation.root in MISSING_PACKAGES


def _message(_function: str, judgement: Judgement) -> str:
    path = judgement.input.path
    return sentences.not_checked(path.text, path.facts.branch, judgement.explanation)


RULE = VerdictRule(
    code=RuleCode("EVH004"),
    title="could not be run, and decides by a protected attribute",
    severity=Severity.HINT,
    applies=_applies,
    message=_message,
    only_where_warned=True,
)
