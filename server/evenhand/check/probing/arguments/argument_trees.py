"""Arguments as trees: immutable, addressed by position, written out as Python.

A context is a tuple of such trees. Changing one leaf gives a new tree that shares the rest.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Mapping
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
    """`dict`, `list`, `tuple`, `set`, `object`, `call`, `fields`, `frame`, `series`, `array`."""
    names: tuple[object, ...]
    """Keys, attribute names or columns; indices for sequences."""
    children: tuple[Node, ...]
    path: AccessPath | None = None
    head: str = ""
    """The class or function that builds it."""
    positional: int = 0
    """How many of the first children a `call` passes without their names."""


Node = Leaf | Raw | Branch

MADE_OF_LISTS: Mapping[str, tuple[str, str]] = {
    "frame": ("pandas", "DataFrame"),
    "series": ("pandas", "Series"),
    "array": ("numpy", "array"),
}
"""Styles of containers that are made of a list: by which member of which module."""


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
    index, *below = position
    children = list(node.children)
    children[index] = put(children[index], tuple(below), new)
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
        children = tuple(map_leaves(child, change) for child in node.children)
        return replace(node, children=children)
    return node


@dataclass(frozen=True, slots=True)
class Writer:
    """How names that the module may not have imported are written."""

    modules: dict[str, str]
    """Module or member -> the name that it has in the checked file."""

    def module(self, name: str) -> str:
        """An expression for a module, imported by the checked file or not."""
        return self.modules.get(name, f'__import__("{name}")')

    def member(self, module: str, name: str) -> str:
        """An expression for a class or function of a module."""
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
        if not isinstance(value, datetime.date):
            return repr(value)

        parts = [str(value.year), str(value.month), str(value.day)]
        if not isinstance(value, datetime.datetime):
            return f"{self.member('datetime', 'date')}({', '.join(parts)})"

        if value.time() != datetime.time():
            parts += [str(value.hour), str(value.minute)]
        if value.second or value.microsecond:
            parts += [str(value.second), str(value.microsecond)]
        if value.tzinfo is not None:
            parts.append(f"tzinfo={self.member('datetime', 'timezone')}.utc")
        return f"{self.member('datetime', 'datetime')}({', '.join(parts)})"

    def _branch(self, node: Branch) -> str:
        if node.style == "call":
            return f"{node.head}({self.arguments(node)})"

        texts = [self.write(child) for child in node.children]
        if node.style == "dict":
            pairs = zip(node.names, texts, strict=True)
            return "{" + ", ".join(f"{name!r}: {text}" for name, text in pairs) + "}"
        if node.style == "fields":
            pairs = zip(node.names, texts, strict=True)
            members = ", ".join(f"{name!r}: {text}" for name, text in pairs)
            return f"type({node.head!r}, ({node.head},), {{{members}}})()"
        if node.style == "object":
            named = _by_name(node.names, texts)
            return f"{self.member('types', 'SimpleNamespace')}({named})"

        inner = ", ".join(texts)
        if node.style == "tuple":
            return f"({inner},)" if len(texts) == 1 else f"({inner})"
        if node.style == "set":
            return f"{{{inner}}}" if texts else "set()"
        if node.style in MADE_OF_LISTS:
            return f"{self.member(*MADE_OF_LISTS[node.style])}([{inner}])"
        return f"[{inner}]"

    def arguments(self, node: Branch) -> str:
        """The arguments of a call, without the brackets."""
        arguments: list[str] = []
        for index, (name, child) in enumerate(zip(node.names, node.children, strict=False)):
            if str(name).startswith("**"):
                arguments.append(self._by_keyword(child))
            elif str(name).startswith("*"):
                assert isinstance(child, Branch)
                arguments.extend(self.write(item) for item in child.children)
            elif index < node.positional:
                arguments.append(self.write(child))
            else:
                arguments.append(f"{name}={self.write(child)}")
        return ", ".join(filter(None, arguments))

    def _by_keyword(self, node: Node) -> str:
        """What `**kwargs` takes, as keywords if every key may be one."""
        if isinstance(node, Branch) and all(str(name).isidentifier() for name in node.names):
            return _by_name(node.names, [self.write(child) for child in node.children])
        return f"**{self.write(node)}"


def _by_name(names: tuple[object, ...], texts: list[str]) -> str:
    pairs = zip(names, texts, strict=False)
    return ", ".join(f"{name}={text}" for name, text in pairs)
