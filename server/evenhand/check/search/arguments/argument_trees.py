"""Arguments as trees: immutable, addressed by position; `argument_texts.py` writes them out.

A context is a tuple of such trees. Changing one leaf gives a new tree that shares the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from evenhand.check.reading.access_paths import AccessPath
from evenhand.scalars import Scalar

Position = tuple[int, ...]
"""Where a node is in a tree: the index of a child at each level."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """One value, and the path in the code to which it belongs."""

    value: Scalar
    path: AccessPath | None = None
    wrap: str = ""
    """Python around the value: `Gender({})`; empty for the value itself. Names within
    the braces stand for classes of the standard library: `{time}`, `{Path}`, `{Decimal}`."""
    members: tuple[tuple[object, str], ...] = ()
    """Values that have a name of their own, and how it is written: `Gender.FEMALE`."""

    def with_value(self, value: Scalar) -> Leaf:
        """The leaf with another value; faster than `dataclasses.replace`."""
        return Leaf(value, self.path, self.wrap, self.members)


@dataclass(frozen=True, slots=True)
class Raw:
    """An expression that is never varied, such as `lambda *_: 0`."""

    text: str


@dataclass(frozen=True, slots=True)
class Branch:
    """A container: dict, list, object, frame."""

    style: str
    """`dict`, `list`, `tuple`, `set`, `object`, `call`, `fields`, `json`, `stand_in`, `function`,
    `prompt`, or one of `TABLES`."""
    names: tuple[object, ...]
    """Keys, attribute names or columns; indices for sequences; what a `function` is asked."""
    children: tuple[Node, ...]
    path: AccessPath | None = None
    head: str = ""
    """The class or function that builds it."""
    positional: int = 0
    """How many of the first children a `call` passes without their names."""

    def with_children(self, children: tuple[Node, ...]) -> Branch:
        """The container with as many other children; faster than `dataclasses.replace`."""
        return Branch(self.style, self.names, children, self.path, self.head, self.positional)


Node = Leaf | Raw | Branch

TABLES = frozenset({"frame", "series", "array", "records"})
"""Styles of containers that a library makes of a list: `head` says by which of its members."""


def is_mock(node: Node) -> bool:
    """Whether it is written with the standard library's mock."""
    return isinstance(node, Branch) and node.style in {"stand_in", "function", "prompt"}


def is_single(node: Node) -> bool:
    """Whether it is no container."""
    return not isinstance(node, Branch)


def leaves(node: Node, position: Position = ()) -> Iterator[tuple[Position, Leaf]]:
    """All leaves with their positions, from left to right."""
    todo: list[tuple[Position, Node]] = [(position, node)]
    while todo:
        place, part = todo.pop()
        if isinstance(part, Leaf):
            yield place, part
        elif isinstance(part, Branch):
            children = [((*place, index), child) for index, child in enumerate(part.children)]
            todo.extend(reversed(children))


def branches(node: Node, position: Position = ()) -> Iterator[tuple[Position, Branch]]:
    """All containers with their positions, the outer before the inner."""
    if isinstance(node, Branch):
        yield position, node
        for index, child in enumerate(node.children):
            yield from branches(child, (*position, index))


def at(node: Node, position: Position) -> Node:
    """The node at a position below `node`."""
    for index in position:
        assert isinstance(node, Branch)
        node = node.children[index]
    return node


def put(node: Node, position: Position, new: Node) -> Node:
    """`node` with the subtree at `position` replaced."""
    if not position:
        return new

    assert isinstance(node, Branch)
    index, *below = position
    children = list(node.children)
    children[index] = put(children[index], tuple(below), new)
    return node.with_children(tuple(children))


def set_value(node: Node, position: Position, value: Scalar) -> Node:
    """`node` with another value in the leaf at `position`."""
    leaf = at(node, position)
    assert isinstance(leaf, Leaf)
    return put(node, position, leaf.with_value(value))


def map_leaves(node: Node, change: Callable[[Leaf], Leaf]) -> Node:
    """`node` with every leaf changed."""
    if isinstance(node, Leaf):
        return change(node)
    if isinstance(node, Branch):
        children = tuple(map_leaves(child, change) for child in node.children)
        return node.with_children(children)
    return node
