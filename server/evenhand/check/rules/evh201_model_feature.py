"""EVH201: a model is fitted to, or asked with, a column that says who a person is."""

from __future__ import annotations

from collections.abc import Iterator

from evenhand.check.outcomes.deciders import LANGUAGE_MODEL, MODEL
from evenhand.check.rules.interface import CheckedFile, SourceFinding, SourceRule
from evenhand.check.rules.judged_source import judged_findings
from evenhand.check.rules.model_features import Feature, features
from evenhand.findings import RuleCode, Severity


def _check(file: CheckedFile) -> Iterator[SourceFinding]:
    found = features(file.source, file.catalogue, file.header_of)
    for decider in (MODEL, LANGUAGE_MODEL):
        yield from judged_findings(
            file,
            decider,
            [feature for feature in found if feature.decider == decider],
            _said,
            is_seen_by_runs=lambda feature: not feature.is_fitted,
            is_settled_by_runs=decider == LANGUAGE_MODEL,
        )


def _said(feature: Feature) -> tuple[str, str]:
    """`` `Sex` (gender) is a feature of the model that is fitted on line 8 ``"""
    attribute = feature.attribute.replace("_", " ")
    column = f"`{feature.column}`"
    if feature.column != attribute:
        column += f" ({attribute})"

    if feature.is_fitted:
        learned = "what they learn" if feature.also else "what it learns"
        fact = f"{column} is a feature of the {_of(feature, 'fitted')}"
        return fact, f"{learned} may treat people differently"
    answers = "their answers" if feature.also else "its answer"
    fact = f"{column} is given to the {_of(feature, 'asked')}"
    return fact, f"{answers} may treat people differently"


def _of(feature: Feature, done: str) -> str:
    """`model that is fitted on line 8`, or `models that are fitted on lines 8 and 12`."""
    if not feature.also:
        return f"{feature.decider} that is {done} on line {feature.line}"
    *lines, last = map(str, sorted({feature.line, *feature.also}))
    return f"{feature.decider}s that are {done} on lines {', '.join(lines)} and {last}"


RULE = SourceRule(
    code=RuleCode("EVH201"),
    title="a protected attribute is a feature of a model",
    claim="trains a model on",
    severity=Severity.INFORMATION,
    check=_check,
)
