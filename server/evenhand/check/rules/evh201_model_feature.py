"""EVH201: a model is fitted to a column that says who a person is."""

from __future__ import annotations

from collections.abc import Iterator

from evenhand.check.catalogue import Catalogue
from evenhand.check.reading.source import Source
from evenhand.check.rules.interface import SourceFinding, SourceRule
from evenhand.check.rules.model_features import Feature, features
from evenhand.findings import RuleCode, Severity


def _check(source: Source, catalogue: Catalogue) -> Iterator[SourceFinding]:
    for feature in features(source, catalogue):
        yield SourceFinding(
            feature.attribute, _message(feature), feature.location, feature.line, feature.column
        )


def _message(feature: Feature) -> str:
    attribute = feature.attribute.replace("_", " ")
    column = f"`{feature.column}`"
    if feature.column != attribute:
        column += f" ({attribute})"

    return (
        f"{column} is a feature of the model that is fitted on line {feature.line}: "
        "what it learns may treat people differently"
    )


RULE = SourceRule(
    code=RuleCode("EVH201"),
    title="a protected attribute is a feature of a model",
    severity=Severity.INFORMATION,
    check=_check,
)
