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
        fact = f"{column} is a feature of the model that is fitted on line {feature.line}"
        return fact, "what it learns may treat people differently"
    fact = f"{column} is given to the {feature.decider} that is asked on line {feature.line}"
    return fact, "its answer may treat people differently"


RULE = SourceRule(
    code=RuleCode("EVH201"),
    title="a protected attribute is a feature of a model",
    severity=Severity.INFORMATION,
    check=_check,
)
