"""What a search may cost, and what it has cost so far."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace

LONGEST_PORTION = 0.5
"""Seconds that the calls sent at once may take together."""
LARGEST_PORTION = 200
"""Calls that are sent at once."""
FASTEST_CALL = 1e-5
"""Seconds; a call that seems faster was not measured well."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much one function may cost; grows with its cyclomatic complexity."""

    calls: int
    rounds: int
    """Rounds of random contexts once no comparison leads anywhere new."""
    seconds: float
    chance_seconds: float = 0.25
    """What all those rounds together may take."""

    @classmethod
    def of(cls, complexity: int, seconds: float) -> Budget:
        """The budget of a function of this cyclomatic complexity, within `seconds`."""
        return cls(900 + 150 * complexity, 6 + complexity, seconds)

    def larger(self) -> Budget:
        """Twice as much of everything but time."""
        return Budget(2 * self.calls, 2 * self.rounds, self.seconds, 1.5 * self.chance_seconds)


@dataclass(slots=True)
class Spending:
    """What one search has spent of its budget."""

    budget: Budget
    calls: int = 0
    started: float = field(default_factory=time.monotonic)
    seconds_per_call: float = 1e-4
    """What the last calls took."""
    out_of_time: bool = False
    """Whether the clock has ended the search, which another run might have finished."""

    @property
    def exhausted(self) -> bool:
        """Whether no time or no calls are left."""
        seconds = time.monotonic() - self.started
        self.out_of_time = self.out_of_time or seconds > self.budget.seconds
        return self.out_of_time or self.calls > self.budget.calls

    def pay_for(self, calls: int, seconds: float) -> None:
        """Note that calls were made, and how many seconds they took together."""
        self.calls += calls
        self.seconds_per_call = seconds / calls

    def start_anew(self, calls: int) -> None:
        """Give the search its time again, and that many calls."""
        self.started, self.calls, self.out_of_time = time.monotonic(), 0, False
        self.budget = replace(self.budget, calls=calls)

    def affordable(self, seconds: float, least: int, most: int) -> int:
        """How many calls fit into `seconds`, going by the last ones."""
        calls = int(seconds / max(self.seconds_per_call, FASTEST_CALL))
        return max(least, min(most, calls))

    def portion(self) -> int:
        """How many calls to send at once: one until a call has been measured."""
        if self.calls == 0:
            return 1
        return self.affordable(LONGEST_PORTION, 1, LARGEST_PORTION)
