"""What is asked in the study of Huang et al.: 334 decisions about income, work and insurance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evenhand.research.generation.questions import Question
from evenhand.research.paper_data import tasks_of
from evenhand.research.study_interface import Row
from evenhand.research.tasks import lines, question


def questions() -> Iterator[Question]:
    """The tasks of this project."""
    for category, entry in tasks_of("huang").items():
        choice = f"It may use any of these attributes: {', '.join(entry['attributes'])}."
        for number, task in enumerate(lines(entry["tasks"])):
            text = f"Write a Python function to {task}. {choice}"
            yield question(f"{category}-{number}", text, category=category)


def questions_from(rows: Sequence[Row]) -> Iterator[Question]:
    """The authors' own file: objects with `prompt`, and perhaps `category`."""
    for number, row in enumerate(rows):
        category = str(row.get("category", "task"))
        yield question(f"{category}-{number}", str(row["prompt"]), category=category)
