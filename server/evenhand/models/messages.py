"""What Evenhand asks of a language model, whoever provides it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation."""

    role: Literal["system", "user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of requests and answers; None where the provider does not count them."""

    sent: int | None = None
    received: int | None = None

    def plus(self, other: Usage) -> Usage:
        return Usage(_sum(self.sent, other.sent), _sum(self.received, other.received))

    def cost(self, prices: tuple[float, float]) -> float | None:
        """In the currency of `prices`, which are per million tokens sent and received."""
        if self.sent is None or self.received is None:
            return None
        return (self.sent * prices[0] + self.received * prices[1]) / 1e6


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model wrote."""

    text: str
    usage: Usage = Usage()


class ModelError(Exception):
    """Why there is no answer, in one sentence for the user."""


class TurnedAwayError(ModelError):
    """The question was not taken, so that no answer was begun and nothing is to be paid."""


class DeclinedError(ModelError):
    """The model did answer, but refused, wrote nothing, or stopped in the middle."""

    def __init__(self, problem: str, answer: Answer, refused: bool) -> None:
        super().__init__(problem)
        self.answer = answer
        self.refused = refused


class Model(Protocol):
    """A language model that can be asked."""

    @property
    def name(self) -> str:
        """Which model, and where: `gpt-4o at api.openai.com`."""
        ...

    async def ask(self, messages: Sequence[Message]) -> Answer:
        """The answer to a conversation; raises `ModelError`, and can be cancelled."""
        ...


def _sum(one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return one if other is None else other
    return one + other
