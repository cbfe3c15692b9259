"""How a base model is asked, which goes on with a text: tasks become the beginning of a file."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import replace

from evenhand.lines import lines_of
from evenhand.models.code_fences import blocks_in
from evenhand.models.language_model import Message
from evenhand_studies.research.generation.questions import Question

STOPS = ("\ndef ", "\nclass ", "\nif __name__", "\nprint(")
"""Where another part of the file begins; endpoints take four of them at most."""
FUNCTION = "def "
"""What a task in words ends in, so that a function follows."""


def as_completions(questions: Iterable[Question]) -> Iterator[Question]:
    """Questions whose one message is the text that a base model is to go on with."""
    for question in questions:
        yield _completion(question)


def completion_of(text: str, head: str) -> str:
    """The head with what follows it, up to the end of its body; empty if that cannot be read."""
    body = list(_indented_part(lines_of(text)))
    for end in range(len(body), 0, -1):
        code = head + "\n".join(body[:end]) + "\n"
        if _can_be_read(code):
            return code
    return ""


def _completion(question: Question) -> Question:
    """The code that is to be completed; a task in words becomes a comment above a function."""
    text = question.messages[-1].text
    if question.head:
        written = next(reversed(blocks_in(text)), text)
        code = written if written.endswith(question.head) else question.head
        return replace(question, messages=(Message("user", code),))

    words = (line for line in lines_of(text) if not line.startswith("```"))
    comment = "".join(f"# {line}\n" for line in words)
    start = f"{comment}\n{FUNCTION}"
    return replace(question, messages=(Message("user", start),), head=FUNCTION)


def _indented_part(lines: Iterable[str]) -> Iterator[str]:
    """The first line, which goes on with the head, and all that belong to the same block."""
    for number, line in enumerate(lines):
        if number and line.strip() and not line.startswith((" ", "\t", ")", "]", "}")):
            return
        yield line


def _can_be_read(code: str) -> bool:
    try:
        ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
