"""Which contexts to probe: those that reach new branches, and those near to a turn.

First the frontier: a context that reaches a new branch is kept, and what it compared says
which values would take it elsewhere. Then rounds of random contexts, of which those are
probed in which some computed number is closest to the other side of its comparison.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import islice

from evenhand.check.outcomes.outcome_comparison import shape_error
from evenhand.check.outcomes.requests import Outcome, Steps
from evenhand.check.reading.access_paths import Via
from evenhand.check.reading.ordering_calls import puts_in_order
from evenhand.check.search.agreeing import agreeing
from evenhand.check.search.arguments.argument_trees import leaves, put, set_value
from evenhand.check.search.arguments.contexts import Context
from evenhand.check.search.arguments.fit_arguments import assumptions, node_for
from evenhand.check.search.asked_order import in_asked_order
from evenhand.check.search.learning import (
    Hint,
    Place,
    computed_numbers,
    hints,
    hints_by_place,
    turns,
)
from evenhand.check.search.open_comparisons import OpenComparisons
from evenhand.check.search.pairing import Watched, probe
from evenhand.check.search.random_contexts import SEEDS_APART, random_contexts
from evenhand.check.search.search_state import SearchState
from evenhand.check.search.values.domains import believable, is_no_answer, plausible
from evenhand.lines import lines_of
from evenhand.scalars import Scalar, is_number

BATCH = 32
"""Contexts of the frontier that run at once."""
ROUND = 40
"""Random contexts of one round."""
SETTLED_ROUND = 16
"""The same, where all that is still open was only seen to matter by who has the same value."""
SOLVED = 24
"""Contexts of a round that were solved for rather than drawn."""
SOLVED_FROM = 10
"""How many contexts of a round are solved for values just past their comparisons."""
MOST_WAITING = 400
"""Solved contexts that wait to be run; the oldest are dropped."""
PROBES = 2.25
"""Calls that a round spends on probing, for each of its contexts."""
FEWEST_ROUNDS = 3
MOST_IN_VAIN = 2
"""Rounds, one after the other, that reach nothing new; another one would not, most likely."""
MOST_IN_VAIN_IN_ORDER = 4
"""The same for one of several people whom the code puts in order, which no comparison tells."""
FEWEST_OF_ROUND = 8
"""Random contexts of a round, however slow the calls are."""
STEPS_OF_ROUND = 30_000
"""What running the contexts of a round may take, before there are fewer."""
MOST_AT_ONE_PLACE = 24
"""Numbers that one place in the code, as in a loop, makes worth trying for an input."""
MOST_STEPS = 8
"""Changes, one after the other, that bring a comparison nearer to its turn."""
MOST_LED = 120
"""Calls that are made to satisfy a function that refuses every usual context."""
MOST_MENDED = 8
"""Contexts in which a value of another kind is tried, for one that failed."""
NARROW = 4
"""Values of a protected input tried in a random context."""


@dataclass(slots=True)
class Frontier:
    """What has been reached so far."""

    search: SearchState
    reached: set[str] = field(default_factory=set)
    """Branches, and the results of comparisons."""
    run: set[str] = field(default_factory=set)
    """Contexts that were run, as the text of their calls."""
    moved: set[tuple[int, str]] = field(default_factory=set)
    """Values that were already put in, by the keys of their hints."""
    learned: dict[tuple[int, bool, bool, type, Scalar], bool] = field(default_factory=dict)
    """Hints that were looked at, and whether a believable person has their value."""
    first: list[tuple[Context, Outcome]] = field(default_factory=list)
    """The contexts that the search began with, and how their calls ended."""
    solved: deque[tuple[Context, Hint]] = field(default_factory=lambda: deque(maxlen=MOST_WAITING))
    """Contexts, and what may take each just past a comparison; not yet run."""
    compared: OpenComparisons = field(default_factory=OpenComparisons)

    def is_further(self, outcome: Outcome) -> bool:
        """Whether a call reached something that none before it did."""
        compared = (f"{e.line}:{e.column}:{e.op}:{e.result}" for e in outcome.events)
        reached = outcome.branches.union(compared)
        if reached <= self.reached:
            return False

        self.reached |= reached
        self.search.observed.differs_since = None  # behind it a difference may be worse
        return True

    def is_new(self, context: Context) -> bool:
        """Whether the context was not run before; from now on it was."""
        text = str(context.call(self.search.writer))
        if text in self.run:
            return False
        self.run.add(text)
        return True

    def next_solved(self, most: int) -> list[Context]:
        """Take up to `most` of the contexts that were solved for, the oldest first."""
        count = min(len(self.solved), most)
        return [_with_value(*self.solved.popleft()) for _ in range(count)]


def led_on(search: SearchState, refused: list[Context]) -> Steps[list[Context]]:
    """Contexts that the function serves, found by what it compared before it refused others.

    Form after form is satisfied: what got further than all before it is followed.
    """
    frontier = Frontier(search)
    queue, calls = deque(refused), 0
    while queue and calls < MOST_LED:
        batch = [queue.popleft() for _ in range(min(len(queue), BATCH))]
        new = [context for context in batch if frontier.is_new(context)]
        outcomes = yield from search.perform(new, watched=True)
        calls += len(new)

        runs = list(zip(new, outcomes, strict=True))
        served = [context for context, outcome in runs if outcome.returned]
        if served:
            return served
        for context, outcome in runs:
            if frontier.is_further(outcome):
                queue.extend(_turned(frontier, context, outcome))
    return []


def explore(search: SearchState, first: list[Context]) -> Steps[None]:
    """Probe contexts until every input is decided or the budget is spent."""
    frontier = Frontier(search)
    yield from _follow(frontier, first, set(map(id, first)))
    if not search.has_probed_enough:
        yield from _follow(frontier, list(agreeing(search, frontier.first)))
        yield from _approach(frontier)
        yield from _follow(frontier, list(frontier.compared.small_numbers(search)))

    in_vain = 0
    for number in range(_rounds(search)):
        if search.has_probed_enough or (
            _is_settled(search) and number >= _affordable_rounds(search)
        ):
            return
        before = len(frontier.reached)
        yield from _round(frontier, number)

        in_vain = in_vain + 1 if len(frontier.reached) == before else 0
        if in_vain >= _most_in_vain(search) or (in_vain and _needs_no_more(search)):
            return


def _most_in_vain(search: SearchState) -> int:
    """After how many rounds that reach nothing new there is no other one."""
    paths = (path for state in search.undecided for path in state.input.path.around())
    is_one_of_several = any(path.via is Via.ITEM for path in paths)
    is_put_in_order = is_one_of_several and puts_in_order(search.source.tree)
    return MOST_IN_VAIN_IN_ORDER if is_put_in_order else MOST_IN_VAIN


def _needs_no_more(search: SearchState) -> bool:
    """Whether a round that reached nothing new is the last one."""
    return _is_settled(search) or not search.undecided


def _is_settled(search: SearchState) -> bool:
    """Whether all that is still open was only seen to matter by who has the same value."""
    still_open = search.undecided
    only_related = (state.observed.grouped or state.is_symmetric for state in still_open)
    return bool(still_open) and all(only_related)


def _rounds(search: SearchState) -> int:
    """How many rounds of random contexts the budget allows, and a few in any case."""
    return min(max(_affordable_rounds(search), FEWEST_ROUNDS), search.spending.budget.rounds)


def _affordable_rounds(search: SearchState) -> int:
    """How many rounds of random contexts the steps allow."""
    spending = search.spending
    calls = spending.affordable(spending.budget.steps_of_rounds, 1, 10_000)
    return int(calls / (ROUND * (1 + PROBES)))


def _follow(
    frontier: Frontier, first: list[Context], in_any_case: Collection[int] = ()
) -> Steps[None]:
    """Contexts that reach new branches, and what their comparisons lead to.

    Those in `in_any_case`, by identity, are probed even if they reach nothing new.
    """
    search = frontier.search
    queue = deque(first)
    while queue and not search.finished:
        oldest = [queue.popleft() for _ in range(min(len(queue), BATCH))]
        batch = [context for context in oldest if frontier.is_new(context)]
        outcomes = yield from _watched_outcomes(search, batch)

        further: list[Watched] = []
        for context, outcome in zip(batch, outcomes, strict=True):
            frontier.compared.note(context, outcome)
            if id(context) in in_any_case:
                frontier.first.append((context, outcome))
            if frontier.is_further(outcome) or id(context) in in_any_case:
                further.append((context, outcome))
                queue.extend(_turned(frontier, context, outcome))
                queue.extend(islice(_mended(search, context, outcome), MOST_MENDED))
            frontier.solved.extend(_solved(frontier, context, outcome))

        search.observed.kept += [context for context, _ in further]
        further.sort(key=lambda run: not _is_read(search, run[1]))
        yield from probe(search, further)


def _watched_outcomes(search: SearchState, contexts: list[Context]) -> Steps[list[Outcome]]:
    """How calls end; those that were made before the search began are not made again."""
    runs = [] if search.observed.fresh else search.observed.first_runs
    known = {id(context): outcome for context, outcome in runs}
    new = [context for context in contexts if id(context) not in known]
    made = iter((yield from search.perform(new, watched=True)))
    return [known[id(c)] if id(c) in known else next(made) for c in contexts]


def _approach(frontier: Frontier) -> Steps[None]:
    """Come step by step nearer to turning a comparison, and probe where that ends."""
    search, compared = frontier.search, frontier.compared
    for site in compared.open:
        for _ in range(MOST_STEPS):
            before, _ = compared.nearest[site]
            yield from _follow(frontier, list(compared.nearer(search, site)))
            has_turned = len(compared.results[site]) > 1
            if search.finished or has_turned or compared.nearest[site][0] >= before:
                break

        _, nearest = compared.nearest[site]
        outcomes = yield from search.perform([nearest], watched=True)
        yield from probe(search, [(nearest, outcomes[0])])


def _round(frontier: Frontier, number: int) -> Steps[None]:
    """Random contexts and neighbours of kept ones; the closest to a turn are probed."""
    search = frontier.search
    generator = random.Random(number + SEEDS_APART * search.seed)
    most = SETTLED_ROUND if _is_settled(search) else ROUND
    size = search.spending.affordable(STEPS_OF_ROUND, FEWEST_OF_ROUND, most)
    solved = frontier.next_solved(SOLVED)[:size]
    drawn = islice(random_contexts(search, generator, number * ROUND, ROUND), size)
    contexts = [context for context in (*solved, *drawn) if frontier.is_new(context)]
    outcomes = yield from search.perform(contexts, watched=True)

    closest = _closest(frontier, contexts, outcomes)
    for context, outcome in closest[:SOLVED_FROM]:
        frontier.solved.extend(_solved(frontier, context, outcome))

    yield from probe(search, closest, PROBES * size, NARROW, generator)


def _closest(frontier: Frontier, contexts: list[Context], outcomes: list[Outcome]) -> list[Watched]:
    """What is worth probing: what came to a read; of that what got further, then what came
    closest to a turn.

    Whatever was compared is learned, in these and in the others.
    """
    runs = list(zip(contexts, outcomes, strict=True))
    ranked: list[tuple[bool, float, int]] = []
    for index, (context, outcome) in enumerate(runs):
        is_unread = not _is_read(frontier.search, outcome)
        if frontier.is_further(outcome):
            frontier.search.observed.kept.append(context)
            ranked.append((is_unread, -1.0, index))
        elif outcome.returned:
            ranked.append((is_unread, closeness(context, outcome), index))

        for hint in hints(context, outcome.events):
            _learn(frontier, hint)
    return [runs[index] for _, _, index in sorted(ranked)]


def _is_read(search: SearchState, outcome: Outcome) -> bool:
    """Whether a call came to a read of an input that is still open."""
    return any(state.is_read_in(outcome) for state in search.undecided)


def _turned(frontier: Frontier, context: Context, outcome: Outcome) -> Iterator[Context]:
    """Contexts that take this run's comparisons the other way; each value once for each path.

    What a loop compares a plain number with is followed only so often.
    """
    turned: Counter[tuple[Place, int]] = Counter()
    for place, hint in hints_by_place(context, outcome.events):
        path = hint.leaf.path
        if not _learn(frontier, hint) or hint.key in frontier.moved:
            continue

        if is_number(hint.value) and frontier.search.values.state_of(path) is None:
            turned[place, id(path)] += 1
            if turned[place, id(path)] > MOST_AT_ONE_PLACE:
                continue
        frontier.moved.add(hint.key)
        yield _with_value(context, hint)


def _mended(search: SearchState, context: Context, outcome: Outcome) -> Iterator[Context]:
    """Contexts with answers in another order, or values of other kinds, if a call needs them."""
    ordered = in_asked_order(context, outcome)
    if ordered is not None:
        yield ordered
    if not shape_error(outcome):
        return

    tree, lines = context.as_tree(), lines_of(search.source.text)
    places = {id(leaf.path): position for position, leaf in leaves(tree)}
    for assumption in assumptions(context, outcome, lines):
        position = places.get(id(assumption.path))
        if position is not None and search.values.state_of(assumption.path) is None:
            yield context.with_tree(put(tree, position, node_for(assumption)))


def _solved(
    frontier: Frontier, context: Context, outcome: Outcome
) -> Iterator[tuple[Context, Hint]]:
    """What may take a computed number of this run just past its comparison."""
    for hint in turns(context, outcome.events):
        if hint.key not in frontier.moved and _is_believable(frontier.search, hint):
            frontier.moved.add(hint.key)
            yield context, hint


def _with_value(context: Context, hint: Hint) -> Context:
    return context.with_tree(set_value(context.as_tree(), hint.position, hint.value))


def _is_believable(search: SearchState, hint: Hint) -> bool:
    """Whether a person may have the value, and the code may meet it where it is put."""
    state = search.values.state_of(hint.leaf.path)
    if state is not None:
        return believable(hint.value, state.input.match)
    return plausible(hint.leaf.path, hint.leaf.value, hint.value)


def _learn(frontier: Frontier, hint: Hint) -> bool:
    """Remember the value; False if no believable person has it."""
    key = (id(hint.leaf.path), hint.from_code, hint.invented, type(hint.value), hint.value)
    if key not in frontier.learned:
        frontier.learned[key] = _remember(frontier.search, hint)
    return frontier.learned[key]


def _remember(search: SearchState, hint: Hint) -> bool:
    path = hint.leaf.path
    if path is None:
        return False

    state = search.values.state_of(path)
    if state is None:
        search.values.learn(path, hint.value)
        return True

    if hint.invented or is_no_answer(hint.value) or not believable(hint.value, state.input.match):
        return False
    if hint.from_code and state.same_kind(hint.value):
        state.learn(hint.value)
    return True


def closeness(context: Context, outcome: Outcome) -> float:
    """How near a computed number is to the other side of a comparison; small is near.

    Operands that are values of the context itself were not computed, and do not count.
    """
    values = {leaf.value for _, leaf in leaves(context.as_tree()) if is_number(leaf.value)}
    distances = [1.0]
    for left, right in computed_numbers(outcome.events, values):
        size = max(abs(left), abs(right), 1e-9)
        distances.append(abs(left - right) / size)
    return min(distances)
