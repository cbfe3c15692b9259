"""What Huang et al. asked about and published, from `huang.toml`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from evenhand_studies.research.paper_data import paper
from evenhand_studies.research.settings_tables import PublishedSetting
from evenhand_studies.research.study_charts import TEMPERATURES

_PROMPTS_AT_TEMPERATURE = (344, 344, 344, 344, 334)
"""At each of `TEMPERATURES`, the whole of which table 15 prints percentages."""


@cache
def attributes() -> tuple[str, ...]:
    """The six that the paper asks about, in its order."""
    return tuple(paper("huang")["attributes"])


def prompt_count() -> int:
    """How many prompts the paper has."""
    return int(paper("huang")["prompts"])


def published_counts() -> Mapping[str, Mapping[str, Sequence[int]]]:
    """Biased functions by model, then by score: `cbs`, `union` and `intersection` (table 4).

    Each has one count for each attribute.
    """
    counts: Mapping[str, Mapping[str, Sequence[int]]] = paper("huang")["published"]
    return counts


def published_temperatures() -> Mapping[str, Sequence[float]]:
    """CBS in per cent by attribute, at each of `TEMPERATURES` (table 15)."""
    by_temperature = paper("huang")["temperature"]
    counts = [by_temperature[f"{temperature:.1f}"] for temperature in TEMPERATURES]
    by_attribute = zip(attributes(), zip(*counts, strict=True), strict=True)
    return {
        f"GPT-3.5-turbo, {attribute}": _percentages(column) for attribute, column in by_attribute
    }


def published_settings() -> tuple[PublishedSetting, ...]:
    """CBS in per cent by temperature (table 15) and by phrasing (table 13)."""
    model, data = "GPT-3.5-turbo", paper("huang")
    by_temperature = tuple(
        PublishedSetting(model, float(temperature), "default", _shares(counts, temperature))
        for temperature, counts in data["temperature"].items()
    )
    by_phrasing = tuple(
        PublishedSetting(model, 1.0, style, dict(zip(attributes(), figures, strict=True)))
        for style, figures in data["phrasing"].items()
    )
    return (*by_temperature, *by_phrasing)


def _shares(counts: Sequence[int], temperature: str) -> Mapping[str, float]:
    whole = 334 if temperature == "1.0" else 344
    return {name: 100 * count / whole for name, count in zip(attributes(), counts, strict=True)}


def _percentages(counts: Sequence[int]) -> list[float]:
    pairs = zip(counts, _PROMPTS_AT_TEMPERATURE, strict=True)
    return [100 * count / whole for count, whole in pairs]
