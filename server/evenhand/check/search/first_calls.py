"""Opens a function for the search: its module loaded, and arguments that it accepts at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice

from evenhand.causes import Cause, Explanation
from evenhand.check.outcomes.outcome_comparison import comparable, same_outcome, shape_error
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.requests import Open, Outcome, OutcomeKind, Steps
from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.reading.evidence import Evidence
from evenhand.check.search.arguments import fit_arguments
from evenhand.check.search.arguments.argument_trees import Branch, Leaf, Node, leaves, put
from evenhand.check.search.arguments.contexts import Context
from evenhand.check.search.arguments.path_shapes import is_collection, style_of_many
from evenhand.check.search.asked_order import remember_order
from evenhand.check.search.dated_inputs import choose_date_forms
from evenhand.check.search.exploring import led_on
from evenhand.check.search.search_state import SearchState
from evenhand.check.search.values.choosing import (
    Choose,
    alike,
    at_random,
    by_halves,
    extreme,
    twins,
    unlike,
    usual,
)
from evenhand.lines import lines_of

Run = tuple[Context, Outcome]
STOPPED = frozenset({OutcomeKind.BLOCKED, OutcomeKind.DIED, OutcomeKind.TIMEOUT})
"""Ends of a call that no other arguments would mend."""
FAILED = frozenset({OutcomeKind.RAISED, OutcomeKind.UNBUILT})
"""Ends of a call whose error tells how far it got."""
WRONG_VALUES = (
    "ValueError", "ParseError", "ParserError", "InvalidOperation", "TypeError", "AssertionError",
)  # fmt: skip
"""Ends of the names of errors that are also raised for values of a wrong kind."""
ROUNDS = 12
"""How often the arguments are repaired before giving up."""
MOST_ASSUMPTIONS = 40
"""Corrections of one argument that are tried in a round."""
ASSUMED_AT_ONCE = 8
"""How many of them before it is seen whether one of them will do."""
RETURNED, REFUSED = -1000, -500
"""How much further a call got that came to its end; no other got as far."""
LUCKY_TRIES = 24
"""Random contexts for a function that refuses the usual ones."""
MANY_ROWS, TRIES_OF_ROWS = 24, 3
"""Rows of a table of which each kind is enough for a part of it, and random ones that are tried."""
ROWS_OF_FRAME = 12
"""Rows of a random table: enough for groups of several people."""


End = tuple[tuple[str, str] | None, int | None, frozenset[str]]
"""The error of a call, its line, and the branches that were taken before."""


def open_and_settle(search: SearchState) -> Steps[Explanation | None]:
    """Load the module and find the first contexts, in `search.observed.accepted`.

    Returns why the function cannot be searched; None if it can. There may still be no context
    that it accepts: then `search.observed.failure` is how the calls failed.
    """
    loaded = yield from search.open(Open(search.module))
    search.note_loaded(loaded)
    if loaded.problem is not None:
        return loaded.problem

    search.observed.loaded = loaded
    search.world.stand_in_for(loaded.stood_in)
    yield from choose_date_forms(search)
    observed = search.observed
    observed.accepted = yield from _first_contexts(search)
    if not observed.came_to_a_read and search.world.unwrap():
        observed.accepted = yield from _first_contexts(search)
    search.world.drop_what_was_had()
    if observed.accepted and not (yield from _is_steady(search, observed.accepted[0])):
        return Explanation(Cause.UNSTEADY_ANSWERS)
    return None


def _first_contexts(search: SearchState) -> Steps[list[Context]]:
    """Contexts that the function accepts; repaired from its own complaints.

    Those that return before they read what is asked for are the last resort.
    """
    may_lead, early, ends = True, list[Context](), set[End]()
    for _ in range(ROUNDS):
        runs = yield from _usual_runs(search)
        if runs is None:
            continue
        _, first = runs[0]
        if first.kind in STOPPED:
            search.observed.failure = first
            return early

        served = _contexts_that(runs, _has_returned)
        further = _failed_further(search, runs) if served else runs
        if not further:
            return served

        early = early or served
        search.observed.failure = further[0][1]
        if _add_missing(further):
            continue

        refused = _contexts_that(runs, comparable)
        if refused and may_lead and not served:
            may_lead = False
            served = yield from _with_many_rows(search)
            served = served or (yield from led_on(search, refused))
            if served:
                return [*served, *refused]

        end = _end_of(search.observed.failure)
        if end in ends:
            return early
        ends.add(end)
        assumed = yield from _assume(search, *further[0], in_place=bool(served))
        if not assumed:
            return early or refused or (yield from _lucky(search))
    return early


def _usual_runs(search: SearchState) -> Steps[list[Run] | None]:
    """The usual contexts with their outcomes; the first alone if no other arguments would help.

    None if the search knows more about the world since, so that all are to be built anew.
    """
    contexts = _usual_contexts(search)
    [first] = yield from search.perform(contexts[:1], watched=True)
    if remember_order(contexts[0], first) or (not first.returned and search.world.block()):
        return None
    if first.kind in STOPPED:
        return [(contexts[0], first)]

    others = yield from search.perform(contexts[1:], watched=True)
    is_unread = not search.observed.came_to_a_read and any(not other.returned for other in others)
    if is_unread and search.world.block():
        return None
    search.observed.first_runs = list(zip(contexts, (first, *others), strict=True))
    return search.observed.first_runs


def _failed_further(search: SearchState, runs: list[Run]) -> list[Run]:
    """Calls that failed for their arguments behind a read to which no call came that returned."""
    returned = [outcome for _, outcome in runs if outcome.returned]
    unseen = [s for s in search.states if not any(s.is_read_in(outcome) for outcome in returned)]
    failed = [(context, outcome) for context, outcome in runs if shape_error(outcome)]
    return [run for run in failed if any(state.is_read_in(run[1]) for state in unseen)]


def _is_steady(search: SearchState, context: Context) -> Steps[bool]:
    """Whether the same call twice gives the same: in one process, else each in its own.

    If only the latter does, the function remembers earlier calls, and each stays in its own.
    """
    for fresh in (False, True):
        observed = search.observed
        observed.fresh, observed.remembers = fresh or observed.fresh, fresh
        once, again = yield from search.perform([context, context], measured=True)
        if same_outcome(once, again, Renaming(())):
            return True
    return False


def _usual_contexts(search: SearchState) -> list[Context]:
    """One person, then few and many people, alike and unlike each other."""
    domains = search.values.of
    most_usual = usual(domains)
    shapes: list[tuple[int, Choose]] = [
        (1, most_usual),
        (2, most_usual),
        (4, most_usual),
        (4, alike(domains)),
        (2, usual(domains, shift=1)),
        (3, twins(domains, lambda path: search.values.state_of(path) is not None)),
        (4, by_halves(domains)),
        (2, extreme(domains, min)),
        (2, extreme(domains, max)),
    ]
    if any(p.shows(Evidence.FRAME) for p in search.reading.paths):
        shapes.append((ROWS_OF_FRAME, at_random(domains, 0)))

    places = _places_of_one_attribute(search)
    if any(places.values()):
        shapes.append((2, unlike(domains, places)))

    contexts = [search.build(rows, choose) for rows, choose in shapes]
    if any(p.optional for p in search.reading.paths):
        contexts.append(search.build(2, most_usual, sparse=True))
    absent = {id(path): _nothing_at(path) for path in _may_be_absent(search)}
    if absent:
        contexts.append(search.build(2, most_usual, absent))
    return contexts


def _with_many_rows(search: SearchState) -> Steps[list[Context]]:
    """Contexts with many rows of few kinds, for code that divides a table to learn from a part."""
    if not any(path.shows(Evidence.FRAME) for path in search.reading.paths):
        return []
    drawn = (at_random(search.values.of, number) for number in range(TRIES_OF_ROWS))
    contexts = [search.build(MANY_ROWS, choose) for choose in (by_halves(search.values.of), *drawn)]
    outcomes = yield from search.perform(contexts, watched=True)
    return _contexts_that(list(zip(contexts, outcomes, strict=True)), _has_returned)


def _places_of_one_attribute(search: SearchState) -> dict[int, int]:
    """The inputs of each attribute, numbered from 0: two people may have to differ in it."""
    counts, places = Counter[str](), dict[int, int]()
    for state in search.states:
        places[id(state.input.path)] = counts[state.input.attribute]
        counts[state.input.attribute] += 1
    return places


def _nothing_at(path: AccessPath) -> Node:
    """No items, or None."""
    if path.empty_default:
        return Branch(path.empty_default, (), (), path)
    is_many = path.item is not None or is_collection(path)
    return Branch(style_of_many(path), (), (), path) if is_many else Leaf(None, path)


def _may_be_absent(search: SearchState) -> Iterator[AccessPath]:
    """What need not exist: a record that is asked for, a limit, what a loop goes through, what was
    remembered of earlier calls.

    Nothing that holds a protected input: there has to be a person.
    """
    holding = {id(whole) for state in search.states for whole in state.input.path.around()}
    for path in search.reading.paths:
        facts = path.facts
        is_used_whole = facts.is_looped or facts.shows(Evidence.TESTED, Evidence.SIZED)
        is_asked = is_used_whole or None in facts.constants
        is_chosen = path.shows(Evidence.CALLABLE) or path.expression or path.field_name
        is_table = path.is_table or path.shows(Evidence.MAPPING, Evidence.ARRAY)
        is_empty = bool(path.empty_default) or (is_asked and not (is_chosen or is_table))
        if is_empty and id(path) not in holding:
            yield path


def _assume(
    search: SearchState, context: Context, outcome: Outcome, *, in_place: bool
) -> Steps[bool]:
    """Try other kinds for the leaves on the failing line; keep the one that gets furthest.

    They are tried in the context itself if it is to be `in_place`, else in a usual one.
    """
    if _is_refusal(outcome) or _lacks_name(outcome):
        return False

    lines = lines_of(search.source.text)
    assumptions = islice(fit_arguments.assumptions(context, outcome, lines), MOST_ASSUMPTIONS)
    proposals: list[fit_arguments.Assumption] = []
    ranks: list[int] = []
    assuming = partial(_assuming_here, context) if in_place else partial(_assuming, search)
    while RETURNED not in ranks and (few := list(islice(assumptions, ASSUMED_AT_ONCE))):
        results = yield from search.perform([assuming(proposal) for proposal in few], watched=True)
        proposals += few
        ranks += [_progress(result, outcome) for result in results]

    furthest = min(ranks, default=0)
    if furthest >= 0:
        return False

    best = proposals[ranks.index(furthest)]
    best.accept()
    search.values.forget(best.path)
    return True


def _assuming(search: SearchState, assumption: fit_arguments.Assumption) -> Context:
    """A usual context in which a path has a value of the assumed kind."""
    overrides = {id(assumption.path): fit_arguments.node_for(assumption)}
    return search.build(2, usual(search.values.of), overrides)


def _assuming_here(context: Context, assumption: fit_arguments.Assumption) -> Context:
    """The context with values of the assumed kind for a path."""
    tree: Node = context.as_tree()
    node = fit_arguments.node_for(assumption)
    for position, leaf in leaves(tree):
        if leaf.path is assumption.path:
            tree = put(tree, position, node)
    return context.with_tree(tree)


def _is_refusal(outcome: Outcome) -> bool:
    """Whether the code raised on purpose; some errors may also mean a value of a wrong kind."""
    if not outcome.raised or shape_error(outcome):
        return False
    return outcome.error is None or not outcome.error[0].endswith(WRONG_VALUES)


def _end_of(outcome: Outcome) -> End:
    """Where and how a call failed: if it does so again, what was assumed leads in a circle."""
    return outcome.error, outcome.error_line, outcome.branches


def _lacks_name(outcome: Outcome) -> bool:
    """Whether the code uses a name that nothing has, which no argument changes."""
    return outcome.error is not None and outcome.error[0] == "NameError"


def _lucky(search: SearchState) -> Steps[list[Context]]:
    """Random contexts, for functions that refuse the usual ones."""
    contexts = [search.build(1 + n % 3, at_random(search.values.of, n)) for n in range(LUCKY_TRIES)]
    outcomes = yield from search.perform(contexts)

    runs = list(zip(contexts, outcomes, strict=True))
    return _contexts_that(runs, _has_returned) or _contexts_that(runs, comparable)


def _contexts_that(runs: Sequence[Run], ended: Callable[[Outcome], bool]) -> list[Context]:
    return [context for context, outcome in runs if ended(outcome)]


def _has_returned(outcome: Outcome) -> bool:
    return outcome.returned


def _add_missing(runs: Sequence[Run]) -> bool:
    """Give every context what its call complained of as missing; whether there was anything."""
    added = [fit_arguments.add_missing(context, outcome) for context, outcome in runs]
    return any(added)


def _progress(result: Outcome, before: Outcome) -> int:
    """How much further `result` got than `before`: the lower, the further; 0 is no further."""
    if result.returned:
        return RETURNED
    if comparable(result):
        return REFUSED

    if result.kind not in FAILED or before.kind not in FAILED:
        return 1

    new_branches = len(result.branches - before.branches)
    later = (result.error_line or 0) > (before.error_line or 0)
    moved_on = later and result.error != before.error
    return -new_branches - (50 if moved_on else 0)
