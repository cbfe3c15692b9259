"""Witnesses: made small, replayed, and written out."""

from __future__ import annotations

import ast
import os
import time
from collections.abc import Iterator

from evenhand.check.probing.argument_trees import Leaf, Node, Position, leaves, put, set_value
from evenhand.check.probing.input_state import Probe, State
from evenhand.check.probing.outcome_comparison import Renaming, same_outcome
from evenhand.check.probing.requests import Call, Loaded, Open, Outcome, Run
from evenhand.check.probing.search_state import Steps, Trial
from evenhand.check.reading.source import own_nodes

SHRINKING = 0.5
"""Seconds spent on making one witness small."""


def calls(trial: Trial, probe: Probe) -> tuple[str, str]:
    """The two calls as a person can paste them."""
    tree = probe.context.as_tree()
    first, second = (
        probe.context.with_tree(set_value(tree, probe.position, v)).call(trial.writer)
        for v in probe.values
    )
    path, node = trial.module.path, trial.reading.function.node
    return (
        paste(driven(first.text, node), first.answers, path),
        paste(driven(second.text, node), second.answers, path),
    )


def driven(text: str, node: ast.AST) -> str:
    """A call that also runs what a coroutine or a generator only promises."""
    yields = any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in own_nodes(node))
    if isinstance(node, ast.AsyncFunctionDef) and not yields:
        return f'__import__("asyncio").run({text})'
    return f"list({text})" if isinstance(node, ast.FunctionDef) and yields else text


def paste(text: str, answers: tuple[str, ...] | None, path: str) -> str:
    """A call that runs behind the file, with the answers to `input()` given.

    A script is run as a file of its own, since it runs before anything behind it.
    """
    if answers is None:
        return text
    mock = '__import__("unittest.mock").mock'
    patched = f'{mock}.patch("builtins.input", {mock}.Mock(side_effect={list(answers)!r}))'
    if text.startswith("<module>"):
        return f'{patched}(__import__("runpy").run_path)({os.path.basename(path)!r})'
    return f"{patched}(lambda: {text})()"


def shrink(trial: Trial, state: State, probe: Probe) -> Steps[Probe]:
    """The same difference with as many leaves as possible at their usual values.

    All at once, then half of them, then a quarter: most leaves never mattered.
    """
    unusual = list(_unusual(trial, probe))
    size = len(unusual)
    until = time.monotonic() + SHRINKING
    while size:
        for start in range(0, len(unusual), size):
            if trial.exhausted or time.monotonic() > until:
                return probe
            probe = yield from _plainer(trial, state, probe, unusual[start : start + size])
        size //= 2
    return probe


def _unusual(trial: Trial, probe: Probe) -> Iterator[tuple[Position, Leaf]]:
    """Leaves with other than their usual values, as they would be with them."""
    for position, leaf in leaves(probe.context.as_tree()):
        if position == probe.position or leaf.path is None:
            continue
        usual = trial.domain(leaf.path)
        if usual and usual[0] != leaf.value:
            yield position, Leaf(usual[0], leaf.path, leaf.wrap)


def _plainer(
    trial: Trial, state: State, probe: Probe, changes: list[tuple[Position, Leaf]]
) -> Steps[Probe]:
    """The probe with `changes`, if it still shows the difference."""
    before = probe.context.as_tree()
    tree: Node = before
    for position, leaf in changes:
        tree = put(tree, position, leaf)
    if tree == before:
        return probe
    context = probe.context.with_tree(tree)
    tries = [context.with_tree(set_value(tree, probe.position, v)) for v in probe.values]
    one, other = yield from trial.perform(tries)
    returned = one.kind == other.kind == "returned"
    if returned and trial.difference(state, one, other, probe.values):
        return Probe(context, probe.position, probe.values, (one, other))
    return probe


def confirm(trial: Trial) -> Steps[None]:
    """Replay every witness: the text as it stands, each call in a process of its own.

    Where the code holds sets, also in an interpreter in which sets have another order.
    """
    found = [(s, p) for s in trial.states for p in (s.biased, s.refusal) if p is not None]
    if not found:
        return
    kept = yield from _replayed(trial, found)
    for (state, probe), replay in zip(found, kept, strict=True):
        state.unsteady = state.unsteady or replay is None
        if state.biased is probe:
            state.biased = replay
        if state.refusal is probe:
            state.refusal = replay


def _replayed(trial: Trial, found: list[tuple[State, Probe]]) -> Steps[list[Probe | None]]:
    probes = [p for _, p in found]
    outcomes = yield from _run_again(trial, probes, other_hashes=False)
    others = outcomes
    if _holds_sets(trial):
        others = yield from _run_again(trial, probes, other_hashes=True)
    if outcomes is None or others is None:
        return [None] * len(probes)
    kept: list[Probe | None] = []
    for index, (state, probe) in enumerate(found):
        one, other, again = outcomes[3 * index : 3 * index + 3]
        steady = all(
            same_outcome(a, b, Renaming(()))
            for a, b in ((one, again), (one, others[3 * index]), (other, others[3 * index + 1]))
        )
        replay = Probe(probe.context, probe.position, probe.values, (one, other))
        differs = trial.difference(state, one, other, probe.values)
        kept.append(replay if steady and differs and replay.refusal == probe.refusal else None)
    return kept


def _run_again(
    trial: Trial, probes: list[Probe], *, other_hashes: bool
) -> Steps[list[Outcome] | None]:
    """For each probe: its first call, its second, and its first once more.

    Probes that begin with the same call share its two runs.
    """
    loaded: Loaded = yield Open(trial.module, watch=False, other_hashes=other_hashes)
    if loaded.problem is not None:
        trial.note([loaded.problem])
        return None
    tries: list[Call] = []
    for probe in probes:
        tree = probe.context.as_tree()
        first, second = (
            probe.context.with_tree(set_value(tree, probe.position, v)).call(trial.writer)
            for v in probe.values
        )
        tries.extend((first, second, first))
    distinct = list(dict.fromkeys(tries))
    firsts = list(dict.fromkeys(tries[::3]))
    results: list[Outcome] = yield Run((*distinct, *firsts), fresh=True, watched=False)
    trial.note(o.explanation for o in results)
    known = dict(zip(distinct, results[: len(distinct)], strict=True))
    again = dict(zip(firsts, results[len(distinct) :], strict=True))
    return [(again if n % 3 == 2 else known)[call] for n, call in enumerate(tries)]


def _holds_sets(trial: Trial) -> bool:
    return any(
        isinstance(n, (ast.Set, ast.SetComp))
        or (isinstance(n, ast.Name) and n.id in {"set", "frozenset", "hash", "id"})
        for n in ast.walk(trial.source.tree)
    )
