"""Findings about a file that no function has to be run for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from evenhand.findings import Code, FunctionReport, Remark, Severity
from evenhand.reading.allowances import Allowance
from evenhand.reading.features import Feature

Used = set[tuple[int, str]]
"""Allowances, by identity, and the attributes for which they were of use."""


def feature_remarks(
    features: Iterable[Feature],
    severities: Mapping[str, Severity],
    reports: Iterable[FunctionReport],
    allowed: Iterable[Allowance],
) -> tuple[tuple[Remark, ...], Used]:
    """A remark for each feature that is checked and not allowed; and which allowances served."""
    functions, used = tuple(reports), Used()
    made: list[Remark] = []
    for feature in features:
        if feature.attribute not in severities:
            continue
        match = next((a for a in allowed if _allows(a, feature, functions)), None)
        if match is not None:
            used.add((id(match), feature.attribute))
        else:
            made.append(_remark(feature))
    return tuple(made), used


def _allows(allowance: Allowance, feature: Feature, functions: tuple[FunctionReport, ...]) -> bool:
    """Whether the comment stands at the column, at the `fit`, or at the function around them."""
    if not allowance.attributes & {feature.attribute, "all"}:
        return False
    lines = {feature.place.line, feature.line}
    if allowance.place.line in lines | {line - 1 for line in lines}:
        return True
    around = [f for f in functions if f.span.line <= feature.line <= f.span.end_line]
    return any(allowance.covers(f.span) for f in around)


def _remark(feature: Feature) -> Remark:
    name = feature.attribute.replace("_", " ")
    said = f"`{feature.column}`" if feature.column == name else f"`{feature.column}` ({name})"
    return Remark(
        Code.MODEL_FEATURE,
        Severity.INFORMATION,
        f"{said} is a feature of the model that is fitted on line {feature.line}: "
        "what it learns may treat people differently",
        feature.place,
    )
