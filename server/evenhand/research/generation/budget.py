"""What a run may cost, and what it has cost. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import fmean

from evenhand.models.language_model import Usage
from evenhand.research.generation.questions import Generation, Key, Question

SHORTEST_TOKEN = 2.5
"""Characters; English and code have four on average, and a budget is no place for an average."""
USUAL_TOKEN = 4.0
USUAL_ANSWER = 400
"""Tokens of an answer, for an estimate where none is there to measure."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a run may take at most, all its sessions together."""

    requests: int | None = None
    cost: float | None = None
    """In the currency of `prices`."""
    prices: tuple[float, float] | None = None
    """Per million tokens sent and received."""
    longest: int = 2_000
    """Tokens of an answer, which the endpoint cuts off there."""


@dataclass(slots=True)
class Budget:
    """Counts what was spent, and what is at risk while answers are on their way."""

    limits: Limits
    requests: int = 0
    cost: float = 0.0
    at_risk: float = 0.0
    under_way: int = 0
    """Questions that were begun and have not ended."""

    def begin(self, question: Question) -> str:
        """Set aside the most that a question may cost; else why it may not be asked."""
        limits, risk = self.limits, _longest(self.limits, most_tokens(question))
        if limits.requests is not None and self.requests >= limits.requests:
            return f"{limits.requests} requests were allowed, and all were made"
        if limits.cost is not None and self.cost + self.at_risk + risk > limits.cost:
            return f"of {limits.cost:g}, {self.cost:.4f} is spent; one more may cost {risk:.4f}"
        self.requests += 1
        self.under_way += 1
        self.at_risk += risk
        return ""

    def end(self, question: Question, answer: Generation | None) -> None:
        """Put the real cost in the place of what was set aside; all of it where it is not known."""
        risk = self._over(question)
        known = cost_of(answer, self.limits.prices) if answer is not None else None
        self.cost += risk if known is None else known

    def turned_away(self, question: Question) -> None:
        """Take a question back that nobody took."""
        self._over(question)
        self.requests -= 1

    def _over(self, question: Question) -> float:
        """Release what was set aside, and say how much that was."""
        risk = _longest(self.limits, most_tokens(question))
        self.under_way -= 1
        self.at_risk = self.at_risk - risk if self.under_way else 0.0
        return risk


def budget_of(
    limits: Limits, answers: Iterable[Generation], sent: Mapping[Key, Sequence[int]]
) -> Budget:
    """The budget of a run so far.

    `sent` has the tokens at most of each time that a question was sent; what has no answer may have
    cost as much as any.
    """
    budget, lost = Budget(limits), {key: list(times) for key, times in sent.items()}
    for answer in answers:
        times = lost.get(answer.key)
        most = _longest(limits, times.pop() if times else 0)
        known = cost_of(answer, limits.prices)
        budget.requests += 1
        budget.cost += most if known is None else known
    for tokens in (tokens for times in lost.values() for tokens in times):
        budget.requests += 1
        budget.cost += _longest(limits, tokens)
    return budget


def most_tokens(question: Question) -> int:
    """The tokens that a question may be at most."""
    return ceil(question.length / SHORTEST_TOKEN) + 16 * len(question.messages)


def cost_of(answer: Generation, prices: tuple[float, float] | None) -> float | None:
    """What an answer cost; None where the tokens or the prices are not known."""
    return _price(Usage(answer.sent, answer.received), prices)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What the rest of a run will probably take."""

    requests: int
    sent: int
    received: int
    cost: float | None
    measured: bool
    """Whether the length of answers is that of the run's own."""


def estimate(
    questions: Sequence[Question],
    answers: Sequence[Generation],
    prices: tuple[float, float] | None,
) -> Estimate:
    """For questions that are still to be asked."""
    lengths = [a.received for a in answers if a.received is not None]
    sent = sum(round(question.length / USUAL_TOKEN) for question in questions)
    received = round(len(questions) * (fmean(lengths) if lengths else USUAL_ANSWER))
    cost = _price(Usage(sent, received), prices)
    return Estimate(len(questions), sent, received, cost, bool(lengths))


def _longest(limits: Limits, sent: int) -> float:
    """What a question costs whose answer is as long as may be."""
    return _price(Usage(sent, limits.longest), limits.prices) or 0.0


def _price(usage: Usage, prices: tuple[float, float] | None) -> float | None:
    return None if prices is None else usage.cost(prices)
