"""Sets aside differences that name no group: who is grouped with whom, and which inputs agree.

If exchanging two values in the whole context exchanges them in the outcome and changes
nothing else, the code treats them alike: it only asks who is the same as whom.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from evenhand.check.catalogue.spelling import in_case_of
from evenhand.check.outcomes.outcome_comparison import same_outcome
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.requests import Outcome, Steps
from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.reading.node_index import nodes_of
from evenhand.check.search.arguments.argument_trees import Leaf, leaves, map_leaves
from evenhand.check.search.arguments.contexts import Context
from evenhand.check.search.arguments.path_shapes import is_configured, is_constant_name
from evenhand.check.search.input_state import InputState
from evenhand.check.search.probes import Probe
from evenhand.check.search.search_state import SearchState
from evenhand.scalars import Scalar, is_number, is_same

LeafKey = tuple[int, type, Scalar]
"""The path of a leaf, by identity, and its value."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Two values of a protected input, exchanged wherever a context has them, in any case.

    For numbers the distance is kept instead: everything that follows the input moves along.
    """

    path: AccessPath
    first: Scalar
    second: Scalar
    people: frozenset[int]
    """The paths, by identity, that are attributes of people."""
    following: dict[LeafKey, bool] = field(default_factory=dict, compare=False)
    """Leaves that were asked about, and whether they follow."""

    def follows(self, leaf: Leaf) -> bool:
        """Whether a leaf changes with the protected one: the same word, number or input."""
        key = (id(leaf.path), type(leaf.value), leaf.value)
        if key not in self.following:
            self.following[key] = self._follows(leaf)
        return self.following[key]

    def _follows(self, leaf: Leaf) -> bool:
        if leaf.path is None or not self._corresponds(leaf.value, leaf.path):
            return False
        return not _has_default(leaf.path) and not self._is_rule(leaf.path)

    def _corresponds(self, value: Scalar, path: AccessPath) -> bool:
        """Whether a value is one of both, or a number that moves along."""
        if is_number(self.first):
            return is_number(value) and self._is_linked(path)
        if isinstance(self.first, str) and isinstance(value, str):
            return any(_is_same_word(value, one) for one in (self.first, self.second))
        return value in (self.first, self.second) and type(value) is type(self.first)

    def renamed(self, leaf: Leaf) -> Leaf:
        """The leaf after the exchange."""
        if leaf.path is not self.path and not self.follows(leaf):
            return leaf
        return leaf.with_value(self._exchanged(leaf.value))

    def _exchanged(self, value: Scalar) -> Scalar:
        if is_number(self.first) and isinstance(self.second, (int, float)):
            distance = self.second - self.first
            return value + distance if is_number(value) else value

        if is_same(value, self.first):
            return self.second
        if is_same(value, self.second):
            return self.first
        return self._exchanged_word(value) if isinstance(value, str) else value

    def _exchanged_word(self, word: str) -> str:
        """What becomes of a word that is one of the values in another case."""
        for value, other in ((self.first, self.second), (self.second, self.first)):
            if _is_same_word(word, value) and isinstance(other, str):
                return in_case_of(word, other)
        return word

    def _is_rule(self, path: AccessPath) -> bool:
        """Whether it is nobody's, and a limit that is asked for or that the code has itself."""
        is_given = path.is_outside or path.facts.has_fallback or is_configured(path)
        return (is_given or is_constant_name(path.name)) and id(path) not in self.people

    def _is_linked(self, path: AccessPath) -> bool:
        """Whether another number is compared with the input, or has its name."""
        if path is self.path:  # which of several people is the older is no mere relation
            return False

        is_compared = any(path is linked for linked in self.path.linked)
        is_named_alike = path.name == self.path.name or self.path.name in path.name.split("_")
        return is_compared or is_named_alike


def _is_same_word(word: str, value: Scalar) -> bool:
    """Whether a value is the word, whichever of their letters are capitals."""
    return isinstance(value, str) and word.casefold() == value.casefold()


def explained(search: SearchState, state: InputState, probes: list[Probe]) -> Steps[list[bool]]:
    """Whether renaming the two values everywhere explains each difference.

    Never if a model is trained inside: what it has learned about a group of people is
    held against the person, though the code names no group.
    """
    if _trains_model(search.reading.function.node):
        return [False] * len(probes)

    people = frozenset(id(other.input.path) for other in search.states)
    exchanges = [Exchange(state.input.path, *probe.values, people) for probe in probes]
    pairs = list(zip(probes, exchanges, strict=True))

    touched = [_touched(*pair) for pair in pairs]
    linked = [pair for pair, others in zip(pairs, touched, strict=True) if others]
    contexts = [context for pair in linked for context in _exchanged_contexts(*pair)]
    outcomes = iter((yield from search.perform(contexts)))

    answers: list[bool] = []
    for (probe, exchange), others in zip(pairs, touched, strict=True):
        if not others:
            answers.append(_is_exchanged(state, probe))
            continue

        explains = _explains(probe, exchange, (next(outcomes), next(outcomes)))
        if explains:
            _remember(state, others)
        answers.append(explains)
    return answers


def _is_exchanged(state: InputState, probe: Probe) -> bool:
    """Whether the two outcomes become each other when the values in them change places.

    `{"male": 1, "female": 0}` and `{"male": 0, "female": 1}` count people, and prefer nobody.
    """
    first, second = probe.values
    if not isinstance(first, str) or not isinstance(second, str):
        return False

    both = Renaming(((first, second), (second, first)))
    is_exchanged = same_outcome(*probe.outcomes, both)
    state.observed.grouped = state.observed.grouped or is_exchanged
    return is_exchanged


def _touched(probe: Probe, exchange: Exchange) -> list[Leaf]:
    """The other leaves that exchanging the two values changes."""
    every_leaf = leaves(probe.context.as_tree())
    others = [leaf for position, leaf in every_leaf if position != probe.position]
    return [leaf for leaf in others if exchange.follows(leaf)]


def _exchanged_contexts(probe: Probe, exchange: Exchange) -> list[Context]:
    """The contexts of both calls, with the two values exchanged."""
    trees = [map_leaves(context.as_tree(), exchange.renamed) for context in probe.contexts]
    return [probe.context.with_tree(tree) for tree in trees]


def _explains(probe: Probe, exchange: Exchange, renamed: tuple[Outcome, Outcome]) -> bool:
    """Whether both calls give the same after the exchange, but for the exchanged values."""
    every_leaf = [leaf for context in probe.contexts for _, leaf in leaves(context.as_tree())]
    values = {(type(leaf.value), leaf.value): exchange.renamed(leaf).value for leaf in every_leaf}
    pairs = [(before, after) for (_, before), after in values.items() if before != after]

    renaming = Renaming(tuple(pairs), exchange.path.name, flags_decide=True)
    before_and_after = zip(probe.outcomes, renamed, strict=True)
    return all(same_outcome(a, b, renaming) for a, b in before_and_after)


def _remember(state: InputState, touched: list[Leaf]) -> None:
    """Note whether people were grouped, or two inputs compared."""
    if any(leaf.path is state.input.path for leaf in touched):
        state.observed.grouped = True
    elif touched[0].path is not None:
        state.observed.related = touched[0].path.text


def _trains_model(function: ast.AST) -> bool:
    """Whether a function fits a model to the people it is given."""
    return any(node.attr == "fit" for node in nodes_of(function, ast.Attribute))


def _has_default(path: AccessPath) -> bool:
    """A parameter that callers may leave out: then its default is the code's own rule."""
    return isinstance(path.default, ast.Constant) and path.default.value is not None
