"""The study of Bui et al. (2026): which columns models choose for machine learning."""

from __future__ import annotations

from evenhand_studies.research.languages import by_language
from evenhand_studies.research.pipelines import pipelines_answers, pipelines_tables, pipelines_tasks
from evenhand_studies.research.settings_tables import SettingsOfStudy
from evenhand_studies.research.study_interface import Study

PIPELINES = Study(
    name="pipelines",
    questions=pipelines_tasks.questions,
    questions_from=pipelines_tasks.questions_from,
    judge=pipelines_answers.judge,
    failed=pipelines_answers.failed,
    flags=pipelines_answers.flags,
    tables=pipelines_tables.tables,
    charts=pipelines_tables.charts,
    settings=SettingsOfStudy(
        ("pipeline: uses a sensitive column", "condition: uses a sensitive column"),
        of_known=True,
    ),
    variants=by_language(pipelines_tasks.questions),
    lacks=pipelines_tasks.lacks,
    runs_code=False,
)
