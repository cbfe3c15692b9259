"""EVH003: an attribute divides the people in the result, and every group is treated alike."""

from __future__ import annotations

from evenhand.check import sentences
from evenhand.check.rules.interface import VerdictRule
from evenhand.check.search.judgements import Judgement
from evenhand.findings import RuleCode, Severity, VerdictKind


def _applies(judgement: Judgement) -> bool:
    return judgement.kind is VerdictKind.GROUPS


def _message(function: str, judgement: Judgement) -> str:
    return sentences.groups(function, judgement.input.match.attribute.title)


RULE = VerdictRule(
    code=RuleCode("EVH003"),
    title="sorts people into groups",
    severity=Severity.HINT,
    applies=_applies,
    message=_message,
)
