"""Probes contexts: one protected input is varied, everything else is held still."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice

from evenhand.check.outcomes.deciders import asking
from evenhand.check.outcomes.outcome_comparison import both_fail, comparable, stopped
from evenhand.check.outcomes.requests import Outcome, Steps
from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.search.arguments.argument_trees import (
    Leaf,
    Node,
    Position,
    at,
    leaves,
    set_value,
)
from evenhand.check.search.arguments.contexts import Context
from evenhand.check.search.asked_order import asks_another
from evenhand.check.search.foreign_errors import is_foreign, only_fail_otherwise
from evenhand.check.search.input_state import InputState
from evenhand.check.search.judge_questions import is_harmless
from evenhand.check.search.overwriting import only_overwritten
from evenhand.check.search.possible_people import among_possible_people
from evenhand.check.search.probes import Probe
from evenhand.check.search.relations import explained
from evenhand.check.search.search_state import SearchState
from evenhand.check.search.values.domains import unique
from evenhand.check.search.witnesses import shrink
from evenhand.scalars import Scalar

WIDTH = 14
"""How many values of a protected input are tried in one context."""
UNREAD_WIDTH = 3
"""How many in a context in which the input was not read, as far as the source shows it."""
SYMMETRIC_WIDTH = 4
"""How many of an input whose values only ever changed places."""
PEOPLE = 2
"""In how many rows of a list the attribute is varied."""
LARGEST = 8
"""How many contexts are probed at once at most."""
STEPS_OF_VALUES = 40_000
"""What the values of one input in one context may take, before fewer are tried."""
PATIENCE = 12
"""Differences that turn out to be none before the rest of a context is passed over."""
STEPS_OF_DIFFERENCES = 40_000
"""What finding that out may take, before there are fewer of them."""
OFTEN, IMPATIENCE = 5, 2
"""After `OFTEN` contexts that were passed over, one of them takes `IMPATIENCE` differences; sooner
if the values only ever changed places."""


Watched = tuple[Context, Outcome]
"""A context, and what came of it in a watched run."""


@dataclass(frozen=True, slots=True)
class Variation:
    """One person's attribute in one context, and the values that it is given there."""

    state: InputState
    context: Context
    outcome: Outcome
    """Of the context itself."""
    position: Position
    values: list[Scalar]
    """The context's own value, which `outcome` is for, and those that are tried in its place."""

    def contexts(self) -> Iterator[Context]:
        """The context with each of the values but its own."""
        tree = self.context.as_tree()
        for value in self.values[1:]:
            yield self.context.with_tree(set_value(tree, self.position, value))


@dataclass(frozen=True, slots=True)
class Tried:
    """A variation, and how the call with each of its values ended."""

    variation: Variation
    outcomes: list[Outcome]


def probe(
    search: SearchState,
    contexts: list[Watched],
    calls: float | None = None,
    width: int = WIDTH,
    generator: random.Random | None = None,
) -> Steps[None]:
    """Vary each undecided input in each context, until all are decided or `calls` are spent.

    The first contexts decide most inputs, so that portions begin small and grow.
    `width` bounds the values of an input in one context; `generator` picks among more of them, and
    without one the first are tried.
    """
    spending = search.spending
    most_calls = math.inf if calls is None else spending.calls + calls
    start, size = 0, 1

    while start < len(contexts) and search.undecided:
        if search.has_probed_enough or spending.calls > most_calls:
            return
        yield from _probe_portion(search, contexts[start : start + size], width, generator)
        start += size
        size = min(2 * size, LARGEST)


def _probe_portion(
    search: SearchState, contexts: list[Watched], width: int, generator: random.Random | None
) -> Steps[None]:
    variations = list(_variations(search, contexts, width, generator))
    varied = [context for variation in variations for context in variation.contexts()]
    outcomes = yield from search.perform(varied)

    later: dict[int, list[Tried]] = {}
    remaining = iter(outcomes)
    for variation in variations:
        state = variation.state
        others = islice(remaining, len(variation.values) - 1)
        tried = Tried(variation, [variation.outcome, *others])
        if state.observed.passed_over:  # its differences say little, so that few requests will do
            later.setdefault(id(state), []).append(tried)
        elif not state.decided:
            yield from _judge(search, state, [tried])

    for of_state in later.values():
        state = of_state[0].variation.state
        if not state.decided:
            yield from _judge(search, state, of_state)


def _variations(
    search: SearchState, contexts: list[Watched], width: int, generator: random.Random | None
) -> Iterator[Variation]:
    affordable = search.spending.affordable(STEPS_OF_VALUES, 3, width)
    people = search.spending.affordable(STEPS_OF_VALUES, 1, PEOPLE)

    for context, outcome in contexts:
        tree = context.as_tree()
        for state in search.undecided:
            for position in _positions(tree, state.input.path)[:people]:
                most = _most_values(state, outcome, affordable)
                is_narrowed = most < _most_values(state, outcome, width)
                values = _values(state, tree, position, most, generator, at_both_ends=is_narrowed)
                yield Variation(state, context, outcome, position, values)


def _most_values(state: InputState, outcome: Outcome, width: int) -> int:
    """How many values of an input are worth trying in a context with this outcome."""
    if not state.is_read_in(outcome):
        return min(width, UNREAD_WIDTH)
    return min(width, SYMMETRIC_WIDTH) if state.is_symmetric else width


def _values(
    state: InputState,
    tree: Node,
    position: Position,
    width: int,
    generator: random.Random | None,
    *,
    at_both_ends: bool,
) -> list[Scalar]:
    """The context's own value, and others up to `width`: the first ones, or half of them the last.

    The first are those of the code, which it may meet all alike.
    """
    leaf = at(tree, position)
    assert isinstance(leaf, Leaf)

    values = list(unique([leaf.value, *state.domain]))
    if len(values) <= width:
        return values
    if generator is not None:
        return [values[0], *generator.sample(values[1:], width - 1)]
    behind = width // 2 if at_both_ends else 0
    return [*values[: width - behind], *values[len(values) - behind :]]


def _judge(search: SearchState, state: InputState, every: list[Tried]) -> Steps[None]:
    """Note what the outcomes of variations of one input say about it."""
    differing = [_noted_differences(search, tried) for tried in every]
    begun = [(next(differences, None), differences) for differences in differing]
    firsts = [first for first, _ in begun if first is not None]
    further = [differences for first, differences in begun if first is not None]

    # The first difference of a context decides nearly always.
    decided = yield from _weigh(search, state, firsts)
    if decided or search.has_probed_enough:
        return

    rest = list(_further_pairs(search, state, further))
    decided = yield from _weigh(search, state, rest)
    if not decided:
        state.observed.passed_over += len(further)


def _further_pairs(
    search: SearchState, state: InputState, further: list[Iterator[Probe]]
) -> Iterator[Probe]:
    """As many more differences of each context as there is patience for."""
    most = search.spending.affordable(STEPS_OF_DIFFERENCES, IMPATIENCE, PATIENCE)
    for passed_over, differences in enumerate(further, start=state.observed.passed_over):
        is_patient = passed_over < OFTEN and not state.is_symmetric
        patience = most if is_patient else IMPATIENCE
        yield from islice(differences, patience - 1)


def _noted_differences(search: SearchState, tried: Tried) -> Iterator[Probe]:
    """The pairs of a variation that differ, after everything else that it says was noted."""
    variation, outcomes = tried.variation, tried.outcomes
    results = zip(variation.values, outcomes, strict=True)
    usable = [result for result in results if is_usable(search, variation, *result)]
    _note(variation, usable, outcomes)
    yield from _differing(variation, usable, search.raising)


def is_usable(search: SearchState, variation: Variation, value: Scalar, outcome: Outcome) -> bool:
    """Whether a call of a variation says something about the value."""
    tree = variation.context.as_tree()
    if asks_another(tree, variation.position, outcome):
        return False
    if not comparable(outcome) or outcome.returned:
        return outcome.returned
    names_group = bool(variation.state.input.path.facts.constants)
    return not is_foreign(
        outcome, value, tree, variation.position, search.raising, names_group=names_group
    )


def _weigh(search: SearchState, state: InputState, probes: list[Probe]) -> Steps[bool]:
    """Note the differences that are about persons; True if one of them is a bias."""
    if not probes:
        return False

    witnesses = state.witnesses
    personal = yield from unexplained(search, state, probes)
    for difference in personal:
        pair = yield from of_possible_person(search, state, difference)
        if pair is None:
            continue
        if is_quiet(search, state, pair):
            witnesses.quiet = witnesses.quiet or pair  # behind it there may be a decision
        elif not pair.refusal:
            witnesses.biased = yield from shrink(search, state, pair)
            return True
        else:
            witnesses.refusal = witnesses.refusal or pair
    return False


def unexplained(search: SearchState, state: InputState, probes: list[Probe]) -> Steps[list[Probe]]:
    """The differences that are more than who is grouped with whom, and which inputs agree."""
    answers = yield from explained(search, state, probes)
    return [p for p, is_explained in zip(probes, answers, strict=True) if not is_explained]


def of_possible_person(
    search: SearchState, state: InputState, difference: Probe
) -> Steps[Probe | None]:
    """The difference as somebody may meet it; None if nobody does, or if it only sets the value."""
    pair = yield from among_possible_people(search, state, difference)
    return None if pair is None or only_overwritten(state, pair) else pair


def is_quiet(search: SearchState, state: InputState, pair: Probe) -> bool:
    """Whether nobody gets or loses anything by a difference."""
    return both_fail(*pair.outcomes) or is_harmless(search, state, pair)


def _note(
    variation: Variation, usable: list[tuple[Scalar, Outcome]], outcomes: list[Outcome]
) -> None:
    state = variation.state
    if state.counts(variation.outcome):
        state.observed.note_compared([outcome for _, outcome in usable])
        for value, outcome in zip(variation.values, outcomes, strict=True):
            is_native = (type(value), value) in state.native
            state.observed.note_broken(value, outcome, is_native=is_native)
    elif variation.outcome.deciding and state.is_read_in(variation.outcome):
        state.observed.note_decider(variation.outcome)
    else:
        state.observed.note_missed(variation.outcome)

    first_stopped = next((outcome for outcome in outcomes if stopped(outcome)), None)
    state.observed.stopped = state.observed.stopped or first_stopped

    for value, outcome in usable:
        if isinstance(value, bool):
            state.observed.flag_answers.note(value, outcome)
    state.note_wish(usable)


def _differing(
    variation: Variation, usable: list[tuple[Scalar, Outcome]], raising: frozenset[int]
) -> Iterator[Probe]:
    """Pairs whose outcomes differ; one refusal is enough, and a bias is still sought.

    A word that the code writes in another way is no group of its own.
    """
    state = variation.state
    counts = state.counts(variation.outcome)
    spelled = [result for result in usable if not state.is_misspelt(result[0])]
    for (value, outcome), (other_value, other) in combinations(spelled, 2):
        state.observed.pairs += counts
        values = (value, other_value)
        if not are_apart(state, values, (outcome, other), raising):
            state.observed.note_guess(outcome, other)
            _note_delegated(variation, values, (outcome, other))
            continue

        pair = Probe(variation.context, variation.position, values, (outcome, other))
        if not pair.refusal or _is_first_refusal(state, pair):
            yield pair


def are_apart(
    state: InputState,
    values: tuple[Scalar, Scalar],
    outcomes: tuple[Outcome, Outcome],
    raising: frozenset[int],
) -> bool:
    """Whether outcomes differ beyond the echo of the values, and beyond how mistakes are worded."""
    differ = state.tells_apart(values, *outcomes)
    return differ and not only_fail_otherwise(*outcomes, raising)


def _note_delegated(
    variation: Variation, values: tuple[Scalar, Scalar], outcomes: tuple[Outcome, Outcome]
) -> None:
    """Remember two calls that look alike, but ask a decider outside of the code otherwise.

    The person's own value counts here: that it is handed on is what is seen.
    """
    state = variation.state
    if state.witnesses.delegated is None and ask_otherwise(*outcomes):
        context, position = variation.context, variation.position
        first, second = map(asking, outcomes)
        state.witnesses.delegated = Probe(context, position, values, (first, second))


def ask_otherwise(first: Outcome, second: Outcome) -> bool:
    """Whether a decider outside of the code is asked something else in two calls."""
    both_say = comparable(first) and comparable(second)
    return both_say and asking(first).effects != asking(second).effects


def _is_first_refusal(state: InputState, pair: Probe) -> bool:
    """Whether none was seen before, and it is one that somebody may meet."""
    return state.witnesses.refusal is None and is_spelled(state, pair)


def is_spelled(state: InputState, pair: Probe) -> bool:
    """Whether both values are spelled as the code would spell them."""
    return all((type(value), value) in state.native for value in pair.values)


def _positions(tree: Node, path: AccessPath) -> list[Position]:
    """Where in a context the path has values: one position for each person."""
    return [position for position, leaf in leaves(tree) if leaf.path is path]
