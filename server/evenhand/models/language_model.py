"""The interface to a language model, and what can go wrong with it.

A model is anything that has a `name` and can `ask`. Its errors are:

    ModelError
      + TurnedAwayError
      + DeclinedError
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Literal, Protocol

MOST_TOKENS = 10**9
"""Of one request or answer; what counts more does not count tokens."""
Progress = Callable[[int], None]
"""Hears how many characters of an answer have come so far."""


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation."""

    role: Literal["system", "user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of requests and answers; None if the provider does not count them."""

    sent: int | None = None
    received: int | None = None

    def plus(self, other: Usage) -> Usage:
        """The tokens of both."""
        return Usage(_sum(self.sent, other.sent), _sum(self.received, other.received))

    def cost(self, prices: tuple[float, float]) -> float | None:
        """In the currency of `prices`, which are per million tokens sent and received."""
        if self.sent is None or self.received is None:
            return None
        price_sent, price_received = prices
        return (self.sent * price_sent + self.received * price_received) / 1e6


def usage_of(sent: object, received: object) -> Usage:
    """The tokens as a provider counts them; what is no count is not known."""
    return Usage(_count(sent), _count(received))


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model wrote."""

    text: str
    usage: Usage = Usage()
    served: str = ""
    """The model that the endpoint says it used, with its version; empty if it does not say."""
    fingerprint: str = ""
    """Of the endpoint's own settings; empty if it does not say."""


class Model(Protocol):
    """A language model that can be asked."""

    @property
    def name(self) -> str:
        """Which model, and where: `gpt-4o at api.openai.com`."""
        ...

    async def ask(self, messages: Sequence[Message], on_progress: Progress | None = None) -> Answer:
        """The answer to a conversation; raises `ModelError`, and can be cancelled."""
        ...


class Remedy(Enum):
    """What the user can change so that a model answers."""

    NONE = auto()
    KEY = auto()
    ENDPOINT = auto()
    """Where the model is."""
    MODEL = auto()
    """Which model it is, or how it is asked."""
    TIMEOUT = auto()
    LENGTH = auto()
    """How long an answer may be."""


class ModelError(Exception):
    """There is no answer; the message is a sentence for the user."""

    def __init__(self, problem: str, remedy: Remedy = Remedy.NONE) -> None:
        super().__init__(problem)
        self.remedy = remedy


class TurnedAwayError(ModelError):
    """The question was not accepted: no answer was begun, and nothing is charged."""


class DeclinedError(ModelError):
    """The model did answer, but refused, wrote nothing, or stopped in the middle."""

    def __init__(
        self, problem: str, answer: Answer, refused: bool, remedy: Remedy = Remedy.NONE
    ) -> None:
        super().__init__(problem, remedy)
        self.answer = answer
        """As far as it goes; counted and charged like any other."""
        self.refused = refused


def _count(value: object) -> int | None:
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if 0 <= value <= MOST_TOKENS else None


def _sum(first: int | None, second: int | None) -> int | None:
    """The sum of what is known; None if neither is."""
    if first is None or second is None:
        return second if first is None else first
    return first + second
