"""Witnesses: made small, replayed, and written out."""

from __future__ import annotations

from evenhand.probing.judging import Renaming, same_outcome
from evenhand.probing.nodes import Leaf, leaves, put, set_value
from evenhand.probing.runs import Call, Open, Run
from evenhand.probing.states import Probe, State
from evenhand.probing.trial import Steps, Trial


def calls(trial: Trial, probe: Probe) -> tuple[str, str]:
    """The two calls as a person can paste them."""
    tree = probe.context.as_tree()
    first, second = (
        probe.context.with_tree(set_value(tree, probe.path, v)).call(trial.writer)
        for v in probe.values
    )
    return paste(first.text, first.answers), paste(second.text, second.answers)


def paste(text: str, answers: tuple[str, ...] | None) -> str:
    """A call that runs behind the file, with the answers to `input()` given."""
    if answers is None:
        return text
    head, _, rest = text.partition("(")
    patch = '__import__("unittest.mock", fromlist=["patch"]).patch'
    return f'{patch}("builtins.input", side_effect={list(answers)!r})({head})({rest}'


def shrink(trial: Trial, probe: Probe) -> Steps[Probe]:
    """The same difference with as many leaves as possible at their usual values."""
    for leaf_path, leaf in list(leaves(probe.context.as_tree()))[:24]:
        if leaf_path == probe.path or leaf.place is None:
            continue
        usual = trial.domain(leaf.place)
        if not usual or usual[0] == leaf.value:
            continue
        tree = put(probe.context.as_tree(), leaf_path, Leaf(usual[0], leaf.place, leaf.wrap))
        context = probe.context.with_tree(tree)
        tries = [context.with_tree(set_value(tree, probe.path, v)) for v in probe.values]
        one, other = yield from trial.perform(tries)
        if one.kind == other.kind == "returned" and trial.difference(one, other, probe.values):
            probe = Probe(context, probe.path, probe.values, (one, other))
    return probe


def confirm(trial: Trial) -> Steps[None]:
    """Replay every witness: the text as it stands, each call in a process of its own."""
    found = [(s, p) for s in trial.states for p in (s.biased, s.refusal) if p is not None]
    if not found:
        return
    loaded = yield Open(trial.module, watch=False)
    if loaded.problem is not None:
        _drop_all(trial.states)
        return
    tries: list[Call] = []
    for _, probe in found:
        tree = probe.context.as_tree()
        first, second = (
            probe.context.with_tree(set_value(tree, probe.path, v)).call(trial.writer)
            for v in probe.values
        )
        tries.extend((first, second, first))
    outcomes = yield Run(tuple(tries), fresh=True)
    for index, (state, probe) in enumerate(found):
        one, other, again = outcomes[3 * index : 3 * index + 3]
        steady = same_outcome(one, again, Renaming(()))
        differs = trial.difference(one, other, probe.values)
        kept = (
            Probe(probe.context, probe.path, probe.values, (one, other))
            if steady and differs
            else None
        )
        if kept is not None and kept.refusal != probe.refusal:
            kept = None
        state.unsteady = state.unsteady or kept is None
        if state.biased is probe:
            state.biased = kept
        if state.refusal is probe:
            state.refusal = kept


def _drop_all(states: list[State]) -> None:
    for state in states:
        state.biased = state.refusal = None
