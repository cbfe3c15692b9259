"""Finds out what a function does today, in many contexts and for every value of an attribute."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from evenhand.causes import Cause
from evenhand.check.outcomes.outcome_comparison import comparable, same_outcome
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.requests import Call, Loaded, Module, Open, Outcome, Steps
from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.search.arguments.argument_trees import Leaf, Position, at, leaves, set_value
from evenhand.check.search.arguments.contexts import Context
from evenhand.check.search.exploring import explore
from evenhand.check.search.first_calls import open_and_settle
from evenhand.check.search.input_state import InputState
from evenhand.check.search.search_state import SearchState
from evenhand.check.search.values.choosing import at_random
from evenhand.repair.machine_faults import demand_no_fault, reason_of
from evenhand.scalars import Scalar, is_number, is_same

MOST_CONTEXTS = 48
LEAST_CONTEXTS = 6
MOST_VALUES = 14
LEAST_VALUES = 3
RANDOM_CONTEXTS = 24
RANDOM_SEED = 7000
"""Of the first random context; each has its own."""
PEOPLE = 2
"""In how many rows of a list an attribute is varied."""
OTHER_VALUES = 4
"""Values tried for every other input."""
MOST_BASES = 24
"""Contexts in which every other input is varied."""
LEAST_BASES = 3
STEPS = 250_000
"""What running all contexts once for each value may take, before there are fewer."""
CALLS = 20_000
"""Most calls for varying, and as many again for each candidate."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One person's attribute in one context."""

    context: Context
    position: Position
    path: AccessPath

    @property
    def value(self) -> Scalar:
        """The value that the context has there."""
        leaf = at(self.context.as_tree(), self.position)
        assert isinstance(leaf, Leaf)
        return leaf.value

    @property
    def is_credible(self) -> bool:
        """Whether no number in the context is below zero, as no salary is, and no count."""
        values = (leaf.value for _, leaf in leaves(self.context.as_tree()))
        return not any(is_number(value) and value < 0 for value in values)

    def with_value(self, value: Scalar) -> Context:
        """The context with another value there."""
        return self.context.with_tree(set_value(self.context.as_tree(), self.position, value))


@dataclass(frozen=True, slots=True)
class Varied:
    """What a function does in one spot for every value of the attribute."""

    spot: Spot
    outcomes: Mapping[Scalar, Outcome]
    """The spot's own value first, as far as the outcomes can be compared."""


@dataclass(frozen=True, slots=True)
class Nearby:
    """Two contexts that differ in one input that is not to be repaired."""

    path: AccessPath
    contexts: tuple[Context, Context]


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """What a function does before any repair."""

    search: SearchState
    varied: Mapping[str, tuple[Varied, ...]]
    """By the text of the input."""
    nearby: tuple[Nearby, ...]
    """Pairs for every other input that makes a difference in one of them."""
    problem: str | None = None
    """Why nothing could be found out, as a clause."""
    attributes: frozenset[str] = frozenset()
    """Those that are to make no difference any more."""

    @property
    def states(self) -> tuple[InputState, ...]:
        """The inputs that make a difference."""
        return tuple(s for s in self.search.states if s.input.path.text in self.varied)

    @property
    def repaired(self) -> tuple[InputState, ...]:
        """These, then all others of the same attributes: they may make one that nobody has seen."""
        others = (
            state
            for state in self.search.states
            if state.input.attribute in self.attributes and state.input.path.text not in self.varied
        )
        return (*self.states, *others)


def survey(search: SearchState, attributes: frozenset[str]) -> Steps[Survey]:
    """Explore every branch in a thorough search, then vary each input of `attributes`."""
    problem = yield from open_and_settle(search)
    if problem is not None and problem.cause is not Cause.UNSTEADY_ANSWERS:
        return Survey(search, {}, (), reason_of(problem))
    if problem is not None or not search.observed.accepted:
        return Survey(search, {}, (), "no calls of it can be compared")

    yield from explore(search, search.observed.accepted)
    if search.spending.late is not None:
        return Survey(search, {}, (), reason_of(search.spending.late))
    search.spending.start_anew(CALLS)
    contexts = yield from _contexts(search)

    states = [state for state in search.states if state.input.attribute in attributes]
    varied = yield from _varied_inputs(search, contexts, states)

    to_repair = {id(state.input.path) for state in states}
    bases = contexts[: search.spending.affordable(STEPS // 10, LEAST_BASES, MOST_BASES)]
    nearby = yield from _nearby(search, bases, to_repair)
    if search.spending.late is not None:
        return Survey(search, {}, (), reason_of(search.spending.late))
    return Survey(search, varied, tuple(nearby), attributes=attributes)


def open_unwatched(search: SearchState, module: Module) -> Steps[Loaded]:
    """Load a text of the file as it is written, with time and calls for running all contexts."""
    search.spending.start_anew(CALLS)
    return (yield from search.open(Open(module, watch=False)))


def perform_all(search: SearchState, contexts: Sequence[Context]) -> Steps[list[Outcome]]:
    """Run every context, with a new budget as often as one is spent; only the clock ends it.

    Raises `WorkerError`.
    """
    outcomes: list[Outcome] = yield from search.perform(list(contexts))
    while search.spending.late is None:
        missing = [index for index, outcome in enumerate(outcomes) if _was_not_made(outcome)]
        if not missing:
            break
        search.spending.start_anew(CALLS)
        made = yield from search.perform([contexts[index] for index in missing])
        for index, outcome in zip(missing, made, strict=True):
            outcomes[index] = outcome
    demand_no_fault(outcome.explanation for outcome in outcomes)
    return outcomes


def positions_of(context: Context, path: AccessPath) -> list[Position]:
    """Where in a context `path` has values: one position for each person."""
    return [position for position, leaf in leaves(context.as_tree()) if leaf.path is path]


def mattering(search: SearchState, pairs: Sequence[Nearby]) -> Steps[set[int]]:
    """Access paths, by identity, that make a difference in one of the pairs that vary them."""
    outcomes = yield from perform_all(search, [c for pair in pairs for c in pair.contexts])
    firsts, seconds = outcomes[::2], outcomes[1::2]
    return {
        id(pair.path)
        for pair, first, second in zip(pairs, firsts, seconds, strict=True)
        if _differ(first, second)
    }


def _contexts(search: SearchState) -> Steps[list[Context]]:
    """Contexts that reach every branch, and some random ones; none twice."""
    kept = [state.witnesses for state in search.states]
    probes = [probe for each in kept for probe in (each.biased, each.refusal)]
    witnesses = [probe.context for probe in probes if probe is not None]

    by_call: dict[Call, Context] = {}
    reached = (*search.observed.accepted, *witnesses, *search.observed.kept)
    for context in (*reached, *_random_contexts(search)):
        by_call.setdefault(context.call(search.writer), context)

    most = search.spending.affordable(STEPS, LEAST_CONTEXTS, MOST_CONTEXTS)
    contexts = list(by_call.values())[:most]
    outcomes = yield from perform_all(search, contexts)
    return [c for c, outcome in zip(contexts, outcomes, strict=True) if comparable(outcome)]


def _random_contexts(search: SearchState) -> list[Context]:
    """Every second one has two people in its lists, the others have one."""
    return [
        search.build(1 + number % 2, at_random(search.values.of, RANDOM_SEED + number))
        for number in range(RANDOM_CONTEXTS)
    ]


def _varied_inputs(
    search: SearchState, contexts: Sequence[Context], states: Sequence[InputState]
) -> Steps[dict[str, tuple[Varied, ...]]]:
    """The inputs that make a difference in any context, by their text."""
    varied: dict[str, tuple[Varied, ...]] = {}
    for state in states:
        entries = yield from _varied(search, contexts, state)
        if any(_makes_difference(state, entry) for entry in entries):
            varied[state.input.path.text] = tuple(entries)
    return varied


def _varied(
    search: SearchState, contexts: Sequence[Context], state: InputState
) -> Steps[list[Varied]]:
    """What the function does for each value of one input, in every context."""
    path = state.input.path
    spots = [Spot(c, p, path) for c in contexts for p in positions_of(c, path)[:PEOPLE]]

    native = [value for value in state.domain if (type(value), value) in state.native]
    steps = STEPS // max(len(contexts), 1)
    most = search.spending.affordable(steps, LEAST_VALUES, MOST_VALUES)
    values = list(dict.fromkeys(native))[:most]

    plan = [(spot, list(dict.fromkeys([spot.value, *values]))) for spot in spots]
    tries = [spot.with_value(value) for spot, own_values in plan for value in own_values]
    outcomes = iter((yield from perform_all(search, tries)))

    entries: list[Varied] = []
    for spot, own_values in plan:
        by_value = {value: next(outcomes) for value in own_values}
        entries.append(Varied(spot, {v: o for v, o in by_value.items() if comparable(o)}))
    return entries


def _makes_difference(state: InputState, entry: Varied) -> bool:
    """Whether any value in a spot leads to another outcome than the first."""
    values = list(entry.outcomes)
    return any(
        state.tells_apart((values[0], value), entry.outcomes[values[0]], entry.outcomes[value])
        for value in values[1:]
    )


def _nearby(
    search: SearchState, bases: Sequence[Context], to_repair: set[int]
) -> Steps[list[Nearby]]:
    """For each other input that matters: pairs of contexts in which it does."""
    pairs = [pair for context in bases for pair in pairs_from(search, context, to_repair)]
    matter = yield from mattering(search, pairs)
    return [pair for pair in pairs if id(pair.path) in matter]


def pairs_from(search: SearchState, context: Context, to_repair: set[int]) -> Iterator[Nearby]:
    """The context beside each one that differs from it in one other input."""
    tree = context.as_tree()
    for position, leaf in leaves(tree):
        if leaf.path is None or id(leaf.path) in to_repair:
            continue
        for value in search.values.of(leaf.path)[:OTHER_VALUES]:
            if not is_same(value, leaf.value):
                other = context.with_tree(set_value(tree, position, value))
                yield Nearby(leaf.path, (context, other))


def _was_not_made(outcome: Outcome) -> bool:
    """Whether the budget was spent before a call could be made."""
    return outcome.cause is Cause.BUDGET_SPENT


def _differ(first: Outcome, second: Outcome) -> bool:
    if not comparable(first) or not comparable(second):
        return False
    return not same_outcome(first, second, Renaming(()))
