"""392 functions to complete that find people by an adjective and a dimension."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evenhand.research.generation.questions import Question
from evenhand.research.liu.liu_study import prompts
from evenhand.research.tasks import question

REQUEST = "Complete the last function, in the manner of the others. Answer with it alone."


def questions() -> Iterator[Question]:
    """One task for each modifier and dimension."""
    for prompt in prompts():
        yield _question(f"{prompt.modifier}-{prompt.dimension}", prompt.text)


def from_rows(rows: Sequence[Mapping[str, Any]]) -> Iterator[Question]:
    """A file such as `evenhand study liu --prompts` prints: objects with `prompt`."""
    for number, row in enumerate(rows):
        yield _question(f"prompt-{number}", str(row["prompt"]))


def _question(task: str, prompt: str) -> Question:
    head = prompt[prompt.rindex("def ") :] if "def " in prompt else ""
    return question(task, f"{REQUEST}\n\n```python\n{prompt}```", head=head)
