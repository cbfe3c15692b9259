"""EVH005: a model, or a language model, is given another input for other people."""

from __future__ import annotations

from evenhand.check import sentences
from evenhand.check.outcomes.deciders import deciders_asked
from evenhand.check.outcomes.differing_parts import differing_parts
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.rules.interface import VerdictRule
from evenhand.check.search.judgements import Judgement
from evenhand.findings import RuleCode, VerdictKind


def _applies(judgement: Judgement) -> bool:
    return judgement.kind is VerdictKind.DELEGATES


def _message(function: str, judgement: Judgement) -> str:
    probe = judgement.probe
    assert probe is not None, "what is delegated has its two calls"

    title = judgement.input.match.attribute.title
    who = sentences.people(title, judgement.input.path.text, probe.values)
    parts = differing_parts(*probe.outcomes, Renaming((probe.values,)))
    disclosed = title if parts == [] else ""
    return sentences.delegates(function, *deciders_asked(*probe.outcomes), who, disclosed)


RULE = VerdictRule(
    code=RuleCode("EVH005"),
    title="gives a model another input",
    severity=None,
    applies=_applies,
    message=_message,
)
