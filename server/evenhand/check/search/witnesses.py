"""Makes witnesses small, replays them, and writes them out."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from evenhand.check.outcomes.deciders import asking
from evenhand.check.outcomes.outcome_comparison import same_outcome
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.requests import Call, Expect, Open, Outcome, Run, Steps
from evenhand.check.reading.once_per_node import once_per_node
from evenhand.check.reading.source import own_nodes
from evenhand.check.search.arguments.argument_trees import (
    Leaf,
    Node,
    Position,
    branches,
    leaves,
    put,
)
from evenhand.check.search.arguments.path_shapes import is_inner_of_tree
from evenhand.check.search.fewer_rows import with_fewer_rows
from evenhand.check.search.input_state import InputState
from evenhand.check.search.judge_questions import still_shown
from evenhand.check.search.lean_witnesses import without_needless
from evenhand.check.search.pasted_calls import paste
from evenhand.check.search.probes import Probe
from evenhand.check.search.search_state import SearchState

SHRINKING = 200_000
"""Steps spent on making one witness small."""
LEAST_SHRINKING, MOST_SHRINKING = 12, 600
"""Calls that are made for it, whatever they cost."""

Change = tuple[Position, Leaf]
"""A leaf to put at a position of a context."""


@dataclass(frozen=True, slots=True)
class Replay:
    """The outcomes of both calls of a probe, and that of the first call in another process."""

    first: Outcome
    second: Outcome
    again: Outcome


def written_calls(search: SearchState, probe: Probe) -> tuple[str, str]:
    """The two calls as a person can paste them."""
    path, node = search.module.path, search.reading.function.node
    calls = _calls_of(search, probe)
    first, second = (paste(replace(c, text=driven(c.text, node)), path) for c in calls)
    return first, second


def driven(text: str, node: ast.AST) -> str:
    """A call that also runs what a coroutine or a generator only promises."""
    is_generator = any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in own_nodes(node))
    if isinstance(node, ast.AsyncFunctionDef) and not is_generator:
        return f'__import__("asyncio").run({text})'
    if isinstance(node, ast.FunctionDef) and is_generator:
        return f"list({text})"
    return text


def shrink(search: SearchState, state: InputState, probe: Probe) -> Steps[Probe]:
    """The same difference with few rows, and as many leaves as possible at their usual values.

    All at once, then half of them, then a quarter: most leaves never mattered.
    """
    yield from _expect_replay(search)
    probe = yield from with_fewer_rows(search, state, probe)
    children = list(_children_in_trees(probe))
    for changes in (children, *([child] for child in children)):
        probe = yield from _plainer(search, state, probe, changes)
    unusual = list(_unusual(search, probe))
    spending = search.spending
    calls = spending.affordable(SHRINKING, LEAST_SHRINKING, MOST_SHRINKING)
    until = spending.calls + calls

    for portion in _halves(unusual):
        if spending.exhausted or spending.calls >= until:
            return probe
        probe = yield from _plainer(search, state, probe, portion)
    return (yield from without_needless(search, probe))


def _children_in_trees(probe: Probe) -> Iterator[Change]:
    """Records that hold what the record around them holds, as they would be if nobody is there."""
    for position, node in branches(probe.context.as_tree()):
        is_around = probe.position[: len(position)] == position
        is_inner = node.path is not None and node.path.item is None and is_inner_of_tree(node.path)
        if is_inner and not is_around:
            yield position, Leaf(None)


def _halves(changes: list[Change]) -> Iterator[list[Change]]:
    """All changes, then each half of them, each quarter, down to each alone."""
    size = len(changes)
    while size:
        for start in range(0, len(changes), size):
            yield changes[start : start + size]
        size //= 2


def _unusual(search: SearchState, probe: Probe) -> Iterator[Change]:
    """Leaves with other than their usual values, as they would be with them."""
    for position, leaf in leaves(probe.context.as_tree()):
        if position == probe.position or leaf.path is None:
            continue

        usual = search.values.of(leaf.path)
        if usual and usual[0] != leaf.value:
            yield position, leaf.with_value(usual[0])


def _plainer(
    search: SearchState, state: InputState, probe: Probe, changes: list[Change]
) -> Steps[Probe]:
    """The probe with `changes`, if it still shows the difference."""
    before = probe.context.as_tree()
    tree: Node = before
    for position, leaf in changes:
        tree = put(tree, position, leaf)
    if tree == before:
        return probe

    plainer = replace(probe, context=probe.context.with_tree(tree))
    first, second = yield from search.perform(list(plainer.contexts))
    plainer = replace(plainer, outcomes=(first, second))
    return plainer if still_shown(search, state, probe, plainer) else probe


def confirm(search: SearchState) -> Steps[None]:
    """Replay every witness: the text as it stands, each call in a process of its own.

    If the code holds sets, also in an interpreter in which sets have another order.
    """
    for state in search.states:
        if state.witnesses.quiet is not None and not state.witnesses.every:
            state.witnesses.biased = yield from shrink(search, state, state.witnesses.quiet)

    witnesses = [(state, probe) for state in search.states for probe in state.witnesses.every]
    if not witnesses:
        return

    for state, probe in witnesses:
        yield from _note_turn(search, state, probe)
    replays = yield from _replayed(search, witnesses)
    for (state, probe), replay in zip(witnesses, replays, strict=True):
        state.observed.unsteady = state.observed.unsteady or replay is None
        state.witnesses.renew(probe, replay)


def _note_turn(search: SearchState, state: InputState, probe: Probe) -> Steps[None]:
    """Remember the first of several tests of the input that parts the two calls."""
    tests = state.input.path.facts.branches
    if len(tests) < 2:
        return
    calls, fresh = _calls_of(search, probe), search.observed.fresh
    outcomes: list[Outcome] = yield Run(calls, fresh, watched=True)
    first, second = (outcome.branches for outcome in outcomes)
    turned = {branch.rpartition(":")[0] for branch in first ^ second}
    parting = (test for test in tests if f"{test.line}:{test.column}" in turned)
    state.witnesses.turned_at = next(parting, None)


def _replayed(
    search: SearchState, witnesses: list[tuple[InputState, Probe]]
) -> Steps[list[Probe | None]]:
    """Each witness as it came out again; None if it did not."""
    probes = [probe for _, probe in witnesses]
    replays = yield from _run_again(search, probes, other_hashes=False)
    others = replays
    if _depends_on_hashes(search.source.tree):
        others = yield from _run_again(search, probes, other_hashes=True)
    if replays is None or others is None:
        return [None] * len(probes)

    triples = zip(witnesses, replays, others, strict=True)
    return [_kept(state, probe, replay, other) for (state, probe), replay, other in triples]


def _kept(state: InputState, probe: Probe, replay: Replay, other: Replay) -> Probe | None:
    """The probe with its new outcomes; None if they are unsteady or show no difference."""
    if state.witnesses.delegated is probe:
        replay, other = map(_asking, (replay, other))
    repeats = (
        (replay.first, replay.again),
        (replay.first, other.first),
        (replay.second, other.second),
    )
    if not all(same_outcome(once, again, Renaming(())) for once, again in repeats):
        return None

    if state.witnesses.delegated is probe:
        differs = replay.first.effects != replay.second.effects
    else:
        differs = state.tells_apart(probe.values, replay.first, replay.second)
    if not differs:
        return None
    renewed = replace(probe, outcomes=(replay.first, replay.second))
    return renewed if renewed.refusal == probe.refusal else None


def _asking(replay: Replay) -> Replay:
    """A replay in which all that counts of the world is what deciders are asked."""
    return Replay(asking(replay.first), asking(replay.second), asking(replay.again))


def _expect_replay(search: SearchState) -> Steps[None]:
    """Have the text loaded as it stands, once for all replays of the search."""
    if search.observed.expects_replay:
        return
    search.observed.expects_replay = True
    yield Expect(_opening(search, other_hashes=False))
    if _depends_on_hashes(search.source.tree):
        yield Expect(_opening(search, other_hashes=True))


def _opening(search: SearchState, *, other_hashes: bool) -> Open:
    endless = search.observed.loaded.endless
    return Open(search.module, watch=False, endless=endless, other_hashes=other_hashes)


def _run_again(
    search: SearchState, probes: list[Probe], *, other_hashes: bool
) -> Steps[list[Replay] | None]:
    """Run both calls of each probe in fresh processes, and its first once more.

    Probes that begin with the same call share its two runs. None if the module does not load.
    """
    loaded = yield from search.open(_opening(search, other_hashes=other_hashes))
    search.note_loaded(loaded)
    if loaded.problem is not None:
        return None

    pairs = [_calls_of(search, probe) for probe in probes]
    distinct = list(dict.fromkeys(call for pair in pairs for call in pair))
    firsts = list(dict.fromkeys(first for first, _ in pairs))
    results: list[Outcome] = yield Run((*distinct, *firsts), fresh=True, watched=False)
    search.note_ends(o.explanation for o in results)

    outcomes = dict(zip(distinct, results[: len(distinct)], strict=True))
    again = dict(zip(firsts, results[len(distinct) :], strict=True))
    return [Replay(outcomes[first], outcomes[second], again[first]) for first, second in pairs]


def _calls_of(search: SearchState, probe: Probe) -> tuple[Call, Call]:
    first, second = (context.call(search.writer) for context in probe.contexts)
    return first, second


@once_per_node
def _depends_on_hashes(tree: ast.Module) -> bool:
    """Whether what the code does may depend on how the interpreter hashes."""
    return any(map(_hashes, ast.walk(tree)))


def _hashes(node: ast.AST) -> bool:
    if isinstance(node, ast.Name):
        return node.id in {"set", "frozenset", "hash", "id"}
    return isinstance(node, (ast.Set, ast.SetComp))
