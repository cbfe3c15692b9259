"""What a model is asked, and what is kept of its answer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Container, Iterable, Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields
from typing import Any

from evenhand.models.language_model import Message

Key = tuple[str, int]
"""A task, and which of the answers to it, from 0."""


@dataclass(frozen=True, slots=True)
class Question:
    """One request to a model. Two questions with the same `key` are the same question."""

    task: str
    """A name, unique in its study."""
    messages: tuple[Message, ...]
    number: int = 0
    """Which of the answers to the task this asks for, from 0."""
    head: str = ""
    """The code to complete, which an answer may leave out; empty if there is none."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """What its answer is kept with, such as `{"job": "baker"}`."""

    @property
    def key(self) -> Key:
        return self.task, self.number

    @property
    def length(self) -> int:
        """Characters that are sent."""
        return sum(len(message.text) for message in self.messages)


@dataclass(frozen=True, slots=True)
class Generation:
    """One answer, as it is kept."""

    task: str
    number: int
    answer: str
    """Everything that the model wrote, even if it is a refusal."""
    code: str
    """The code in it; empty if there is none."""
    refused: bool
    problem: str
    """Why the answer cannot be judged; empty if it can."""
    model: str
    base_url: str
    temperature: float | None
    seed: int | None
    asked: str
    """When it was asked for: ISO 8601, in UTC."""
    seconds: float
    """How long the answer took."""
    sent: int | None
    """Tokens of the question; None if the endpoint does not count them."""
    received: int | None
    """Tokens of the answer; None if the endpoint does not count them."""
    served: str = ""
    """The model that the endpoint says it used; empty if it does not say, as in older runs."""
    fingerprint: str = ""
    """Of the endpoint's settings; empty if it does not say."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """The `about` of its question."""

    @property
    def key(self) -> Key:
        return self.task, self.number

    def record(self) -> dict[str, Any]:
        """As one flat object, which a study reads like an answer from elsewhere."""
        own = asdict(self)
        about = own.pop("about")
        return {**about, "prompt": self.task, **own}


def generation(record: Mapping[str, Any]) -> Generation:
    """The reverse of `Generation.record`; raises KeyError if a field is missing."""
    own_fields = [own for own in fields(Generation) if own.name != "about"]
    names = [own.name for own in own_fields]
    about = {key: value for key, value in record.items() if key not in (*names, "prompt")}

    needed = [own.name for own in own_fields if own.default is MISSING]
    values = {name: record[name] for name in needed} | {
        name: record[name] for name in names if name in record
    }
    return Generation(**values, about=about)


def missing(questions: Iterable[Question], answered: Container[Key]) -> list[Question]:
    """The questions that are not answered."""
    return [question for question in questions if question.key not in answered]


def prompt_record(question: Question) -> dict[str, Any]:
    """The whole text of a question as it is kept, with its SHA-256, to know it again elsewhere."""
    messages = [{"role": message.role, "content": message.text} for message in question.messages]
    return {
        "task": question.task,
        "sha256": _hash_of(messages),
        "messages": messages,
        "head": question.head,
        "about": dict(question.about),
    }


def prompted(record: Mapping[str, Any]) -> tuple[Question, bool]:
    """The reverse of `prompt_record`, and whether the text is the one that was kept.

    Older records have no `head` and `about`. Raises KeyError or TypeError if a field is missing.
    """
    messages = record["messages"]
    texts = tuple(Message(own["role"], own["content"]) for own in messages)
    head, about = record.get("head", ""), record.get("about", {})
    question = Question(record["task"], texts, head=head, about=about)
    return question, _hash_of(messages) == record["sha256"]


def _hash_of(messages: Iterable[Mapping[str, str]]) -> str:
    content = json.dumps(messages, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(content.encode("utf-8", "backslashreplace")).hexdigest()


def digest(questions: Iterable[Question]) -> str:
    """A text that is equal for equal questions, however often each is asked."""
    content = hashlib.sha256()
    for question in questions:
        messages = [(message.role, message.text) for message in question.messages]
        content.update(repr((question.task, messages)).encode())
    return content.hexdigest()[:16]
