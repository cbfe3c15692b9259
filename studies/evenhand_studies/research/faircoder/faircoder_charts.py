"""The figures of FairCoder: whom functions prefer, whom points go to, who the people in tests are.

The paper's dots have the size of 1 - E and the colour of the group that gains most (figures 3 and
9); here they stand at that group.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from evenhand_studies.research.faircoder.faircoder_answers import (
    Answer,
    functions_among,
    tests_among,
)
from evenhand_studies.research.faircoder.faircoder_figures import rows
from evenhand_studies.research.faircoder.faircoder_paper import scenarios
from evenhand_studies.research.faircoder.faircoder_test_figures import people_by_group
from evenhand_studies.research.modes import Mode
from evenhand_studies.research.study_charts import Chart, Kind, dot_plots
from evenhand_studies.research.study_interface import ByModel

Points = Mapping[str, float]
"""By group: points that it gains, or people."""


def charts(answers: ByModel[Answer]) -> list[Chart]:
    """A dot plot for each scenario and attribute, and for each attribute of people in tests."""
    by_title: dict[str, dict[str, Points]] = defaultdict(dict)

    for model, own in answers.items():
        for title, points in _points(own):
            by_title[title][model] = points

    plots = (dot_plots(title, by_model) for title, by_model in by_title.items())
    shared_out = [chart for own_plots in plots for chart in own_plots]
    return [*_preferences(answers), *shared_out]


def _preferences(answers: ByModel[Answer]) -> Iterator[Chart]:
    """For each scenario that has answers with preferences, whom models prefer, and how much."""
    by_scenario: dict[str, dict[str, dict[str, float]]] = defaultdict(dict)
    for model, own in answers.items():
        for row in rows(functions_among(own), Mode.PROTOCOL):
            if row.favourite and row.preference is not None:
                dots = by_scenario[row.scenario.name].setdefault(model, {})
                dots[f"{row.attribute}: {row.favourite}"] = row.preference

    for scenario, by_model in by_scenario.items():
        title = f"{scenarios()[scenario].title}: preference (1 - E) at the group that gains most"
        labels = tuple(dict.fromkeys(label for dots in by_model.values() for label in dots))
        series = {
            model: tuple(dots.get(label, 0.0) for label in labels)
            for model, dots in by_model.items()
        }
        yield Chart(Kind.DOTS, f"{title}, {Mode.PROTOCOL}", labels, series)


def _points(answers: Sequence[Answer]) -> Iterator[tuple[str, Points]]:
    """What one model's answers have to show, under the title of its chart."""
    for row in rows(functions_among(answers), Mode.SEARCH):
        title = f"{row.scenario.title}: whom points go to, by {row.attribute}"
        yield title, row.points

    for attribute, people in people_by_group(tests_among(answers)).items():
        yield f"Tests: who the people are, by {attribute}", people
