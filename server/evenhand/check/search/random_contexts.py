"""Random contexts: drawn from all values, or kept ones with a few leaves changed."""

from __future__ import annotations

import random
from collections.abc import Iterator

from evenhand.check.search.arguments.argument_trees import Leaf, Node, leaves, set_value
from evenhand.check.search.arguments.contexts import Context
from evenhand.check.search.search_state import SearchState
from evenhand.check.search.values.choosing import Domains, at_random
from evenhand.check.search.values.domains import plausible
from evenhand.scalars import Scalar, is_number

SEEDS_APART = 1_000_003
"""So that no two seeds share a random context."""
MOST_CHANGES = 3
"""Leaves that are changed in a kept context."""
SCALED = 0.5
"""Of the numbers that are changed, how many are scaled."""
SMALL = 0.5
"""Of the integers that are changed so, how many become a small one instead."""
SMALL_NUMBERS = (0, 12)
FACTORS = (0.1, 0.5, 0.8, 0.9, 1.1, 1.25, 2, 10)
"""By which numbers are scaled."""


def random_contexts(
    search: SearchState, generator: random.Random, start: int, count: int
) -> Iterator[Context]:
    """`count` contexts, every second one a neighbour of a kept one.

    `start` numbers the first of them, so that no two rounds draw the same.
    """
    for index in range(count):
        if search.observed.kept and index % 2:
            yield _neighbour(search, generator.choice(search.observed.kept), generator)
        else:
            yield drawn_context(search, start + index, search.values.of)


def drawn_context(
    search: SearchState, number: int, domains: Domains, *, sparse: bool = False
) -> Context:
    """The context of this number, with one to three people in every list: always the same.

    If `sparse`, without what the code has a default for.
    """
    seed = number + SEEDS_APART * search.seed
    return search.build(1 + number % 5 // 2, at_random(domains, seed), sparse=sparse)


def _neighbour(search: SearchState, context: Context, generator: random.Random) -> Context:
    """A kept context with a few leaves changed; numbers are also scaled."""
    tree: Node = context.as_tree()
    choices = [(p, leaf) for p, leaf in leaves(tree) if leaf.path is not None]
    if not choices:
        return context

    changes = min(len(choices), generator.randint(1, MOST_CHANGES))
    for position, leaf in generator.sample(choices, changes):
        tree = set_value(tree, position, _changed(search, leaf, generator))
    return context.with_tree(tree)


def _changed(search: SearchState, leaf: Leaf, generator: random.Random) -> Scalar:
    """Another value for a leaf, or its own if no other may be there."""
    assert leaf.path is not None
    values = search.values.of(leaf.path)

    is_free_number = search.values.state_of(leaf.path) is None and is_number(leaf.value)
    if is_free_number and generator.random() < SCALED:
        is_small = isinstance(leaf.value, int) and generator.random() < SMALL
        value = generator.randint(*SMALL_NUMBERS) if is_small else _scaled(leaf.value, generator)
        return value if plausible(leaf.path, leaf.value, value) else leaf.value
    return generator.choice(values) if values else leaf.value


def _scaled(value: Scalar, generator: random.Random) -> Scalar:
    assert isinstance(value, (int, float))
    factor = generator.choice(FACTORS)
    if isinstance(value, int):
        return round((value or 1) * factor)
    return round((value or 1.0) * factor, 4)
