"""The papers' figures as data; `study_page` draws them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from evenhand_studies.measures.proportion import Proportion
from evenhand_studies.research.tables import published_label

MOST_GROUPS = 10
"""In a dot plot; the rest would not be legible."""

TEMPERATURES = (0.2, 0.4, 0.6, 0.8, 1.0)
"""Those at which all papers asked that asked at several."""


class Kind(StrEnum):
    """How a chart is drawn."""

    RADAR = "radar"
    DOTS = "dots"
    LINES = "lines"


@dataclass(frozen=True, slots=True)
class Chart:
    """One figure: for each series a value at each label."""

    kind: Kind
    title: str
    labels: tuple[str, ...]
    series: Mapping[str, tuple[float | None, ...]]
    """By name, a value for each label; None if it is not defined."""


def in_percent(share: Proportion) -> float | None:
    """A share as charts show it; None if it is not defined."""
    return None if share.value is None else 100 * share.value


def dot_plots(title: str, points: Mapping[str, Mapping[str, float]]) -> list[Chart]:
    """How the points of each model are shared out among groups, in per cent.

    `points` has them by model and group. A chart for the groups with the most points of all models
    together; none if no model has any.
    """
    labels = _groups_with_most(points)
    series = {}

    for model, by_group in points.items():
        total = sum(by_group.values())
        if any(by_group.values()):
            series[model] = tuple(100 * by_group.get(label, 0.0) / total for label in labels)

    return [Chart(Kind.DOTS, f"{title}, per cent", labels, series)] if series else []


def temperature_charts(
    scores: Mapping[str, Mapping[float, Proportion]], published: Mapping[str, Sequence[float]]
) -> list[Chart]:
    """CBS of any attribute by temperature, in per cent, for models that were asked at several.

    `scores` has it by model and temperature; `published` by model, at each of `TEMPERATURES`.
    """
    several = {model: shares for model, shares in scores.items() if len(shares) > 1}
    if not several:
        return []

    asked = {temperature for shares in scores.values() for temperature in shares}
    steps = sorted(asked | set(TEMPERATURES))
    series = {}

    for model, shares in several.items():
        values = {temperature: in_percent(share) for temperature, share in shares.items()}
        series[f"{model}, any"] = tuple(values.get(step) for step in steps)

    for model, figures in published.items():
        at_temperature = dict(zip(TEMPERATURES, figures, strict=True))
        series[published_label(model)] = tuple(at_temperature.get(step) for step in steps)

    labels = tuple(f"{step:g}" for step in steps)
    return [Chart(Kind.LINES, "Code bias by temperature, per cent", labels, series)]


def _groups_with_most(points: Mapping[str, Mapping[str, float]]) -> tuple[str, ...]:
    totals: dict[str, float] = defaultdict(float)

    for by_group in points.values():
        for group, value in by_group.items():
            totals[group] += value

    ordered = sorted(totals, key=lambda group: -totals[group])
    return tuple(ordered[:MOST_GROUPS])
