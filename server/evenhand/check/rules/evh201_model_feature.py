"""EVH201: a model is fitted to, or asked with, a column that says who a person is."""

from __future__ import annotations

from collections.abc import Iterator

from evenhand.check.catalogue.purposes import manners
from evenhand.check.outcomes.deciders import MODEL
from evenhand.check.rules.interface import CheckedFile, SourceFinding, SourceRule
from evenhand.check.rules.judged_source import judging
from evenhand.check.rules.model_features import Feature, features
from evenhand.findings import Purpose, RuleCode, Severity


def _check(file: CheckedFile) -> Iterator[SourceFinding]:
    judged = judging(file, MODEL)
    for feature in features(file.source, file.catalogue, file.header_of):
        if feature.attribute in file.loudness.attributes:
            recognised = judged(
                feature.match, feature.column, feature.beside, feature.target, feature.scope
            )
            yield SourceFinding(
                feature.attribute,
                _message(feature, recognised.purpose),
                feature.location,
                feature.line,
                feature.column,
                recognised,
                is_seen_by_runs=not feature.is_fitted,
            )


def _message(feature: Feature, purpose: Purpose) -> str:
    """`` `Sex` (gender) is a feature of the model that is fitted on line 8: ... ``"""
    attribute = feature.attribute.replace("_", " ")
    column = f"`{feature.column}`"
    if feature.column != attribute:
        column += f" ({attribute})"

    if feature.is_fitted:
        fact = f"{column} is a feature of the model that is fitted on line {feature.line}"
        effect = "what it learns may treat people differently"
    else:
        fact = f"{column} is given to the model that is asked on line {feature.line}"
        effect = "its answer may treat people differently"
    if purpose is Purpose.DECISION:
        return f"{fact}: {effect}"
    return f"{fact} ({manners()[purpose].reason})"


RULE = SourceRule(
    code=RuleCode("EVH201"),
    title="a protected attribute is a feature of a model",
    severity=Severity.INFORMATION,
    check=_check,
)
