"""Code bias by dimension, and whom it falls on, as figures for the study of Liu et al."""

from __future__ import annotations

from evenhand_studies.research.liu.liu_answers import Completion
from evenhand_studies.research.liu.liu_figures import figures
from evenhand_studies.research.liu.named_demographics import demographic_charts
from evenhand_studies.research.liu.named_groups import DIMENSIONS
from evenhand_studies.research.study_charts import Chart, Kind, in_percent
from evenhand_studies.research.study_interface import ByModel


def charts(answers: ByModel[Completion]) -> list[Chart]:
    """A radar of CBS, then those of the demographics that are named."""
    series = {}

    for model, own in answers.items():
        by_dimension = figures(own).by_dimension
        series[model] = tuple(in_percent(by_dimension[dimension]) for dimension in DIMENSIONS)

    cbs = Chart(Kind.RADAR, "Completions that name a group, per cent", DIMENSIONS, series)
    return [cbs, *demographic_charts(answers)]
