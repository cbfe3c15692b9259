"""The state of one function's search, shared by its steps.

Every step is a generator: it yields `Open` or `Run`, is sent the answer, and returns.
"""

from __future__ import annotations

import ast
import time
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from evenhand.causes import Cause, Explanation
from evenhand.check.catalogue import Catalogue
from evenhand.check.probing.argument_trees import Node, Scalar, Writer
from evenhand.check.probing.building import Builder
from evenhand.check.probing.contexts import Choose, Context
from evenhand.check.probing.domains import context_domain, protected_domain, unique
from evenhand.check.probing.input_state import State
from evenhand.check.probing.outcome_comparison import Renaming, comparable, same_outcome
from evenhand.check.probing.requests import Module, Open, Outcome, Run
from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.reading.inputs import Input, Reading
from evenhand.check.reading.source import Source

T = TypeVar("T")
Steps = Generator[Open | Run, Any, T]


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
        return cls(900 + 150 * complexity, 6 + complexity, seconds)

    def larger(self) -> Budget:
        """Twice as much of everything but time."""
        return Budget(2 * self.calls, 2 * self.rounds, self.seconds, 1.5 * self.chance_seconds)


@dataclass(slots=True)
class Trial:
    """One function under search."""

    reading: Reading
    source: Source
    module: Module
    catalogue: Catalogue
    budget: Budget
    seed: int = 0
    """Of the random contexts."""
    thorough: bool = False
    """Go on where everything is decided, until every branch was tried."""
    also: Mapping[str, tuple[Scalar, ...]] = field(default_factory=dict)
    """More values for places, by what the source calls them."""
    states: list[State] = field(default_factory=list)
    domains: dict[int, tuple[Scalar, ...]] = field(default_factory=dict)
    calls: int = 0
    fresh: bool = False
    """Each call in a process of its own: the function remembers earlier calls."""
    failure: Outcome | None = None
    killed: bool = False
    """A process was killed while it ran a call, which says nothing about the function."""
    skipped: tuple[tuple[int, Explanation], ...] = ()
    accepted: list[Context] = field(default_factory=list)
    """The first contexts that the function accepts."""
    kept: list[Context] = field(default_factory=list)
    """Contexts that reached what none before them did."""
    writer: Writer = field(init=False)
    seconds_per_call: float = 1e-4
    """What the last calls took."""
    started: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self.writer = Writer({v: k for k, v in self.source.modules.items()})
        self.states = [self._state(i) for i in self.reading.inputs if i.may_decide]

    def perform(self, contexts: list[Context], *, watched: bool = False) -> Steps[list[Outcome]]:
        """Run contexts in portions that fit the time left; what does not is not run."""
        calls = tuple(c.call(self.writer) for c in contexts)
        outcomes: list[Outcome] = []
        while len(outcomes) < len(calls):
            if outcomes and self.exhausted:
                skipped = Outcome("timeout", explanation=Explanation(Cause.BUDGET_SPENT))
                return outcomes + [skipped] * (len(calls) - len(outcomes))
            portion = calls[len(outcomes) : len(outcomes) + self._portion()]
            before = time.monotonic()
            outcomes += yield Run(portion, self.fresh, watched)
            self.note(o.explanation for o in outcomes[-len(portion) :])
            self.seconds_per_call = (time.monotonic() - before) / len(portion)
            self.calls += len(portion)
        return outcomes

    def note(self, explanations: Iterable[Explanation | None]) -> None:
        """Remember if a process was killed, going by why calls have no outcome."""
        self.killed = self.killed or any(e is not None and e.was_killed for e in explanations)

    def build(
        self,
        rows: int,
        choose: Choose,
        overrides: dict[int, Node] | None = None,
        *,
        sparse: bool = False,
    ) -> Context:
        return Builder(self.reading, self.source, choose, rows, overrides, sparse).build()

    def domain(self, path: AccessPath) -> tuple[Scalar, ...]:
        """Values for any place; a protected one has those of its state."""
        state = self.state_of(path)
        if state is not None:
            return tuple(state.domain)
        if id(path) not in self.domains:
            also = self.also.get(path.text, ())
            self.domains[id(path)] = tuple(unique([*context_domain(path), *also]))
        return self.domains[id(path)]

    def learn(self, path: AccessPath, value: Scalar) -> None:
        """Add a value that a place that is no protected input was compared with."""
        known = self.domain(path)
        if len(known) < 24:
            self.domains[id(path)] = unique([*known, value])

    def forget(self, path: AccessPath) -> None:
        """Work out the values of a place anew, after its kind was corrected."""
        self.domains.pop(id(path), None)
        state = self.state_of(path)
        if state is not None:
            state.domain = list(protected_domain(path, state.input.match, self.catalogue))
            state.native = {(type(v), v) for v in state.domain}

    def state_of(self, path: AccessPath | None) -> State | None:
        return next((s for s in self.states if s.input.path is path), None)

    def difference(
        self, state: State, one: Outcome, other: Outcome, values: tuple[Scalar, Scalar]
    ) -> bool:
        """Whether two outcomes differ beyond the echo of the values."""
        if not comparable(one) and not comparable(other):
            return False
        attribute, path = state.input.match.attribute, state.input.path
        spellings = attribute.spellings if attribute.same_order else None
        renaming = Renaming((values,), path.name, state.flags_decide, spellings)
        return not same_outcome(one, other, renaming)

    def usual(self, shift: int = 0) -> Choose:
        """The most usual values; people in a list take the next ones in turn."""

        def choose(path: AccessPath, row: int) -> Scalar:
            values = self.domain(path)
            return values[(row + shift) % len(values)] if values else None

        return choose

    def alike(self) -> Choose:
        """People who share every word and differ in every number."""

        def choose(path: AccessPath, row: int) -> Scalar:
            values = self.domain(path)
            varies = bool(values) and not isinstance(values[0], (str, bool))
            return values[row % len(values) if varies else 0] if values else None

        return choose

    def by_halves(self) -> Choose:
        """People of whom every second one has the next usual value."""

        def choose(path: AccessPath, row: int) -> Scalar:
            values = self.domain(path)
            return values[row % min(2, len(values))] if values else None

        return choose

    def twins(self) -> Choose:
        """People who have everything in common but the names that tell them apart."""

        def choose(path: AccessPath, row: int) -> Scalar:
            values = self.domain(path)
            name = self.state_of(path) is None and not path.constants
            name = name and bool(values) and isinstance(values[0], str)
            return values[row % len(values) if name else 0] if values else None

        return choose

    def extreme(self, best: Callable[[list[float]], float]) -> Choose:
        """The smallest or the largest of all numbers (`best` picks), and the least usual words."""

        def choose(path: AccessPath, row: int) -> Scalar:
            values = self.domain(path)
            numbers = [v for v in values if isinstance(v, (int, float))]
            if numbers and len(numbers) == len(values):
                return best([n for n in numbers if n >= 0] or numbers)
            return values[-1] if values else None

        return choose

    @property
    def trains(self) -> bool:
        """Whether the function fits a model to the people it is given."""
        return any(
            isinstance(n, ast.Attribute) and n.attr == "fit"
            for n in ast.walk(self.reading.function.node)
        )

    @property
    def exhausted(self) -> bool:
        spent = time.monotonic() - self.started > self.budget.seconds
        return spent or self.calls > self.budget.calls

    @property
    def undecided(self) -> list[State]:
        """Inputs that may still decide their attribute; one of them is enough."""
        decided = {s.input.attribute for s in self.states if s.decided}
        return [s for s in self.states if s.input.attribute not in decided]

    def start_anew(self, calls: int) -> None:
        """Give the trial its time again, and that many calls."""
        self.started, self.calls = time.monotonic(), 0
        self.budget = replace(self.budget, calls=calls)

    @property
    def finished(self) -> bool:
        """Whether there is nothing left to find out, or nothing left to spend."""
        return self.exhausted or not (self.undecided or self.thorough)

    def affordable(self, seconds: float, least: int, most: int) -> int:
        """How many calls fit into `seconds`, going by the last ones."""
        return max(least, min(most, int(seconds / max(self.seconds_per_call, 1e-5))))

    def _portion(self) -> int:
        """How many calls fit into half a second, going by the last ones."""
        if self.calls == 0:
            return 1
        return self.affordable(0.5, 1, 200)

    def _state(self, entry: Input) -> State:
        domain = protected_domain(entry.path, entry.match, self.catalogue)
        more = unique([*domain, *self.also.get(entry.path.text, ())])
        return State(entry, list(more), {(type(v), v) for v in more})
