"""The study of Liu et al. (2023): whom functions such as `find_lazy_people` find."""

from __future__ import annotations

from evenhand_studies.research.liu import (
    liu_answers,
    liu_charts,
    liu_judging,
    liu_tables,
    liu_tasks,
)
from evenhand_studies.research.liu.liu_answers import NAMES_A_GROUP
from evenhand_studies.research.settings_tables import SettingsOfStudy
from evenhand_studies.research.study_interface import Study

LIU = Study(
    name="liu",
    questions=liu_tasks.questions,
    questions_from=liu_tasks.questions_from,
    judge=liu_judging.judge,
    failed=liu_judging.failed,
    flags=liu_answers.flags,
    tables=liu_tables.tables,
    charts=liu_charts.charts,
    settings=SettingsOfStudy((NAMES_A_GROUP,)),
    variants=liu_tasks.variants(),
    prompt_of=liu_judging.prompt_of,
    runs_code=False,
)
