"""The study of Solar (Ling et al. 2025): towards whom methods lean that decide about a person."""

from __future__ import annotations

from evenhand_studies.research.answer_flags import ANY
from evenhand_studies.research.settings_tables import SettingsOfStudy
from evenhand_studies.research.solar import (
    solar_answers,
    solar_charts,
    solar_judging,
    solar_paper,
    solar_tables,
    solar_tasks,
)
from evenhand_studies.research.solar.solar_paper import dimensions
from evenhand_studies.research.study_interface import Study

SOLAR = Study(
    name="solar",
    questions=solar_tasks.questions,
    questions_from=solar_tasks.questions_from,
    judge=solar_judging.judge,
    failed=solar_judging.failed,
    flags=solar_answers.flags,
    tables=solar_tables.tables,
    charts=solar_charts.charts,
    settings=SettingsOfStudy(
        (ANY, *dimensions()), solar_paper.published_settings(), of_checked=True
    ),
    temperatures=solar_paper.published_temperatures,
)
