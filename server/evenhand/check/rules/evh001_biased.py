"""EVH001: two calls that differ in one attribute have different outcomes."""

from __future__ import annotations

from evenhand.check import sentences
from evenhand.check.outcomes.who_gains import leaning
from evenhand.check.proofs.situations import contrasts, short_deeds
from evenhand.check.rules.interface import VerdictRule
from evenhand.check.search.judgements import Judgement
from evenhand.findings import RuleCode, VerdictKind


def _applies(judgement: Judgement) -> bool:
    return judgement.kind is VerdictKind.BIASED


def _message(function: str, judgement: Judgement) -> str:
    probe = judgement.probe
    assert probe is not None, "a biased judgement has its two calls"

    title = judgement.input.match.attribute.title
    who = sentences.people(title, judgement.input.path.text, probe.values)
    lean = leaning(probe.values, probe.outcomes)
    return sentences.biased(
        function,
        who,
        probe.outcomes,
        lean,
        short_deeds(probe),
        probe.values,
        contrasts(probe),
    )


RULE = VerdictRule(
    code=RuleCode("EVH001"),
    title="treats people differently",
    severity=None,
    applies=_applies,
    message=_message,
    repairable=True,
)
