"""Probing contexts: one protected input varied, everything else held still."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

from evenhand.check.probing.argument_trees import (
    Leaf,
    Node,
    Position,
    Scalar,
    at,
    leaves,
    set_value,
)
from evenhand.check.probing.contexts import Context
from evenhand.check.probing.domains import unique
from evenhand.check.probing.input_state import Probe, State
from evenhand.check.probing.outcome_comparison import comparable, stopped
from evenhand.check.probing.relations import explained
from evenhand.check.probing.requests import Outcome
from evenhand.check.probing.search_state import Steps, Trial
from evenhand.check.probing.witnesses import shrink
from evenhand.check.reading.access_paths import AccessPath

WIDTH = 14
"""How many values of a protected input are tried in one context."""
PEOPLE = 2
"""In how many rows of a list the attribute is varied."""
LARGEST = 8
"""How many contexts are probed at once at most."""
VALUES_SECONDS = 0.04
"""What the values of one input in one context may take, before fewer are tried."""
PATIENCE = 12
"""Differences that turn out to be none before the rest of a context is passed over."""
OFTEN, IMPATIENCE = 10, 2
"""After so many contexts that were passed over, one of them takes so many differences."""


def probe(
    trial: Trial,
    contexts: list[Context],
    calls: int | None = None,
    width: int = WIDTH,
    generator: random.Random | None = None,
) -> Steps[None]:
    """Vary each undecided input in each context, until all are decided or `calls` are spent.

    The first contexts decide most inputs, so that portions begin small and grow.
    `generator` picks when not all values are tried.
    """
    start, size = 0, 1
    spent = trial.calls
    while start < len(contexts) and trial.undecided and not trial.exhausted:
        if calls is not None and trial.calls - spent > calls:
            return
        yield from _portion(trial, contexts[start : start + size], width, generator)
        start += size
        size = min(2 * size, LARGEST)


def _portion(
    trial: Trial, contexts: list[Context], width: int, generator: random.Random | None
) -> Steps[None]:
    plans: list[tuple[State, Context, Position, list[Scalar]]] = []
    tries: list[Context] = []
    width = trial.affordable(VALUES_SECONDS, 3, width)
    people = trial.affordable(VALUES_SECONDS, 1, PEOPLE)
    for context in contexts:
        tree = context.as_tree()
        for state in trial.undecided:
            for position in _paths(tree, state.input.path)[:people]:
                values = _values(state, tree, position, width, generator)
                plans.append((state, context, position, values))
                tries.extend(context.with_tree(set_value(tree, position, v)) for v in values)
    outcomes = yield from trial.perform(tries)
    start = 0
    for state, context, position, values in plans:
        results = outcomes[start : start + len(values)]
        start += len(values)
        if not state.decided:
            yield from _judge(trial, context, state, position, values, results)


def _values(
    state: State, tree: Node, position: Position, width: int, generator: random.Random | None
) -> list[Scalar]:
    leaf = at(tree, position)
    assert isinstance(leaf, Leaf)
    values = list(unique([leaf.value, *state.domain]))
    if generator is not None and len(values) > width:
        return [values[0], *generator.sample(values[1:], width - 1)]
    return values[:width]


def _judge(
    trial: Trial,
    context: Context,
    state: State,
    position: Position,
    values: list[Scalar],
    results: list[Outcome],
) -> Steps[None]:
    usable = [(v, o) for v, o in zip(values, results, strict=True) if comparable(o)]
    state.compared = state.compared or len(usable) > 1
    state.stopped = state.stopped or next((o for o in results if stopped(o)), None)
    for value, outcome in usable:
        state.note_flag(value, outcome)
    differing = _differing(trial, state, context, position, usable)
    patience = PATIENCE if state.passed_over < OFTEN else IMPATIENCE
    start, size = 0, 1  # the first difference decides nearly always
    while start < patience and (found := list(islice(differing, size))):
        named = yield from explained(trial, state, found)
        for one in (p for p, nobody in zip(found, named, strict=True) if not nobody):
            if not one.refusal:
                state.biased = yield from shrink(trial, state, one)
                return
            state.refusal = state.refusal or one
        start, size = start + size, patience - 1
    state.passed_over += start > 0


def _differing(
    trial: Trial,
    state: State,
    context: Context,
    position: Position,
    usable: list[tuple[Scalar, Outcome]],
) -> Iterator[Probe]:
    """Pairs whose outcomes differ; one refusal is enough, and a bias is still sought."""
    for index, (one, first) in enumerate(usable):
        for other, second in usable[index + 1 :]:
            state.pairs += 1
            if not trial.difference(state, first, second, (one, other)):
                continue
            found = Probe(context, position, (one, other), (first, second))
            if not found.refusal or (state.refusal is None and _could_meet(state, found)):
                yield found


def _could_meet(state: State, found: Probe) -> bool:
    """Whether both values are spelled as the code itself would spell them."""
    return all((type(v), v) in state.native for v in found.values)


def _paths(tree: Node, path: AccessPath) -> list[Position]:
    return [position for position, leaf in leaves(tree) if leaf.path is path]
