"""The figures of FairCoder: whom points go to, and who the people in tests are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from evenhand.research.faircoder.faircoder_answers import Answer, functions_among, tests_among
from evenhand.research.faircoder.faircoder_figures import rows
from evenhand.research.faircoder.faircoder_test_figures import people_by_group
from evenhand.research.study_charts import Chart, dot_plots
from evenhand.research.study_interface import ByModel

Points = Mapping[str, float]
"""By group: points that it gains, or people."""


def charts(answers: ByModel[Answer]) -> list[Chart]:
    """A dot plot for each scenario and attribute, and for each attribute of people in tests."""
    by_title: dict[str, dict[str, Points]] = defaultdict(dict)

    for model, own in answers.items():
        for title, points in _points(own):
            by_title[title][model] = points

    return [chart for title, by_model in by_title.items() for chart in dot_plots(title, by_model)]


def _points(answers: Sequence[Answer]) -> Iterator[tuple[str, Points]]:
    """What one model's answers have to show, under the title of its chart."""
    for row in rows(functions_among(answers)):
        title = f"{row.scenario.title}: whom points go to, by {row.attribute}"
        yield title, row.sums.points

    for attribute, people in people_by_group(tests_among(answers)).items():
        yield f"Tests: who the people are, by {attribute}", people
