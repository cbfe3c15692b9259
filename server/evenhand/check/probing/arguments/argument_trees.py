"""Arguments as trees: immutable, addressed by position, written out as Python.

A context is a tuple of such trees. Changing one leaf gives a new tree that shares the rest.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

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
    """Python around the value: `Gender({})`; empty for the value itself."""


@dataclass(frozen=True, slots=True)
class Raw:
    """An expression that is never varied, such as `lambda *_: 0`."""

    text: str


@dataclass(frozen=True, slots=True)
class Branch:
    """A container: dict, list, object, frame."""

    style: str
    """`dict`, `list`, `tuple`, `set`, `object`, `call`, `frame`, `series`, `array`."""
    names: tuple[object, ...]
    """Keys, attribute names or columns; indices for sequences."""
    children: tuple[Node, ...]
    path: AccessPath | None = None
    head: str = ""
    """The class or function that builds it."""
    positional: int = 0
    """How many of the first children a `call` passes without their names."""


Node = Leaf | Raw | Branch


def leaves(node: Node, position: Position = ()) -> Iterator[tuple[Position, Leaf]]:
    """All leaves with their positions, from left to right."""
    if isinstance(node, Leaf):
        yield position, node
    elif isinstance(node, Branch):
        for index, child in enumerate(node.children):
            yield from leaves(child, (*position, index))


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
    children = list(node.children)
    children[position[0]] = put(children[position[0]], position[1:], new)
    return replace(node, children=tuple(children))


def set_value(node: Node, position: Position, value: Scalar) -> Node:
    """`node` with another value in the leaf at `position`."""
    leaf = at(node, position)
    assert isinstance(leaf, Leaf)
    return put(node, position, replace(leaf, value=value))


def map_leaves(node: Node, change: Callable[[Leaf], Leaf]) -> Node:
    """`node` with every leaf changed."""
    if isinstance(node, Leaf):
        return change(node)
    if isinstance(node, Branch):
        return replace(node, children=tuple(map_leaves(c, change) for c in node.children))
    return node


@dataclass(frozen=True, slots=True)
class Writer:
    """How names that the module may not have imported are written."""

    modules: dict[str, str]
    """Module or member -> the name that it has in the checked file."""

    def module(self, name: str) -> str:
        return self.modules.get(name, f'__import__("{name}")')

    def member(self, module: str, name: str) -> str:
        return self.modules.get(f"{module}.{name}", f"{self.module(module)}.{name}")

    def write(self, node: Node) -> str:
        """The Python expression that makes `node`."""
        if isinstance(node, Raw):
            return node.text
        if isinstance(node, Leaf):
            text = self._scalar(node.value)
            return node.wrap.format(text) if node.wrap else text
        return self._branch(node)

    def _scalar(self, value: Scalar) -> str:
        if isinstance(value, datetime.datetime):
            inner = f"{value.year}, {value.month}, {value.day}"
            return f"{self.member('datetime', 'datetime')}({inner})"
        if isinstance(value, datetime.date):
            return f"{self.member('datetime', 'date')}({value.year}, {value.month}, {value.day})"
        return repr(value)

    def _branch(self, node: Branch) -> str:
        inner = [self.write(c) for c in node.children]
        if node.style == "dict":
            pairs = zip(node.names, inner, strict=True)
            return "{" + ", ".join(f"{name!r}: {text}" for name, text in pairs) + "}"
        if node.style == "tuple":
            return "(" + ", ".join(inner) + ("," if len(inner) == 1 else "") + ")"
        if node.style == "set":
            return "{" + ", ".join(inner) + "}" if inner else "set()"
        if node.style == "frame":
            return f"{self.member('pandas', 'DataFrame')}([{', '.join(inner)}])"
        if node.style == "series":
            return f"{self.member('pandas', 'Series')}([{', '.join(inner)}])"
        if node.style == "array":
            return f"{self.member('numpy', 'array')}([{', '.join(inner)}])"
        if node.style == "object":
            named = ", ".join(f"{n}={t}" for n, t in zip(node.names, inner, strict=False))
            return f"{self.member('types', 'SimpleNamespace')}({named})"
        if node.style == "call":
            return f"{node.head}({self.arguments(node)})"
        return "[" + ", ".join(inner) + "]"

    def arguments(self, node: Branch) -> str:
        """The arguments of a call, without the brackets."""
        parts: list[str] = []
        for index, (name, child) in enumerate(zip(node.names, node.children, strict=False)):
            text = self.write(child)
            if str(name).startswith("**"):
                parts.append(_spread(child, text, self))
            elif str(name).startswith("*"):
                assert isinstance(child, Branch)
                parts.extend(self.write(c) for c in child.children)
            else:
                parts.append(text if index < node.positional else f"{name}={text}")
        return ", ".join(p for p in parts if p)


def _spread(child: Node, text: str, writer: Writer) -> str:
    if isinstance(child, Branch) and all(str(n).isidentifier() for n in child.names):
        pairs = zip(child.names, child.children, strict=True)
        return ", ".join(f"{name}={writer.write(inner)}" for name, inner in pairs)
    return f"**{text}"
