"""Which contexts to probe: those that reach new branches, and those near to a turn.

First the frontier: a context that reaches a new branch is kept, and what it compared says
which values would take it elsewhere. Then rounds of random contexts, of which those are
probed in which some computed number is closest to the other side of its comparison.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from evenhand.check.probing.argument_trees import Node, Scalar, leaves, set_value
from evenhand.check.probing.contexts import Context, random_choice
from evenhand.check.probing.domains import believable, plausible
from evenhand.check.probing.learning import ORDERED, Hint, hints, turns
from evenhand.check.probing.pairing import probe
from evenhand.check.probing.requests import Outcome
from evenhand.check.probing.search_state import Steps, Trial

BATCH = 32
ROUND = 40
"""Random contexts of one round."""
TURNED = 24
"""Contexts of a round that were solved for rather than drawn."""
SOLVED_FROM = 10
"""How many contexts of a round are solved for values just past their comparisons."""
PROBES = 3
"""Calls that a round spends on probing, for each of its contexts."""
FEWEST = 3
"""How many rounds there are at least."""
ROUND_SECONDS = 0.03
"""What running the contexts of a round may take, before there are fewer."""
NARROW = 4
"""Values of a protected input tried in a random context."""
SEEDS_APART = 1_000_003
"""So that no two seeds share a random context."""


@dataclass(slots=True)
class Frontier:
    """What has been reached so far."""

    trial: Trial
    reached: set[str] = field(default_factory=set)
    """Branches, and the results of comparisons."""
    seen: set[str] = field(default_factory=set)
    moved: set[tuple[int, str]] = field(default_factory=set)
    """Values that were already put into a place."""
    learned: dict[tuple[int, bool, type, Scalar], bool] = field(default_factory=dict)
    """Hints that were looked at, and whether a believable person has their value."""
    turned: deque[Context] = field(default_factory=lambda: deque(maxlen=400))
    """Contexts that may be just past a comparison, not yet run."""

    def is_further(self, outcome: Outcome) -> bool:
        """Whether a call reached something that none before it did."""
        compared = (f"{e.line}:{e.column}:{e.op}:{e.result}" for e in outcome.events)
        reached = outcome.branches.union(compared)
        further = not reached <= self.reached
        self.reached |= reached
        return further

    def is_new(self, context: Context) -> bool:
        text = str(context.call(self.trial.writer))
        if text in self.seen:
            return False
        self.seen.add(text)
        return True


def explore(trial: Trial, first: list[Context]) -> Steps[None]:
    """Probe contexts until every input is decided or the budget is spent."""
    frontier = Frontier(trial)
    yield from _follow(frontier, first)
    rounds = trial.affordable(trial.budget.chance_seconds, 1, 10_000) // (ROUND * (1 + PROBES))
    for number in range(min(max(rounds, FEWEST), trial.budget.rounds)):
        if trial.finished:
            return
        known = len(frontier.reached)
        yield from _round(frontier, number)
        if len(frontier.reached) == known and all(s.grouped for s in trial.undecided):
            return


def _follow(frontier: Frontier, first: list[Context]) -> Steps[None]:
    """Contexts that reach new branches, and what their comparisons lead to."""
    trial = frontier.trial
    queue = deque(first)
    while queue and not trial.finished:
        batch = [queue.popleft() for _ in range(min(len(queue), BATCH))]
        batch = [c for c in batch if frontier.is_new(c)]
        outcomes = yield from trial.perform(batch, watched=True)
        worth: list[Context] = []
        for context, outcome in zip(batch, outcomes, strict=True):
            if frontier.is_further(outcome) or context in first:
                worth.append(context)
                queue.extend(_changed(frontier, context, outcome))
            frontier.turned.extend(_turned(frontier, context, outcome))
        trial.kept += worth
        yield from probe(trial, worth)


def _changed(frontier: Frontier, context: Context, outcome: Outcome) -> Iterator[Context]:
    """Contexts that take the comparisons of this run the other way; each value once a place."""
    tree = context.as_tree()
    for hint in hints(context, outcome.events):
        if not _learn(frontier, hint):
            continue
        key = (id(hint.leaf.path), repr(hint.value))
        if key not in frontier.moved:
            frontier.moved.add(key)
            yield context.with_tree(set_value(tree, hint.position, hint.value))


def _turned(frontier: Frontier, context: Context, outcome: Outcome) -> Iterator[Context]:
    """Contexts in which a computed number may be just past its comparison."""
    tree = context.as_tree()
    for hint in turns(context, outcome.events):
        key = (id(hint.leaf.path), repr(hint.value))
        state = frontier.trial.state_of(hint.leaf.path)
        if key in frontier.moved or (state and not believable(hint.value, state.input.match)):
            continue
        if not plausible(hint.leaf.path, hint.leaf.value, hint.value):
            continue
        frontier.moved.add(key)
        yield context.with_tree(set_value(tree, hint.position, hint.value))


def _learn(frontier: Frontier, hint: Hint) -> bool:
    """Remember the value; False where no believable person has it."""
    key = (id(hint.leaf.path), hint.from_code, type(hint.value), hint.value)
    if key not in frontier.learned:
        frontier.learned[key] = _remembered(frontier.trial, hint)
    return frontier.learned[key]


def _remembered(trial: Trial, hint: Hint) -> bool:
    path = hint.leaf.path
    state = trial.state_of(path)
    if state is None:
        if path is not None:
            trial.learn(path, hint.value)
        return path is not None
    if not believable(hint.value, state.input.match):
        return False
    if hint.from_code and state.same_kind(hint.value):
        state.learn(hint.value)
        state.native.add((type(hint.value), hint.value))
    return True


def _round(frontier: Frontier, number: int) -> Steps[None]:
    """Random contexts and neighbours of kept ones; the closest to a turn are probed."""
    trial = frontier.trial
    generator = random.Random(number + SEEDS_APART * trial.seed)
    turned = [frontier.turned.popleft() for _ in range(min(len(frontier.turned), TURNED))]
    size = trial.affordable(ROUND_SECONDS, 8, ROUND)
    tries = [*turned[:size], *islice(_random_contexts(frontier, generator, number), size)]
    tries = [c for c in tries if frontier.is_new(c)]
    outcomes = yield from trial.perform(tries, watched=True)
    ranked: list[tuple[float, int, Context]] = []
    for index, (context, outcome) in enumerate(zip(tries, outcomes, strict=True)):
        if frontier.is_further(outcome):
            trial.kept.append(context)
            ranked.append((-1.0, index, context))
        elif outcome.kind == "returned":
            ranked.append((closeness(context, outcome), index, context))
        for hint in hints(context, outcome.events):
            _learn(frontier, hint)
    ranked.sort(key=lambda entry: entry[:2])
    for _, index, context in ranked[:SOLVED_FROM]:
        frontier.turned.extend(_turned(frontier, context, outcomes[index]))
    yield from probe(trial, [c for _, _, c in ranked], PROBES * size, NARROW, generator)


def _random_contexts(
    frontier: Frontier, generator: random.Random, number: int
) -> Iterator[Context]:
    trial = frontier.trial
    for index in range(ROUND):
        if trial.kept and index % 2:
            yield _mutated(trial, generator.choice(trial.kept), generator)
        else:
            seed = number * ROUND + index + SEEDS_APART * trial.seed
            yield trial.build(1 + index % 5 // 2, random_choice(trial.domain, seed))


def _mutated(trial: Trial, context: Context, generator: random.Random) -> Context:
    """A kept context with up to three leaves changed; numbers are also scaled."""
    tree: Node = context.as_tree()
    choices = [(p, leaf) for p, leaf in leaves(tree) if leaf.path is not None]
    if not choices:
        return context
    for position, leaf in generator.sample(choices, min(len(choices), generator.randint(1, 3))):
        assert leaf.path is not None
        values = trial.domain(leaf.path)
        state = trial.state_of(leaf.path)
        if state is None and _is_number(leaf.value) and generator.random() < 0.5:
            value = _scaled(leaf.value, generator)
            if plausible(leaf.path, leaf.value, value):
                tree = set_value(tree, position, value)
        elif values:
            tree = set_value(tree, position, generator.choice(values))
    return context.with_tree(tree)


def _scaled(value: Scalar, generator: random.Random) -> Scalar:
    assert isinstance(value, (int, float))
    factor = generator.choice((0.1, 0.5, 0.8, 0.9, 1.1, 1.25, 2, 10))
    if isinstance(value, int):
        return round((value or 1) * factor)
    return round((value or 1.0) * factor, 4)


def closeness(context: Context, outcome: Outcome) -> float:
    """How near a computed number is to the other side of a comparison; small is near."""
    given = {leaf.value for _, leaf in leaves(context.as_tree()) if _is_number(leaf.value)}
    found = [1.0]
    for event in outcome.events:
        one, other = event.left, event.right
        if event.op not in ORDERED or not _is_number(one) or not _is_number(other):
            continue
        if one in given or other in given:
            continue
        found.append(abs(one - other) / max(abs(one), abs(other), 1e-9))
    return min(found)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
