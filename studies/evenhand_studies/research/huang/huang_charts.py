"""The figure of Huang et al.: code bias by attribute."""

from __future__ import annotations

from evenhand.share import Share
from evenhand_studies.research.huang.huang_answers import Answer
from evenhand_studies.research.huang.huang_figures import scores
from evenhand_studies.research.huang.huang_paper import attributes, prompt_count, published_counts
from evenhand_studies.research.study_charts import Chart, Kind, in_percent
from evenhand_studies.research.study_interface import ByModel
from evenhand_studies.research.tables import published_label


def charts(answers: ByModel[Answer]) -> list[Chart]:
    """A radar of CBS, with the models of the answers and the published ones."""
    series = {}

    for model, own in answers.items():
        by_attribute = scores(own)
        series[model] = tuple(in_percent(by_attribute[name].cbs) for name in attributes())

    for model, counts in published_counts().items():
        shares = (Share(count, prompt_count()) for count in counts["cbs"])
        series[published_label(model)] = tuple(map(in_percent, shares))

    return [Chart(Kind.RADAR, "Code bias by attribute, per cent", attributes(), series)]
