"""The guided search: a generator that asks for runs and ends with judgements.

It keeps a context when the context reaches a new branch, varies one protected input at a
time in the contexts that it keeps, and lets the program say (through the comparisons that
the worker reports) which values would take it elsewhere.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from evenhand.catalogue import Catalogue
from evenhand.findings import VerdictKind
from evenhand.probing import repairs
from evenhand.probing.contexts import Builder, Choose, Context, random_choice
from evenhand.probing.domains import believable, context_domain, protected_domain, unique
from evenhand.probing.judging import Renaming, comparable, same_outcome, shape_error
from evenhand.probing.learning import hints
from evenhand.probing.nodes import (
    Leaf,
    Node,
    Path,
    Scalar,
    Writer,
    at,
    leaves,
    map_leaves,
    set_value,
)
from evenhand.probing.runs import Call, Loaded, Module, Open, Outcome, Run
from evenhand.probing.states import Judgement, Probe, State
from evenhand.probing.witnesses import confirm, shrink
from evenhand.reading.inputs import Reading
from evenhand.reading.places import Place
from evenhand.reading.source import Source

Steps = Generator[Open | Run, Any, "list[Outcome]"]
Answer = Generator[Open | Run, Any, "tuple[Judgement, ...]"]

WIDTH = 14
"""How many values of a protected input are tried in one context."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much one function may cost; grows with its cyclomatic complexity."""

    calls: int
    contexts: int
    seconds: float

    @classmethod
    def of(cls, complexity: int, seconds: float) -> Budget:
        return cls(600 + 120 * complexity, 24 + 6 * complexity, seconds)


@dataclass(slots=True)
class Search:
    """The search over one function."""

    reading: Reading
    source: Source
    module: Module
    catalogue: Catalogue
    budget: Budget
    states: list[State] = field(default_factory=list)
    domains: dict[int, tuple[Scalar, ...]] = field(default_factory=dict)
    branches: set[str] = field(default_factory=set)
    seen: set[str] = field(default_factory=set)
    calls: int = 0
    fresh: bool = False
    failure: Outcome | None = None
    skipped: tuple[tuple[int, str], ...] = ()
    writer: Writer = field(init=False)
    started: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self.writer = Writer({v: k for k, v in self.source.modules.items()})

    def run(self) -> Answer:
        """Yield requests, receive their answers, return the judgements."""
        self.states = [self._state(i) for i in self.reading.inputs if i.read]
        loaded: Loaded = yield Open(self.module)
        if loaded.problem is not None:
            return self._not_checked(loaded.problem)
        self.skipped = loaded.skipped
        first = yield from self._first_contexts()
        if first:
            stable = yield from self._steady(first[0])
            if not stable:
                return self._not_checked("answers differently on the same input")
            yield from self._explore(first)
        yield from confirm(self)
        return tuple(self._judgement(s) for s in self.states)

    def perform(self, contexts: list[Context]) -> Steps:
        """Run contexts; calls are counted."""
        calls = tuple(c.call(self.writer) for c in contexts)
        if not calls:
            return []
        self.calls += len(calls)
        outcomes: list[Outcome] = yield Run(calls, self.fresh)
        return outcomes

    def domain(self, place: Place) -> tuple[Scalar, ...]:
        """Values for any place; a protected one has those of its state."""
        for state in self.states:
            if state.input.place is place:
                return tuple(state.domain)
        if id(place) not in self.domains:
            self.domains[id(place)] = context_domain(place)
        return self.domains[id(place)]

    def difference(self, one: Outcome, other: Outcome, values: tuple[Scalar, Scalar]) -> bool:
        """Whether two outcomes differ beyond the echo of the values."""
        if not comparable(one) and not comparable(other):
            return False
        return not same_outcome(one, other, Renaming((values,)))

    @property
    def exhausted(self) -> bool:
        spent = time.monotonic() - self.started > self.budget.seconds
        return spent or self.calls > self.budget.calls

    @property
    def undecided(self) -> list[State]:
        return [s for s in self.states if not s.decided]

    def _state(self, entry: Any) -> State:
        domain = protected_domain(entry.place, entry.match, self.catalogue)
        state = State(entry, list(domain))
        state.native = {(type(v), v) for v in domain}
        return state

    def _usual(self, shift: int = 0) -> Choose:
        def choose(place: Place, row: int) -> Scalar:
            values = self.domain(place)
            return values[(row + shift) % len(values)] if values else None

        return choose

    def _build(
        self, rows: int, choose: Choose, overrides: dict[int, Node] | None = None
    ) -> Context:
        return Builder(self.reading, self.source, choose, rows, overrides).build()

    def _usual_contexts(self) -> list[Context]:
        """One person, then few and many people, alike and unlike each other."""
        shapes = [(1, self._usual()), (2, self._usual()), (4, self._alike()), (2, self._usual(1))]
        if any("frame" in p.hints for p in self.reading.places):
            shapes.append((12, random_choice(self.domain, 0)))
        return [self._build(rows, choose) for rows, choose in shapes]

    def _alike(self) -> Choose:
        """People who share every word and differ in every number."""

        def choose(place: Place, row: int) -> Scalar:
            values = self.domain(place)
            varies = bool(values) and not isinstance(values[0], (str, bool))
            return values[row % len(values) if varies else 0] if values else None

        return choose

    def _first_contexts(self) -> Generator[Open | Run, Any, list[Context]]:
        """Contexts that the function accepts; repaired from its own complaints."""
        for _ in range(12):
            tries = self._usual_contexts()
            outcomes = yield from self.perform(tries[:1])
            if outcomes[0].kind in {"blocked", "died", "timeout"}:
                self.failure = outcomes[0]
                return []
            outcomes += yield from self.perform(tries[1:])
            good = [c for c, o in zip(tries, outcomes, strict=True) if comparable(o)]
            returned = [c for c, o in zip(tries, outcomes, strict=True) if o.kind == "returned"]
            if returned:
                return returned
            self.failure = outcomes[0]
            added = [repairs.add_missing(c, o) for c, o in zip(tries, outcomes, strict=True)]
            if any(added):
                continue
            improved = yield from self._assume(tries[0], outcomes[0])
            if not improved:
                return good or (yield from self._lucky())
        return []

    def _assume(self, context: Context, outcome: Outcome) -> Generator[Open | Run, Any, bool]:
        """Try other kinds for the leaves on the failing line; keep the first that gets further."""
        if (
            not shape_error(outcome)
            and outcome.kind == "raised"
            and outcome.error
            and outcome.error[0] != "ValueError"
        ):
            return False
        lines = self.source.text.splitlines()
        proposals = list(repairs.assumptions(context, outcome, lines))[:40]
        tries = [
            self._build(2, self._usual(), {id(p.place): repairs.node_for(p)}) for p in proposals
        ]
        outcomes = yield from self.perform(tries)
        for proposal, result in sorted(
            zip(proposals, outcomes, strict=True), key=lambda pair: _progress(pair[1], outcome)
        )[:1]:
            if _progress(result, outcome) < 0:
                proposal.accept()
                self._forget(proposal.place)
                return True
        return False

    def _forget(self, place: Place) -> None:
        self.domains.pop(id(place), None)
        for state in self.states:
            if state.input.place is place:
                state.domain = list(protected_domain(place, state.input.match, self.catalogue))

    def _lucky(self) -> Generator[Open | Run, Any, list[Context]]:
        """Random contexts, for functions that refuse the usual ones."""
        tries = [self._build(1 + n % 3, random_choice(self.domain, n)) for n in range(24)]
        outcomes = yield from self.perform(tries)
        pairs = list(zip(tries, outcomes, strict=True))
        return [c for c, o in pairs if o.kind == "returned"] or [
            c for c, o in pairs if comparable(o)
        ]

    def _steady(self, context: Context) -> Generator[Open | Run, Any, bool]:
        """A against A, first in one process, then each call in its own."""
        for fresh in (False, True):
            self.fresh = fresh
            outcomes = yield from self.perform([context, context])
            if len(outcomes) == 2 and same_outcome(outcomes[0], outcomes[1], Renaming(())):
                return True
        return False

    def _explore(self, first: list[Context]) -> Generator[Open | Run, Any, None]:
        queue = deque(first)
        random_left = self.budget.contexts
        generation = 0
        while self.undecided and not self.exhausted:
            if not queue:
                if random_left <= 0:
                    return
                queue.extend(
                    self._build(1 + n % 3, random_choice(self.domain, 1000 + n))
                    for n in range(random_left - 8, random_left)
                )
                random_left -= 8
                generation += 1
            batch = [queue.popleft() for _ in range(min(len(queue), 12))]
            batch = [c for c in batch if self._is_new(c)]
            outcomes = yield from self.perform(batch)
            kept: list[tuple[Context, Outcome]] = []
            for context, outcome in zip(batch, outcomes, strict=True):
                fresh_branches = outcome.branches - self.branches
                self.branches |= outcome.branches
                changed = list(self._learn(context, outcome))
                if fresh_branches or generation:
                    kept.append((context, outcome))
                    queue.extendleft(changed[:24] if generation < 2 else ())
                elif len(queue) < 60:
                    queue.extend(changed[:6])
            for context, outcome in kept:
                if not self.undecided or self.exhausted:
                    return
                yield from self._probe(context, outcome)

    def _is_new(self, context: Context) -> bool:
        text = str(context.call(self.writer))
        if text in self.seen:
            return False
        self.seen.add(text)
        return True

    def _learn(self, context: Context, outcome: Outcome) -> Iterator[Context]:
        """Contexts that take the comparisons of this run the other way."""
        tree = context.as_tree()
        protected = {id(s.input.place): s for s in self.states}
        for hint in hints(context, outcome.events):
            state = protected.get(id(hint.leaf.place))
            value = hint.value
            if state is not None and hint.from_code and believable(value, state.input.match):
                if _same_kind(value, state.domain):
                    state.learn(value)
                    state.native.add((type(value), value))
            elif state is None and hint.leaf.place is not None:
                known = self.domain(hint.leaf.place)
                if len(known) < 24:
                    self.domains[id(hint.leaf.place)] = unique([*known, value])
            if state is None or believable(value, state.input.match):
                changed = context.with_tree(set_value(tree, hint.path, value))
                if str(changed.call(self.writer)) not in self.seen:
                    yield changed

    def _probe(self, context: Context, outcome: Outcome) -> Generator[Open | Run, Any, None]:
        """Vary each undecided input in this context."""
        tree = context.as_tree()
        plans: list[tuple[State, Path, list[Scalar]]] = []
        tries: list[Context] = []
        for state in self.undecided:
            for path in _paths(tree, state.input.place)[:2]:
                leaf = at(tree, path)
                assert isinstance(leaf, Leaf)
                values = list(unique([leaf.value, *state.domain]))[:WIDTH]
                plans.append((state, path, values))
                tries.extend(context.with_tree(set_value(tree, path, v)) for v in values)
        outcomes = yield from self.perform(tries)
        start = 0
        for state, path, values in plans:
            results = outcomes[start : start + len(values)]
            start += len(values)
            if not state.decided:
                yield from self._judge(context, state, path, values, results)

    def _judge(
        self,
        context: Context,
        state: State,
        path: Path,
        values: list[Scalar],
        results: list[Outcome],
    ) -> Generator[Open | Run, Any, None]:
        usable = [(v, o) for v, o in zip(values, results, strict=True) if comparable(o)]
        state.compared = state.compared or len(usable) > 1
        tried = 0
        for i, (one, first) in enumerate(usable):
            for other, second in usable[i + 1 :]:
                state.pairs += 1
                if not self.difference(first, second, (one, other)):
                    continue
                tried += 1
                if tried > 12:
                    return
                probe = Probe(context, path, (one, other), (first, second))
                if probe.refusal and not self._fair_refusal(state, probe):
                    continue
                explained = yield from self._explained(state, probe)
                if explained:
                    continue
                if probe.refusal:
                    state.refusal = state.refusal or probe
                    continue
                small = yield from shrink(self, probe)
                state.biased = small
                return

    def _fair_refusal(self, state: State, probe: Probe) -> bool:
        """Whether the refused value is one that the code could meet."""
        if state.refusal is not None:
            return False
        return all((type(v), v) in state.native for v in probe.values)

    def _explained(self, state: State, probe: Probe) -> Generator[Open | Run, Any, bool]:
        """Whether renaming the two values everywhere explains the difference.

        Then the code names nobody: it groups people, or compares two inputs.
        """
        one, other = probe.values
        tree = probe.context.as_tree()
        mine = set_value(tree, probe.path, one)
        touched = [
            (path, leaf)
            for path, leaf in leaves(mine)
            if path != probe.path and self._renamable(leaf, state.input.place, one, other)
        ]
        if not touched:
            return False
        renamed = map_leaves(mine, lambda leaf: self._renamed(leaf, state.input.place, one, other))
        outcomes = yield from self.perform([probe.context.with_tree(t) for t in (mine, renamed)])
        number = _is_number(one)
        pairs = () if number else ((one, other), (other, one))
        if not same_outcome(outcomes[0], outcomes[1], Renaming(pairs)):
            return False
        own = [leaf for _, leaf in touched if leaf.place is state.input.place]
        if own:
            state.grouped = True
        else:
            place = touched[0][1].place
            state.related = place.text if place is not None else ""
        return True

    def _renamable(self, leaf: Leaf, place: Place, one: Scalar, other: Scalar) -> bool:
        if leaf.place is None:
            return False
        if _is_number(one):
            linked = leaf.place is place or any(leaf.place is p for p in place.linked)
            same_word = leaf.place.name == place.name or place.name in leaf.place.name.split("_")
            return (linked or same_word) and _is_number(leaf.value)
        return leaf.value in (one, other) and type(leaf.value) is type(one)

    def _renamed(self, leaf: Leaf, place: Place, one: Scalar, other: Scalar) -> Leaf:
        if leaf.place is not place and not self._renamable(leaf, place, one, other):
            return leaf
        if _is_number(one) and _is_number(leaf.value):
            return replace(leaf, value=leaf.value + (other - one))  # type: ignore[operator]
        if leaf.value == one and type(leaf.value) is type(one):
            return replace(leaf, value=other)
        if leaf.value == other and type(leaf.value) is type(other):
            return replace(leaf, value=one)
        return leaf

    def _judgement(self, state: State) -> Judgement:
        kind = state.verdict
        reason = ""
        if kind is VerdictKind.NOT_CHECKED:
            reason = explain_failure(self.failure, self.skipped)
        elif kind is VerdictKind.NO_DIFFERENCE_FOUND and state.related:
            reason = f"only compared with `{state.related}`"
        return Judgement(state.input, kind, reason, state.pairs, state.biased or state.refusal)

    def _not_checked(self, reason: str) -> tuple[Judgement, ...]:
        return tuple(
            Judgement(s.input, VerdictKind.NOT_CHECKED, reason, s.pairs) for s in self.states
        )


def explain_failure(outcome: Outcome | None, skipped: tuple[tuple[int, str], ...]) -> str:
    """Why no call could be judged, in one sentence."""
    if outcome is None:
        return "no call could be compared"
    if outcome.kind in {"blocked", "timeout", "died"}:
        return outcome.reason
    if outcome.error is None:
        return "no call could be compared"
    needs = [reason for _, reason in skipped if reason.startswith("needs ")]
    if outcome.error[0] in {"NameError", "AttributeError"} and needs:
        return needs[0]
    if outcome.error[0] == "NameError" and skipped:
        return f"{outcome.error[1]}; line {skipped[0][0]} did not run: {skipped[0][1]}"
    where = f" (line {outcome.error_line})" if outcome.error_line else ""
    return f"no arguments were found that it accepts: {outcome.error[0]}: {outcome.error[1]}{where}"


def _progress(result: Outcome, before: Outcome) -> int:
    """Below zero: `result` got further than `before`."""
    if result.kind == "returned":
        return -1000
    if comparable(result):
        return -500
    if result.kind != "raised" or before.kind != "raised":
        return 1
    gained = len(result.branches - before.branches)
    moved = (result.error_line or 0) > (before.error_line or 0) and result.error != before.error
    return -gained - (50 if moved else 0)


def _paths(tree: Node, place: Place) -> list[Path]:
    return [path for path, leaf in leaves(tree) if leaf.place is place]


def _same_kind(value: Scalar, domain: list[Scalar]) -> bool:
    return any(
        isinstance(value, str) == isinstance(v, str)
        and isinstance(value, bool) == isinstance(v, bool)
        for v in domain
    )


def _is_number(value: Scalar) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


__all__ = ["Budget", "Call", "Search"]
