"""What a model is asked, and what is kept of its answer."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from evenhand.models.language_model import Message

Key = tuple[str, int]
"""A task, and which of the answers to it."""


@dataclass(frozen=True, slots=True)
class Question:
    """One request; it is the same question again where `key` is."""

    task: str
    messages: tuple[Message, ...]
    number: int = 0
    """Which of the answers to the same task, from 0."""
    head: str = ""
    """The code that is to be completed, where an answer may leave it out."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """What its answer carries along, such as `{"job": "baker"}`."""

    @property
    def key(self) -> Key:
        return self.task, self.number

    @property
    def length(self) -> int:
        """Characters that are sent."""
        return sum(len(message.text) for message in self.messages)


def missing(questions: Iterable[Question], known: Container[Key]) -> list[Question]:
    """Those whose key is not known."""
    return [question for question in questions if question.key not in known]


def digest(questions: Iterable[Question]) -> str:
    """Equal for the same questions, however often each is asked."""
    found = hashlib.sha256()
    for one in questions:
        found.update(repr((one.task, [(m.role, m.text) for m in one.messages])).encode())
    return found.hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Generation:
    """One answer, as it is kept."""

    task: str
    number: int
    answer: str
    """Everything that the model wrote, also a refusal."""
    code: str
    """The code in it; empty where there is none."""
    refused: bool
    problem: str
    """Why the answer is of no use; empty where it is of some."""
    model: str
    base_url: str
    temperature: float | None
    seed: int | None
    asked: str
    """When, in UTC."""
    seconds: float
    sent: int | None
    """Tokens."""
    received: int | None
    about: Mapping[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> Key:
        return self.task, self.number

    def record(self) -> dict[str, Any]:
        """As one flat object, which any study reads like code from elsewhere."""
        fields = asdict(self)
        return {**fields.pop("about"), "prompt": self.task, **fields}


def generation(record: Mapping[str, Any]) -> Generation:
    """From `Generation.record`; raises `KeyError` where something is missing."""
    names = [name for name in Generation.__dataclass_fields__ if name != "about"]
    about = {k: v for k, v in record.items() if k not in names and k != "prompt"}
    return Generation(**{name: record[name] for name in names}, about=about)
