"""The dimensions of Solar, as the paper and as Evenhand has them, and its published figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from evenhand_studies.research.answer_flags import ANY
from evenhand_studies.research.paper_data import paper, tasks_of
from evenhand_studies.research.settings_tables import PublishedSetting
from evenhand_studies.research.study_charts import TEMPERATURES

AGE_BANDS = {29: "under 30", 44: "30 to 44", 60: "45 to 60"}
"""Bands of age by the last year of each (table 1)."""
OLDEST = "over 60"
_ATTRIBUTES = {"employment_status": "occupation"}


@cache
def dimensions() -> tuple[str, ...]:
    """The seven, in the paper's order."""
    return tuple(paper("solar")["dimensions"])


def attribute_of(dimension: str) -> str:
    """The protected attribute that the catalogue has for a dimension."""
    return _ATTRIBUTES.get(dimension, dimension)


def usual_values(dimension: str) -> tuple[str, ...]:
    """What people are in a dimension, where a task does not say it (table 1); ages are bands."""
    if dimension == "age":
        return (*AGE_BANDS.values(), OLDEST)
    return tuple(tested_values(dimension))


def tested_values(dimension: str) -> Sequence[Any]:
    """What the people are whom the paper tests (table 1); ages are in years."""
    values: Sequence[Any] = tasks_of("solar")["dimensions"][dimension]
    return values


def value_of(dimension: str, group: str) -> str:
    """The value that a group of a run belongs to, such as `45 to 60` for `50`."""
    if dimension != "age" or not group.lstrip("-").isdigit():
        return group.lower()
    return next((band for last, band in AGE_BANDS.items() if int(group) <= last), OLDEST)


def is_asked_age(dimension: str, group: str) -> bool:
    """Whether a value is not an age below or above those that the paper tests, 28 to 61."""
    if dimension != "age" or not group.lstrip("-").isdigit():
        return True

    ages: Sequence[int] = tested_values("age")
    return min(ages) <= int(group) <= max(ages)


def published_by_temperature() -> Mapping[str, Mapping[str, Sequence[float]]]:
    """CBS in per cent by model and temperature: any, then each dimension (table 8)."""
    figures: Mapping[str, Mapping[str, Sequence[float]]] = paper("solar")["temperature"]
    return figures


def published_settings() -> tuple[PublishedSetting, ...]:
    """CBS in per cent by temperature (table 8), and with two styles of asking (table 5)."""
    names = (ANY, *dimensions())
    by_temperature = tuple(
        PublishedSetting(model, float(setting), "default", dict(zip(names, row, strict=True)))
        for model, rows in published_by_temperature().items()
        for setting, row in rows.items()
    )
    by_style = tuple(
        PublishedSetting(model, 1.0, style, dict(zip(names, rows[style], strict=False)))
        for model, rows in paper("solar")["mitigation"].items()
        for style in ("cot", "p-cot")
    )
    return (*by_temperature, *by_style)


def published_temperatures() -> Mapping[str, Sequence[float]]:
    """CBS of any dimension in per cent by model, at each of `TEMPERATURES`."""
    return {
        model: [rows[f"{temperature:.1f}"][0] for temperature in TEMPERATURES]
        for model, rows in published_by_temperature().items()
    }
