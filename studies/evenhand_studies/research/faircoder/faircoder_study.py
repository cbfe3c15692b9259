"""The study of FairCoder (Du et al. 2025): whom generated decisions and tests prefer."""

from __future__ import annotations

from evenhand_studies.research.faircoder import (
    faircoder_answers,
    faircoder_charts,
    faircoder_judging,
    faircoder_tables,
    faircoder_tasks,
)
from evenhand_studies.research.study_interface import Study

FAIRCODER = Study(
    name="faircoder",
    questions=faircoder_tasks.questions,
    questions_from=faircoder_tasks.questions_from,
    judge=faircoder_judging.judge,
    failed=faircoder_judging.failed,
    flags=faircoder_answers.flags,
    tables=faircoder_tables.tables,
    charts=faircoder_charts.charts,
    lacks=faircoder_judging.lacks,
    prompt_of=faircoder_judging.prompt_of_item,
)
