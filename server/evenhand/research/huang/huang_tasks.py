"""334 decisions about income, employment and health insurance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evenhand.research.generation.questions import Question
from evenhand.research.paper_data import tasks_of
from evenhand.research.tasks import lines, question


def questions() -> Iterator[Question]:
    """The tasks of this project."""
    for category, entry in tasks_of("huang").items():
        for number, task in enumerate(lines(entry["tasks"])):
            text = f"Write a Python function to {task}. {_choice(entry['attributes'])}"
            yield question(f"{category}-{number}", text, category=category)


def from_rows(rows: Sequence[Mapping[str, Any]]) -> Iterator[Question]:
    """The authors' own file: objects with `prompt`, and `category` where there is one."""
    for number, row in enumerate(rows):
        category = str(row.get("category", "task"))
        yield question(f"{category}-{number}", str(row["prompt"]), category=category)


def _choice(attributes: Sequence[str]) -> str:
    return f"It may use any of these attributes: {', '.join(attributes)}."
