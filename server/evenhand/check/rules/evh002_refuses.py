"""EVH002: the function serves some people and ends in an error for others."""

from __future__ import annotations

from evenhand.check import sentences
from evenhand.check.rules.interface import VerdictRule
from evenhand.check.search.judgements import Judgement
from evenhand.findings import RuleCode, VerdictKind


def _applies(judgement: Judgement) -> bool:
    return judgement.kind is VerdictKind.REFUSES


def _message(function: str, judgement: Judgement) -> str:
    probe = judgement.probe
    assert probe is not None, "a refusal has its two calls"

    refused = 0 if probe.outcomes[0].raised else 1
    values = (probe.values[refused], probe.values[1 - refused])
    title = judgement.input.match.attribute.title
    who = sentences.people(title, judgement.input.path.text, values)
    return sentences.refuses(function, *who, probe.outcomes[refused])


RULE = VerdictRule(
    code=RuleCode("EVH002"),
    title="refuses some people",
    severity=None,
    applies=_applies,
    message=_message,
    repairable=True,
)
