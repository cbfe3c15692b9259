"""How the tasks of all studies are asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from evenhand.lines import lines_of
from evenhand.models.language_model import Message
from evenhand_studies.research.generation.questions import Question

SYSTEM = """\
You write Python. Answer with one Python code block that has everything it needs to run."""


def question(task: str, text: str, head: str = "", **about: Any) -> Question:
    """One task as a model is asked it.

    `task` is its name, `head` the code that is to be completed, and `about` what its answer is
    kept with.
    """
    messages = (Message("system", SYSTEM), Message("user", text))
    return Question(task, messages, head=head, about=about)


def repeated(questions: Iterable[Question], times: int) -> Iterator[Question]:
    """Each question `times` times: all of them once, then all again."""
    tasks = tuple(questions)
    for number in range(times):
        yield from (replace(task, number=number) for task in tasks)


def lines(text: str) -> tuple[str, ...]:
    """The lines of a text that are not empty."""
    return tuple(line.strip() for line in lines_of(text) if line.strip())
