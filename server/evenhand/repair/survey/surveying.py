"""What a function does today, for many contexts and every value of the attributes to repair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evenhand.check.probing.argument_trees import Leaf, Position, Scalar, at, leaves, set_value
from evenhand.check.probing.contexts import Context, random_choice
from evenhand.check.probing.exploring import explore
from evenhand.check.probing.first_calls import first_contexts, steady
from evenhand.check.probing.input_state import State
from evenhand.check.probing.outcome_comparison import Renaming, comparable, same_outcome
from evenhand.check.probing.requests import Call, Loaded, Open, Outcome
from evenhand.check.probing.search_state import Steps, Trial
from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.sentences import explain

MOST_CONTEXTS = 48
MOST_VALUES = 14
RANDOM = 24
PEOPLE = 2
"""In how many rows of a list an attribute is varied."""
OTHERS = 4
"""Values tried for every other input."""
BASES = 24
"""Contexts in which every other input is varied."""
SECONDS = 1.0
"""What running all contexts once for each value may take, before there are fewer."""
CALLS = 20_000
"""Most calls for varying, and as many again for each candidate."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One person's attribute in one context."""

    context: Context
    position: Position
    path: AccessPath

    def with_value(self, value: Scalar) -> Context:
        return self.context.with_tree(set_value(self.context.as_tree(), self.position, value))


@dataclass(frozen=True, slots=True)
class Varied:
    """What a function does in one spot for every value of the attribute."""

    spot: Spot
    own: Scalar
    """The value that the context has there."""
    outcomes: Mapping[Scalar, Outcome]


@dataclass(frozen=True, slots=True)
class Nearby:
    """Two contexts that differ in one input that is not to be repaired."""

    path: AccessPath
    contexts: tuple[Context, Context]


@dataclass(frozen=True, slots=True)
class Survey:
    """A function as it is, before any repair."""

    trial: Trial
    varied: Mapping[str, tuple[Varied, ...]]
    """By the text of the input."""
    nearby: tuple[Nearby, ...]
    """Pairs for every other input that makes a difference in one of them."""
    problem: str = ""
    """Why nothing could be found out."""

    @property
    def states(self) -> tuple[State, ...]:
        return tuple(s for s in self.trial.states if s.input.path.text in self.varied)


def survey(trial: Trial, wanted: frozenset[str]) -> Steps[Survey]:
    """Explore every branch, then vary each input of the attributes `wanted`."""
    trial.thorough = True
    loaded: Loaded = yield Open(trial.module)
    if loaded.problem is not None:
        return Survey(trial, {}, (), explain(loaded.problem))
    first = trial.accepted = yield from first_contexts(trial)
    if not first or not (yield from steady(trial, first[0])):
        return Survey(trial, {}, (), "no calls of it can be compared")
    yield from explore(trial, first)
    trial.start_anew(CALLS)
    contexts = yield from _contexts(trial, first)
    states = [s for s in trial.states if s.input.attribute in wanted]
    varied: dict[str, tuple[Varied, ...]] = {}
    for state in states:
        found = yield from _varied(trial, contexts, state)
        if any(_differ(trial, state, entry) for entry in found):
            varied[state.input.path.text] = tuple(found)
    repaired = {id(s.input.path) for s in states if s.input.path.text in varied}
    bases = trial.affordable(SECONDS / 10, 3, BASES)
    nearby = yield from _nearby(trial, contexts[:bases], repaired)
    return Survey(trial, varied, tuple(nearby))


def _contexts(trial: Trial, first: Sequence[Context]) -> Steps[list[Context]]:
    """Contexts that lead everywhere, and some by chance; none twice."""
    chance = [trial.build(1 + n % 2, random_choice(trial.domain, 7000 + n)) for n in range(RANDOM)]
    found: dict[Call, Context] = {}
    witnesses = [p.context for s in trial.states for p in (s.biased, s.refusal) if p is not None]
    for context in (*first, *witnesses, *trial.kept, *chance):
        found.setdefault(context.call(trial.writer), context)
    most = trial.affordable(SECONDS, 6, MOST_CONTEXTS)
    contexts = list(found.values())[:most]
    outcomes = yield from trial.perform(contexts)
    return [c for c, o in zip(contexts, outcomes, strict=True) if comparable(o)]


def _varied(trial: Trial, contexts: Sequence[Context], state: State) -> Steps[list[Varied]]:
    path = state.input.path
    spots = [Spot(c, p, path) for c in contexts for p in paths_of(c, path)[:PEOPLE]]
    values = list(dict.fromkeys(v for v in state.domain if (type(v), v) in state.native))
    values = values[: trial.affordable(SECONDS / max(len(contexts), 1), 3, MOST_VALUES)]
    plan = [(spot, _own(spot)) for spot in spots]
    tries = [spot.with_value(v) for spot, own in plan for v in dict.fromkeys([own, *values])]
    outcomes = iter((yield from trial.perform(tries)))
    made: list[Varied] = []
    for spot, own in plan:
        table = {v: next(outcomes) for v in dict.fromkeys([own, *values])}
        made.append(Varied(spot, own, {v: o for v, o in table.items() if comparable(o)}))
    return made


def paths_of(context: Context, path: AccessPath) -> list[Position]:
    """Where in a context the place has values: one path for each person."""
    return [p for p, leaf in leaves(context.as_tree()) if leaf.path is path]


def _own(spot: Spot) -> Scalar:
    leaf = at(spot.context.as_tree(), spot.position)
    assert isinstance(leaf, Leaf)
    return leaf.value


def _differ(trial: Trial, state: State, entry: Varied) -> bool:
    values = list(entry.outcomes)
    first = values[0] if values else None
    return any(
        trial.difference(state, entry.outcomes[first], entry.outcomes[v], (first, v))
        for v in values[1:]
    )


def _nearby(trial: Trial, contexts: Sequence[Context], repaired: set[int]) -> Steps[list[Nearby]]:
    """For each other input that matters: pairs of contexts in which it does."""
    pairs: list[Nearby] = []
    for context in contexts:
        tree = context.as_tree()
        for position, leaf in leaves(tree):
            if leaf.path is None or id(leaf.path) in repaired:
                continue
            for value in trial.domain(leaf.path)[:OTHERS]:
                if type(value) is not type(leaf.value) or value != leaf.value:
                    other = context.with_tree(set_value(tree, position, value))
                    pairs.append(Nearby(leaf.path, (context, other)))
    matter = yield from mattering(trial, pairs)
    return [p for p in pairs if id(p.path) in matter]


def mattering(trial: Trial, pairs: Sequence[Nearby]) -> Steps[set[int]]:
    """Places, by identity, that make a difference in one of the pairs that vary them."""
    outcomes = yield from trial.perform([c for p in pairs for c in p.contexts])
    both = zip(outcomes[::2], outcomes[1::2], strict=True)
    return {id(p.path) for p, (one, other) in zip(pairs, both, strict=True) if _depends(one, other)}


def _depends(one: Outcome, other: Outcome) -> bool:
    both = comparable(one) and comparable(other)
    return both and not same_outcome(one, other, Renaming(()))
