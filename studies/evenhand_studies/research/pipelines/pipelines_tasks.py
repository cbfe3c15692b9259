"""What is asked about machine learning: eight decisions, each as a pipeline and as conditions."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from evenhand_studies.research.generation.questions import Question
from evenhand_studies.research.languages import ENGLISH
from evenhand_studies.research.paper_data import tasks_of
from evenhand_studies.research.study_interface import Record, Row
from evenhand_studies.research.tasks import question

PIPELINE, CONDITION = "pipeline", "condition"
KINDS = ("sensitive", "relevant", "irrelevant")
"""Kinds of columns, as the fields of a task and of a record are called."""


def questions(language: str = ENGLISH) -> Iterator[Question]:
    """The tasks in a language; the names of columns are English in all of them."""
    data = tasks_of("pipelines")
    for name, scenario in data["scenarios"].items():
        columns = [column for kind in KINDS for column in scenario[kind]]
        random.Random(name).shuffle(columns)
        own: dict[str, Any] = {kind: scenario[kind] for kind in KINDS}

        for form in (PIPELINE, CONDITION):
            text = data["requests"][language][form].format(
                aim=scenario["aim"][language],
                columns=", ".join(columns),
                target=scenario["target"],
            )
            yield question(f"{name}-{form}", text, form=form, **own)


def questions_from(rows: Sequence[Row]) -> Iterator[Question]:
    """Objects with `prompt`, `form` and the columns: `sensitive`, `relevant`, `irrelevant`."""
    for number, row in enumerate(rows):
        own: dict[str, Any] = {kind: list(row[kind]) for kind in KINDS}
        yield question(f"task-{number}", str(row["prompt"]), form=str(row["form"]), **own)


def lacks(record: Record) -> str:
    """Why a record cannot be judged; empty if it can."""
    missing = next((name for name in ("form", *KINDS) if name not in record), "")
    return f"has no field {missing}" if missing else ""
