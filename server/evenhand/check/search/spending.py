"""What a search may cost, and what it has cost so far.

What decides how much is tried is counted in calls, and in steps of the program that is called: they
are the same on every machine. The clock only ends what takes far longer than anything ordinary.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from evenhand.causes import Cause, Explanation
from evenhand.check.outcomes.requests import Outcome
from evenhand.check.worker.time_limits import PATIENCE

LONGEST_PORTION = 400_000
"""Steps that the calls sent at once may take together."""
LARGEST_PORTION = 200
"""Calls that are sent at once."""
SLOW_CALL_SECONDS = 0.25
"""Calls that take longer on average are sent one at a time, so that the clock can come between."""
STEPS_OF_CALL = 100
"""What it costs to send the plainest call, in steps of the program."""
ORDINARY_SIZE, CHARACTERS_OF_STEP = 4_000, 8
"""Characters of an outcome that cost nothing, and how many of all others are read in a step."""
STEPS_OF_PROCESS = 5_000
"""What it costs to make a call in a process of its own."""
STEPS_OF_ENTRY = 1
"""What a function of a library costs, with all that it does until it enters another."""
FIRST_MEASURE, MEASURES_APART = 32, 4
"""After how many calls one is measured, and how many times as many calls later the next."""
MOST_ENDED = 4
"""Calls that the clock may end before it ends the search."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much one function may cost; grows with its cyclomatic complexity."""

    calls: int
    rounds: int
    """Rounds of random contexts once no comparison leads anywhere new."""
    seconds: float
    """Of processor time; only a search that takes far more steps than it should takes so long."""
    steps: int = 2_000_000
    steps_of_rounds: int = 165_000
    """What all those rounds together may take."""

    @classmethod
    def of(cls, complexity: int, seconds: float) -> Budget:
        """The budget of a function of this cyclomatic complexity, within `seconds`."""
        return cls(900 + 150 * complexity, 6 + complexity, seconds)

    def larger(self) -> Budget:
        """Twice as much of everything but time."""
        return replace(
            self,
            calls=2 * self.calls,
            rounds=2 * self.rounds,
            steps=2 * self.steps,
            steps_of_rounds=self.steps_of_rounds * 3 // 2,
        )


@dataclass(slots=True)
class Spending:
    """What one search has spent of its budget."""

    budget: Budget
    calls: int = 0
    spared: int = 0
    """Of the calls, those that were not made, since it was known how they end."""
    steps: int = 0
    seconds: float = 0.0
    """Of processor time, that calls took."""
    began: float = field(default_factory=time.monotonic)
    steps_per_call: int = STEPS_OF_CALL
    """What the last calls took."""
    in_libraries: int = 0
    """What the last measured call took in steps that are not counted otherwise."""
    next_measure: int = FIRST_MEASURE
    """Calls after which one is measured."""
    ended: int = 0
    """Calls that the clock has ended."""
    late: Explanation | None = None
    """How the clock has ended a call or the search, which would have gone on on another machine."""

    @property
    def exhausted(self) -> bool:
        """Whether no calls, steps or time are left."""
        if self.late is None and self._is_late():
            self.late = Explanation(Cause.FUNCTION_TOOK_LONGER, seconds=self.budget.seconds)
        if self.late is not None and (self._is_late() or self.ended >= MOST_ENDED):
            return True
        return self.calls > self.budget.calls or self.steps > self.budget.steps

    def pay_for(self, outcomes: Sequence[Outcome], *, fresh: bool) -> None:
        """Note what calls took, each in a process of its own if `fresh`."""
        own = 0
        for outcome in outcomes:
            if outcome.entered is not None:
                self.in_libraries = STEPS_OF_ENTRY * outcome.entered
            self.seconds += outcome.seconds
            reading = max(0, outcome.size - ORDINARY_SIZE) // CHARACTERS_OF_STEP
            own += STEPS_OF_CALL + outcome.steps + reading
            self.steps += self.in_libraries

        processes = STEPS_OF_PROCESS * len(outcomes) if fresh else 0
        self.calls += len(outcomes)
        self.steps += own + processes
        self.steps_per_call = (own + processes) // len(outcomes) + self.in_libraries

    def spare(self, calls: int) -> None:
        """Note calls that need not be made; a search tries as much as if they were."""
        self.calls += calls
        self.spared += calls

    @property
    def made(self) -> int:
        """How many calls were made."""
        return self.calls - self.spared

    def note_late(self, explanation: Explanation) -> None:
        """Note that the clock has ended a call, or a statement of the file."""
        self.late = self.late or explanation
        self.ended += 1

    def start_anew(self, calls: int) -> None:
        """Give the search its time and its steps again, and that many calls."""
        self.began, self.calls, self.steps, self.seconds = time.monotonic(), 0, 0, 0.0
        self.late, self.ended, self.next_measure, self.spared = None, 0, FIRST_MEASURE, 0
        self.budget = replace(self.budget, calls=calls)

    def grant(self, calls: int, steps: int) -> None:
        """Let the search make more calls, and take as much time again."""
        own = self.budget
        self.budget = replace(
            own, calls=own.calls + calls, steps=own.steps + steps, seconds=2 * own.seconds
        )

    def affordable(self, steps: int, least: int, most: int) -> int:
        """How many calls fit into so many steps, going by the last ones."""
        return max(least, min(most, steps // self.steps_per_call))

    def portion(self) -> int:
        """How many calls to send at once: one until it is known what a call takes, or if slow."""
        if self.calls == 0 or self.seconds > self.made * SLOW_CALL_SECONDS:
            return 1
        return self.affordable(LONGEST_PORTION, 1, LARGEST_PORTION)

    def measures_now(self) -> bool:
        """Whether the next call is to be measured; then none is for a while."""
        is_due = self.calls >= self.next_measure
        if is_due:
            self.next_measure = MEASURES_APART * self.calls
        return is_due

    def _is_late(self) -> bool:
        day = time.monotonic() - self.began
        return self.seconds > self.budget.seconds or day > PATIENCE * self.budget.seconds
