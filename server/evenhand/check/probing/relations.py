"""Sets aside differences that name nobody: groups of people, and comparisons of two inputs.

If exchanging two values in the whole context exchanges them in the outcome and changes
nothing else, the code treats them alike: it only asks who is the same as whom.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace

from evenhand.check.probing.arguments.argument_trees import Leaf, leaves, map_leaves, set_value
from evenhand.check.probing.arguments.contexts import Context
from evenhand.check.probing.input_state import InputState, Probe
from evenhand.check.probing.outcome_comparison import Renaming, same_outcome
from evenhand.check.probing.requests import Outcome, Steps
from evenhand.check.probing.search_state import SearchState
from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.reading.source import Function
from evenhand.scalars import Scalar, is_number


@dataclass(frozen=True, slots=True)
class Exchange:
    """Two values of a protected input, exchanged wherever a context has them.

    For numbers the distance is kept instead: everything that follows the input moves along.
    """

    path: AccessPath
    one: Scalar
    other: Scalar

    def follows(self, leaf: Leaf) -> bool:
        """Whether a leaf changes with the protected one: the same word, number or input."""
        if leaf.path is None or _has_default(leaf.path):
            return False
        if is_number(self.one):
            return is_number(leaf.value) and self._is_linked(leaf.path)
        return leaf.value in (self.one, self.other) and type(leaf.value) is type(self.one)

    def renamed(self, leaf: Leaf) -> Leaf:
        if leaf.path is not self.path and not self.follows(leaf):
            return leaf

        if is_number(self.one) and isinstance(self.other, (int, float)):
            if is_number(leaf.value):
                return replace(leaf, value=leaf.value + (self.other - self.one))
            return leaf

        if _is_same(leaf.value, self.one):
            return replace(leaf, value=self.other)
        if _is_same(leaf.value, self.other):
            return replace(leaf, value=self.one)
        return leaf

    def _is_linked(self, path: AccessPath) -> bool:
        """Whether another number is compared with the input, or has its name."""
        if path is self.path:  # which of several people is the older is no mere relation
            return False
        linked = any(path is p for p in self.path.linked)
        same_word = path.name == self.path.name or self.path.name in path.name.split("_")
        return linked or same_word


def explained(search: SearchState, state: InputState, probes: list[Probe]) -> Steps[list[bool]]:
    """Whether renaming the two values everywhere explains each difference.

    Never if a model is trained inside: what it has learned about a group of people is
    held against the person, though the code names no group.
    """
    trains = _trains_model(search.reading.function)
    touched = [[] if trains else _touched(state, probe) for probe in probes]
    linked = [probe for probe, others in zip(probes, touched, strict=True) if others]
    contexts = [_everywhere(state, probe, v) for probe in linked for v in probe.values]
    outcomes = iter((yield from search.perform(contexts)))

    answers: list[bool] = []
    for probe, others in zip(probes, touched, strict=True):
        explains = bool(others) and _explains(state, probe, (next(outcomes), next(outcomes)))
        if explains:
            _remember(state, others)
        answers.append(explains)
    return answers


def _touched(state: InputState, probe: Probe) -> list[Leaf]:
    """The other leaves that exchanging the two values changes."""
    exchange = Exchange(state.input.path, *probe.values)
    others = [
        leaf for position, leaf in leaves(probe.context.as_tree()) if position != probe.position
    ]
    return [leaf for leaf in others if exchange.follows(leaf)]


def _everywhere(state: InputState, probe: Probe, value: Scalar) -> Context:
    """The context of the call with `value`, with the two values exchanged."""
    exchange = Exchange(state.input.path, *probe.values)
    tree = set_value(probe.context.as_tree(), probe.position, value)
    return probe.context.with_tree(map_leaves(tree, exchange.renamed))


def _explains(state: InputState, probe: Probe, renamed: tuple[Outcome, Outcome]) -> bool:
    """Whether both calls give the same after the exchange, but for the exchanged values."""
    one, other = probe.values
    pairs = () if is_number(one) else ((one, other), (other, one))
    before_and_after = zip(probe.outcomes, renamed, strict=True)
    return all(same_outcome(a, b, Renaming(pairs)) for a, b in before_and_after)


def _remember(state: InputState, touched: list[Leaf]) -> None:
    """Note whether people were grouped, or two inputs compared."""
    if any(leaf.path is state.input.path for leaf in touched):
        state.grouped = True
    elif touched[0].path is not None:
        state.related = touched[0].path.text


def _trains_model(function: Function) -> bool:
    """Whether the function fits a model to the people it is given."""
    return any(
        isinstance(node, ast.Attribute) and node.attr == "fit" for node in ast.walk(function.node)
    )


def _has_default(path: AccessPath) -> bool:
    """A parameter that callers may leave out: then its default is the code's own rule."""
    return isinstance(path.default, ast.Constant) and path.default.value is not None


def _is_same(value: Scalar, other: Scalar) -> bool:
    return value == other and type(value) is type(other)
