"""Differences that name nobody: groups of people, and comparisons of two inputs.

If exchanging two values in the whole context exchanges them in the outcome and changes
nothing else, the code treats them alike: it only asks who is the same as whom.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from evenhand.check.probing.argument_trees import Leaf, Scalar, leaves, map_leaves, set_value
from evenhand.check.probing.contexts import Context
from evenhand.check.probing.input_state import Probe, State
from evenhand.check.probing.outcome_comparison import Renaming, same_outcome
from evenhand.check.probing.requests import Outcome
from evenhand.check.probing.search_state import Steps, Trial
from evenhand.check.reading.access_paths import AccessPath


def explained(trial: Trial, state: State, found: list[Probe]) -> Steps[list[bool]]:
    """Whether renaming the two values everywhere explains each difference.

    Never where a model is trained inside: what it has learned about a group of people is
    held against the person, though the code names no group.
    """
    links = [[] if trial.trains else _links(state, probe) for probe in found]
    linked = [probe for probe, touched in zip(found, links, strict=True) if touched]
    tries = [_everywhere(state, probe, v) for probe in linked for v in probe.values]
    outcomes = iter((yield from trial.perform(tries)))
    return [
        bool(touched) and _holds(state, probe, touched, (next(outcomes), next(outcomes)))
        for probe, touched in zip(found, links, strict=True)
    ]


def _links(state: State, probe: Probe) -> list[Leaf]:
    """The other leaves that exchanging the two values changes."""
    wanted, (one, other) = state.input.path, probe.values
    return [
        leaf
        for path, leaf in leaves(probe.context.as_tree())
        if path != probe.position and _follows(leaf, wanted, one, other)
    ]


def _everywhere(state: State, probe: Probe, value: Scalar) -> Context:
    """The context of the call with `value`, with the two values exchanged."""
    path, (one, other) = state.input.path, probe.values
    mine = set_value(probe.context.as_tree(), probe.position, value)
    return probe.context.with_tree(map_leaves(mine, lambda leaf: _renamed(leaf, path, one, other)))


def _holds(
    state: State, probe: Probe, touched: list[Leaf], renamed: tuple[Outcome, Outcome]
) -> bool:
    """Both calls have to stand the exchange: where all are alike, it is never seen."""
    one, other = probe.values
    pairs = () if _is_number(one) else ((one, other), (other, one))
    before_and_after = zip(probe.outcomes, renamed, strict=True)
    if not all(same_outcome(a, b, Renaming(pairs)) for a, b in before_and_after):
        return False
    if any(leaf.path is state.input.path for leaf in touched):
        state.grouped = True
    elif touched[0].path is not None:
        state.related = touched[0].path.text
    return True


def _follows(leaf: Leaf, path: AccessPath, one: Scalar, other: Scalar) -> bool:
    """Whether a leaf changes with the protected one: the same word, number or input."""
    if leaf.path is None or _has_default(leaf.path):
        return False
    if _is_number(one):
        if leaf.path is path:  # who of several is the older is no mere relation
            return False
        linked = any(leaf.path is p for p in path.linked)
        same_word = leaf.path.name == path.name or path.name in leaf.path.name.split("_")
        return (linked or same_word) and _is_number(leaf.value)
    return leaf.value in (one, other) and type(leaf.value) is type(one)


def _has_default(path: AccessPath) -> bool:
    """A parameter that callers may leave out: then its default is the code's own rule."""
    return isinstance(path.default, ast.Constant) and path.default.value is not None


def _renamed(leaf: Leaf, path: AccessPath, one: Scalar, other: Scalar) -> Leaf:
    if leaf.path is not path and not _follows(leaf, path, one, other):
        return leaf
    if isinstance(one, (int, float)) and isinstance(other, (int, float)) and _is_number(one):
        if isinstance(leaf.value, (int, float)) and _is_number(leaf.value):
            return replace(leaf, value=leaf.value + (other - one))
        return leaf
    if leaf.value == one and type(leaf.value) is type(one):
        return replace(leaf, value=other)
    if leaf.value == other and type(leaf.value) is type(other):
        return replace(leaf, value=one)
    return leaf


def _is_number(value: Scalar) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
