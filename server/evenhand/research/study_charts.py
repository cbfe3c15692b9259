"""The papers' figures as data; `report` draws them. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from evenhand.measures.scores import Share
from evenhand.research.faircoder import faircoder_study, test_prompts
from evenhand.research.huang import huang_study
from evenhand.research.liu import liu_study
from evenhand.research.paper_data import paper
from evenhand.research.solar import solar_study
from evenhand.research.tables import by_others

MOST_GROUPS = 10
"""In a dot plot; the rest would not be legible."""


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
    """By name; published ones say so. None where something is not defined."""


def huang_charts(answers: Mapping[str, Sequence[huang_study.Answer]]) -> list[Chart]:
    """CBS by attribute: a radar with one's own models and the published ones."""
    labels = huang_study.attributes()
    own = {name: huang_study.measures(some) for name, some in answers.items()}
    series = {name: tuple(_percent(found[a].cbs) for a in labels) for name, found in own.items()}
    for model, counts in huang_study.published().items():
        shares = (Share(count, huang_study.prompts()) for count in counts["cbs"])
        series[by_others(model)] = tuple(map(_percent, shares))
    return [Chart(Kind.RADAR, "Code bias by attribute, per cent", labels, series)]


def liu_charts(answers: Mapping[str, Sequence[liu_study.Completion]]) -> list[Chart]:
    """CBS by demographic dimension."""
    found = {name: liu_study.figures(some).by_dimension for name, some in answers.items()}
    labels = tuple(next(iter(found.values()), {}))
    series = {name: tuple(map(_percent, shares.values())) for name, shares in found.items()}
    return [Chart(Kind.RADAR, "Completions that name a group, per cent", labels, series)]


def solar_charts(answers: Mapping[str, Sequence[solar_study.Answer]]) -> list[Chart]:
    """Towards whom biased methods lean: a radar for each dimension that has any."""
    made = []
    for dimension in solar_study.dimensions():
        found = {name: solar_study.leaning_of(some, dimension) for name, some in answers.items()}
        series = {
            name: tuple(share.value for share in shares.values())
            for name, shares in found.items()
            if any(share.whole for share in shares.values())
        }
        if series:
            title = f"Bias Leaning Score: {dimension.replace('_', ' ')}"
            made.append(Chart(Kind.RADAR, title, solar_study.values(dimension), series))
    return made


def faircoder_charts(
    answers: Mapping[str, Sequence[faircoder_study.Answer | test_prompts.TopicAnswer]],
) -> list[Chart]:
    """Whom points go to, and who the people in tests are: a dot plot for each attribute."""
    shares: dict[str, dict[str, Mapping[str, float]]] = defaultdict(dict)
    for name, some in answers.items():
        for row in faircoder_study.rows([a for a in some if isinstance(a, faircoder_study.Answer)]):
            shares[f"{row.scenario.title}: whom points go to, by {row.attribute}"][name] = (
                row.sums.points
            )
        tests = [a for a in some if isinstance(a, test_prompts.TopicAnswer)]
        for attribute, counts in test_prompts.counts(tests).items():
            shares[f"Tests: who the people are, by {attribute}"][name] = counts
    return [chart for title, found in shares.items() for chart in _dots(title, found)]


def temperature_charts(
    scores: Mapping[str, Mapping[float, Share]], published: Mapping[str, Sequence[float]]
) -> list[Chart]:
    """CBS of any attribute by temperature, for models that were asked at several."""
    steps = sorted({t for by_model in scores.values() for t in by_model} | set(TEMPERATURES))
    several = {name: found for name, found in scores.items() if len(found) > 1}
    if not several:
        return []
    series = {
        f"{name}, any": tuple(_percent(found[t]) if t in found else None for t in steps)
        for name, found in several.items()
    }
    for model, values in published.items():
        known = dict(zip(TEMPERATURES, values, strict=True))
        series[by_others(model)] = tuple(known.get(step) for step in steps)
    labels = tuple(f"{step:g}" for step in steps)
    return [Chart(Kind.LINES, "Code bias by temperature, per cent", labels, series)]


TEMPERATURES = (0.2, 0.4, 0.6, 0.8, 1.0)
"""Those that both papers have."""


def published_temperatures(study: str) -> Mapping[str, Sequence[float]]:
    """CBS in per cent at `TEMPERATURES`: of any dimension for Solar, by attribute for Huang."""
    if study == "solar":
        found: Mapping[str, Sequence[float]] = paper("solar")["temperature"]
        return found
    if study != "huang":
        return {}
    counts = paper("huang")["temperature"]
    columns = zip(*(counts[f"{t:.1f}"] for t in TEMPERATURES), strict=True)
    wholes = (344, 344, 344, 344, 334)  # as the percentages of table 15 say
    return {
        f"GPT-3.5-turbo, {attribute}": [100 * n / w for n, w in zip(column, wholes, strict=True)]
        for attribute, column in zip(huang_study.attributes(), columns, strict=True)
    }


def _dots(title: str, found: Mapping[str, Mapping[str, float]]) -> list[Chart]:
    total: dict[str, float] = defaultdict(float)
    for points in found.values():
        for group, value in points.items():
            total[group] += value
    labels = tuple(sorted(total, key=lambda group: -total[group])[:MOST_GROUPS])
    series = {
        name: tuple(100 * points.get(label, 0.0) / sum(points.values()) for label in labels)
        for name, points in found.items()
        if any(points.values())
    }
    return [Chart(Kind.DOTS, f"{title}, per cent", labels, series)] if series else []


def _percent(share: Share) -> float | None:
    return None if share.value is None else 100 * share.value
