"""What a run may cost, and what it has cost.

A budget never relies on averages: until an answer is there, its question counts with the most that
it may cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import fmean

from evenhand.models.language_model import Usage
from evenhand_studies.research.generation.questions import Generation, Key, Question

SHORTEST_TOKEN = 2.5
"""Characters of a token, for the most tokens that a text may have. English and code have four."""
TOKENS_PER_MESSAGE = 16
"""What an endpoint may add to each message of a question."""
USUAL_TOKEN = 4.0
"""Characters of a token, for an estimate."""
USUAL_ANSWER = 400
"""Tokens of an answer, for an estimate before there are any answers."""

Prices = tuple[float, float]
"""Per million tokens sent and received, in any currency."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that a run may take, all its sessions together."""

    requests: int | None = None
    """None: any number."""
    cost: float | None = None
    """In the currency of `prices`; None: any."""
    prices: Prices | None = None
    """None if they are not known; the cost is 0 then."""
    longest: int = 2_000
    """Tokens after which the endpoint cuts an answer off."""

    def most(self, sent: int) -> float:
        """The most that a question of `sent` tokens may cost."""
        return _cost(Usage(sent, self.longest), self.prices) or 0.0


@dataclass(slots=True)
class Budget:
    """Counts what was spent, and what is set aside while answers are on their way.

    Every question passes `begin`, and if that allows it then either `end` or `turned_away`.
    """

    limits: Limits
    requests: int = 0
    """Questions that were sent, or are about to be."""
    cost: float = 0.0
    set_aside: float = 0.0
    """The most that the questions under way may cost."""
    under_way: int = 0
    """Questions that have begun and not ended."""

    def begin(self, question: Question) -> str:
        """Set aside the most that a question may cost.

        Empty if it may be asked, else why not: then nothing is set aside.
        """
        limits = self.limits
        most = limits.most(most_tokens(question))

        if limits.requests is not None and self.requests >= limits.requests:
            return f"{limits.requests} requests were allowed, and all were made"
        if limits.cost is not None and self.cost + self.set_aside + most > limits.cost:
            return f"of {limits.cost:g}, {self.cost:.4f} is spent; one more may cost {most:.4f}"

        self.requests += 1
        self.under_way += 1
        self.set_aside += most
        return ""

    def end(self, question: Question, answer: Generation | None) -> None:
        """Count what a question really cost; the most if that is not known, or no answer came."""
        most = self._release(question)
        cost = None if answer is None else cost_of(answer, self.limits.prices)
        self.cost += most if cost is None else cost

    def turned_away(self, question: Question) -> None:
        """Forget a question that the endpoint did not take."""
        self._release(question)
        self.requests -= 1

    def _release(self, question: Question) -> float:
        """Release what was set aside for a question, and return it."""
        most = self.limits.most(most_tokens(question))
        self.under_way -= 1
        # With nothing under way it is exactly 0, whatever rounding has left.
        self.set_aside = self.set_aside - most if self.under_way else 0.0
        return most


def budget_of(
    limits: Limits, answers: Iterable[Generation], sent: Mapping[Key, Sequence[int]]
) -> Budget:
    """The budget of a run so far.

    `sent` has, for each time that a question was sent, the most tokens that it may have had.
    A question without an answer may have cost as much as any, and counts so.
    """
    budget = Budget(limits)
    unanswered = {key: list(times) for key, times in sent.items()}

    for answer in answers:
        times = unanswered.get(answer.key)
        tokens = times.pop() if times else 0
        cost = cost_of(answer, limits.prices)
        budget.requests += 1
        budget.cost += limits.most(tokens) if cost is None else cost

    for times in unanswered.values():
        for tokens in times:
            budget.requests += 1
            budget.cost += limits.most(tokens)

    return budget


def most_tokens(question: Question) -> int:
    """The most tokens that a question may have."""
    in_texts = ceil(question.length / SHORTEST_TOKEN)
    return in_texts + TOKENS_PER_MESSAGE * len(question.messages)


def cost_of(answer: Generation, prices: Prices | None) -> float | None:
    """What an answer cost; None if the tokens or the prices are not known."""
    return _cost(Usage(answer.sent, answer.received), prices)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What the rest of a run will probably take."""

    requests: int
    sent: int
    """Tokens."""
    received: int
    """Tokens."""
    cost: float | None
    """None if the prices are not known."""
    measured: bool
    """Whether the length of answers is that of the run's own so far."""


def estimate(
    questions: Sequence[Question], answers: Sequence[Generation], prices: Prices | None
) -> Estimate:
    """What `questions` will probably take, given the run's `answers` so far."""
    lengths = [answer.received for answer in answers if answer.received is not None]
    usual_length = fmean(lengths) if lengths else USUAL_ANSWER

    sent = sum(round(question.length / USUAL_TOKEN) for question in questions)
    received = round(len(questions) * usual_length)
    cost = _cost(Usage(sent, received), prices)
    return Estimate(len(questions), sent, received, cost, bool(lengths))


def _cost(usage: Usage, prices: Prices | None) -> float | None:
    return None if prices is None else usage.cost(prices)
