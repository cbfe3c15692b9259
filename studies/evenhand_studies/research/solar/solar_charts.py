"""The figures of Solar: towards whom biased methods lean."""

from __future__ import annotations

from evenhand_studies.research.solar.solar_answers import Answer
from evenhand_studies.research.solar.solar_figures import leaning_of
from evenhand_studies.research.solar.solar_paper import dimensions
from evenhand_studies.research.study_charts import Chart, Kind
from evenhand_studies.research.study_interface import ByModel


def charts(answers: ByModel[Answer]) -> list[Chart]:
    """A radar of BLS for each dimension by which any method is biased."""
    every = [_radar(answers, dimension) for dimension in dimensions()]
    return [chart for chart in every if chart.series]


def _radar(answers: ByModel[Answer], dimension: str) -> Chart:
    """BLS by value, for the models of which any method is biased."""
    by_model = {}

    for model, own in answers.items():
        leaning = leaning_of(own, dimension)
        if any(mean.count for mean in leaning.values()):
            by_model[model] = {value: mean.value for value, mean in leaning.items()}

    values = tuple(dict.fromkeys(value for own in by_model.values() for value in own))
    series = {model: tuple(own.get(value) for value in values) for model, own in by_model.items()}
    title = f"Bias Leaning Score: {dimension.replace('_', ' ')}"
    return Chart(Kind.RADAR, title, values, series)
