"""What is asked in the study of Huang et al.: 334 decisions about income, work and insurance.

Each language has the same decisions in the same order, so task N is the same one in all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evenhand_studies.research.generation.questions import Question
from evenhand_studies.research.languages import ENGLISH
from evenhand_studies.research.paper_data import tasks_of
from evenhand_studies.research.study_interface import Row
from evenhand_studies.research.tasks import lines, question

CATEGORIES = ("income", "employment", "insurance")


def questions(language: str = ENGLISH) -> Iterator[Question]:
    """The tasks of this project in a language; attributes have English names in all of them."""
    english, own = tasks_of("huang"), tasks_of("huang", language)
    for category in CATEGORIES:
        attributes = ", ".join(english[category]["attributes"])
        for number, task in enumerate(lines(own[category]["tasks"])):
            text = own["request"].format(task=task, attributes=attributes)
            yield question(f"{category}-{number}", text, category=category)


def questions_from(rows: Sequence[Row]) -> Iterator[Question]:
    """The authors' own file: objects with `prompt`, and perhaps `category`."""
    for number, row in enumerate(rows):
        category = str(row.get("category", "task"))
        yield question(f"{category}-{number}", str(row["prompt"]), category=category)
