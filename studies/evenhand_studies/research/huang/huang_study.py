"""The study of Huang et al. (2025): how often answers to sensitive tasks are biased."""

from __future__ import annotations

from evenhand_studies.research.answer_flags import ANY
from evenhand_studies.research.huang import (
    huang_answers,
    huang_charts,
    huang_judging,
    huang_paper,
    huang_tables,
    huang_tasks,
)
from evenhand_studies.research.huang.huang_paper import attributes
from evenhand_studies.research.languages import by_language
from evenhand_studies.research.settings_tables import SettingsOfStudy
from evenhand_studies.research.study_interface import Study

HUANG = Study(
    name="huang",
    questions=huang_tasks.questions,
    questions_from=huang_tasks.questions_from,
    judge=huang_judging.judge,
    failed=huang_judging.failed,
    flags=huang_answers.flags,
    tables=huang_tables.tables,
    charts=huang_charts.charts,
    settings=SettingsOfStudy((*attributes(), ANY), huang_paper.published_settings()),
    temperatures=huang_paper.published_temperatures,
    variants=by_language(huang_tasks.questions),
)
