"""Leaves out of a witness what does not matter: both calls give the same without it.

Fields that nobody reads, arguments that are the defaults of the code, answers that nobody asks for,
and names of the module that are not used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from evenhand.check.outcomes.outcome_comparison import same_outcome
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.requests import Outcome, Steps
from evenhand.check.search.arguments.argument_trees import (
    TABLES,
    Branch,
    Leaf,
    Node,
    Position,
    at,
    branches,
    put,
)
from evenhand.check.search.probes import Probe
from evenhand.check.search.search_state import SearchState
from evenhand.check.search.values.domains import default_of
from evenhand.scalars import is_same

STEPS = 100_000
"""Of the program, spent on one witness."""
FEWEST_CALLS, MOST_CALLS = 8, 200
"""Calls that are made for it, however slow or quick they are."""
HOLDING = frozenset({"stand_in", "object", "dict", "prompt"})
"""Styles of containers whose parts may be left out."""
WHOLE = TABLES | {"joined", "set"}
"""Styles of containers in which nothing is left out."""


def without_needless(search: SearchState, probe: Probe) -> Steps[Probe]:
    """The same witness without what does not matter: all of it at once, else part by part."""
    spending = search.spending
    until = spending.calls + spending.affordable(STEPS, FEWEST_CALLS, MOST_CALLS)
    probe = (yield from _same(search, probe, _without_end(probe))) or probe
    needless = list(_droppable(search, probe.context.as_tree(), (), probe.position))
    portions = [needless, *([position] for position in needless)]

    leanest, dropped = probe, list[Position]()
    for portion in portions if needless else []:
        if spending.exhausted or spending.calls >= until:
            break
        leaner = yield from _same(search, probe, _without(probe, [*dropped, *portion]))
        if leaner is not None:
            leanest, dropped = leaner, [*dropped, *portion]
            if portion is needless:
                break
    return leanest


def _droppable(
    search: SearchState, node: Node, position: Position, kept: Position
) -> Iterator[Position]:
    """Parts that may be left out; what is in such a part is not looked at by itself."""
    if not isinstance(node, Branch) or node.style in WHOLE:
        return

    for index, child in enumerate(node.children):
        place = (*position, index)
        if kept[: len(place)] != place and _may_be_dropped(search, node, index):
            yield place
        else:
            yield from _droppable(search, child, place, kept)


def _may_be_dropped(search: SearchState, node: Branch, index: int) -> bool:
    if node.style == "world":  # what cannot be had has to be replaced
        return str(node.names[index]).partition(".")[0] not in search.world.stood_in
    if node.style == "call":
        return _is_default(node, index)
    return node.style in HOLDING and not _is_taken_apart(node.children[index])


def _is_taken_apart(answer: Node) -> bool:
    """Whether a call gives a tuple: a real mock without it cannot be unpacked."""
    is_function = isinstance(answer, Branch) and answer.style == "function"
    return is_function and any(node.style == "tuple" for _, node in branches(answer))


def _is_default(call: Branch, index: int) -> bool:
    """Whether an argument is what the code has for it, and those behind it can go by names."""
    child = call.children[index]
    if not isinstance(child, Leaf) or child.path is None or child.path.default is None:
        return False

    behind = call.names[index:]
    can_go_by_name = all(isinstance(name, str) and name.isidentifier() for name in behind)
    return can_go_by_name and is_same(child.value, default_of(child.path))


def _same(search: SearchState, probe: Probe, leaner: Probe | None) -> Steps[Probe | None]:
    """`leaner` with its outcomes, if they are those of the probe; else None."""
    if leaner is None:
        return None

    outcomes = yield from search.perform(list(leaner.contexts))
    pairs = zip(outcomes, probe.outcomes, strict=True)
    is_same_pair = all(_is_unchanged(after, before) for after, before in pairs)
    first, second = outcomes
    return replace(leaner, outcomes=(first, second)) if is_same_pair else None


def _without(probe: Probe, positions: list[Position]) -> Probe:
    tree: Node = probe.context.as_tree()
    moved = probe.position
    for *owner, index in sorted(positions, reverse=True):
        container = at(tree, tuple(owner))
        assert isinstance(container, Branch)
        tree = put(tree, tuple(owner), _cut(container, index))
        moved = _moved(moved, tuple(owner), index)
    return replace(probe, context=probe.context.with_tree(tree), position=moved)


def _without_end(probe: Probe) -> Probe | None:
    """The probe with answers that just end, if they raise an error behind the last one."""
    tree: Node = probe.context.as_tree()
    ending = [(p, node) for p, node in branches(tree) if node.style == "prompt" and node.head]
    for position, node in ending:
        tree = put(tree, position, replace(node, head=""))
    return replace(probe, context=probe.context.with_tree(tree)) if ending else None


def _cut(container: Branch, index: int) -> Branch:
    return replace(
        container,
        names=container.names[:index] + container.names[index + 1 :],
        children=container.children[:index] + container.children[index + 1 :],
        positional=min(container.positional, index),
    )


def _moved(position: Position, owner: Position, index: int) -> Position:
    """Where a position is when a part before it is left out."""
    depth = len(owner)
    if position[:depth] != owner or position[depth] < index:
        return position
    return (*owner, position[depth] - 1, *position[depth + 1 :])


def _is_unchanged(after: Outcome, before: Outcome) -> bool:
    return same_outcome(after, before, Renaming(())) and after.deciding == before.deciding
