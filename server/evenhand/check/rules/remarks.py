"""Findings about a file that no function has to be run for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from evenhand.check.catalogue import Catalogue
from evenhand.check.reading.allowances import Allowance
from evenhand.check.reading.source import Source
from evenhand.check.rules.model_features import Feature, features
from evenhand.check.rules.people_in_tests import GoesWith, OneGroup, patterns
from evenhand.findings import Code, FunctionReport, Remark, Severity

Used = set[tuple[int, str]]
"""Allowances, by identity, and the attributes for which they were of use."""


@dataclass(frozen=True, slots=True)
class Found:
    """A finding of the source alone, and where it can be allowed."""

    attribute: str
    remark: Remark
    line: int
    """Another line at which an allowance may stand."""


def remarks(
    source: Source,
    catalogue: Catalogue,
    severities: Mapping[str, Severity],
    reports: Iterable[FunctionReport],
    allowed: Iterable[Allowance],
) -> tuple[tuple[Remark, ...], Used]:
    """Remarks on attributes that are checked and not allowed; and which allowances served."""
    functions, used = tuple(reports), Used()
    made: list[Remark] = []
    for found in _found(source, catalogue):
        if found.attribute not in severities:
            continue
        match = next((a for a in allowed if _allows(a, found, functions)), None)
        if match is not None:
            used.add((id(match), found.attribute))
        else:
            made.append(found.remark)
    return tuple(made), used


def _found(source: Source, catalogue: Catalogue) -> Iterator[Found]:
    for feature in features(source, catalogue):
        yield Found(feature.attribute, _of_feature(feature), feature.line)
    for pattern in patterns(source, catalogue):
        remark = _of_group(pattern) if isinstance(pattern, OneGroup) else _of_rows(pattern)
        yield Found(pattern.attribute, remark, pattern.location.line)


def _allows(allowance: Allowance, found: Found, functions: tuple[FunctionReport, ...]) -> bool:
    """Whether the comment stands at the place, or at the function around it."""
    if not allowance.attributes & {found.attribute, "all"}:
        return False
    lines = {found.remark.location.line, found.line}
    if allowance.location.line in lines | {line - 1 for line in lines}:
        return True
    around = [f for f in functions if f.span.line <= found.line <= f.span.end_line]
    return any(allowance.covers(f.span) for f in around)


def _of_group(pattern: OneGroup) -> Remark:
    return Remark(
        Code.TESTS_ONE_GROUP,
        Severity.INFORMATION,
        f"all {pattern.rows} people on whom `{pattern.function}` is tested have "
        f"`{pattern.field}` {pattern.value!r}",
        pattern.location,
    )


def _of_rows(pattern: GoesWith) -> Remark:
    told = ", ".join(f"{outcome!r} for {value!r}" for value, outcome in pattern.outcomes[:4])
    return Remark(
        Code.TESTS_TELL,
        Severity.INFORMATION,
        f"in all {pattern.rows} tests of `{pattern.function}` what is expected goes with "
        f"`{pattern.field}` ({told}), which it does not read",
        pattern.location,
    )


def _of_feature(feature: Feature) -> Remark:
    name = feature.attribute.replace("_", " ")
    said = f"`{feature.column}`" if feature.column == name else f"`{feature.column}` ({name})"
    return Remark(
        Code.MODEL_FEATURE,
        Severity.INFORMATION,
        f"{said} is a feature of the model that is fitted on line {feature.line}: "
        "what it learns may treat people differently",
        feature.location,
    )
