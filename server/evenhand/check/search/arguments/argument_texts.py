"""Writes arguments out as Python, as a person would write them behind the file."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field

from evenhand.check.search.arguments.argument_trees import (
    TABLES,
    Branch,
    Leaf,
    Node,
    Raw,
    is_mock,
)
from evenhand.check.search.arguments.mock_texts import written_mock
from evenhand.check.search.arguments.record_types import fields_of_records
from evenhand.scalars import Scalar

MOST_KEPT, LONGEST_KEPT = 5_000, 4_000
"""Texts of containers that are kept, and characters of each."""
WRAPPING = {"time": "datetime", "timedelta": "datetime", "Path": "pathlib", "Decimal": "decimal"}
"""Classes that `Leaf.wrap` may name, and their modules."""


@dataclass(frozen=True, slots=True)
class Writer:
    """How names that the module may not have imported are written."""

    modules: dict[str, str]
    """Module or member -> the name that it has in the checked file."""
    written: dict[int, tuple[Branch, str]] = field(default_factory=dict)
    """Containers by identity, with their texts: most calls share nearly all that they take in."""

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
            return self._leaf(node)
        if id(node) in self.written:
            return self.written[id(node)][1]

        text = self._branch(node)
        if len(self.written) >= MOST_KEPT:
            self.written.clear()
        if len(text) <= LONGEST_KEPT:
            self.written[id(node)] = node, text
        return text

    def _leaf(self, leaf: Leaf) -> str:
        for value, name in leaf.members:
            if type(value) is type(leaf.value) and value == leaf.value:
                return name
        text = self._scalar(leaf.value)
        return self._wrapped(leaf, text) if leaf.wrap else text

    def _wrapped(self, leaf: Leaf, text: str) -> str:
        if leaf.value is None:
            return text
        if isinstance(leaf.value, float) and leaf.wrap.startswith("{Decimal}"):
            text = repr(text)  # Decimal('0.1')
        classes = {name: self.member(module, name) for name, module in WRAPPING.items()}
        return leaf.wrap.format(text, **classes)

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
        if is_mock(node):
            return written_mock(node, self.write)
        if node.style == "joined":
            return repr(self._joined(node))

        texts = [self.write(child) for child in node.children]
        if node.style in {"dict", "fields", "object"}:
            return self._with_names(node, texts)
        return self._without_names(node, texts)

    def _with_names(self, node: Branch, texts: list[str]) -> str:
        """A record, its fields by their names."""
        if node.style == "object":
            named = _by_name(node.names, texts)
            return f"{self.member('types', 'SimpleNamespace')}({named})"

        pairs = zip(node.names, texts, strict=True)
        fields = "{" + ", ".join(f"{name!r}: {text}" for name, text in pairs) + "}"
        if node.style == "fields":
            return f"type({node.head!r}, ({node.head},), {fields})()"
        return f"{node.head}({fields})" if node.head else fields

    def _without_names(self, node: Branch, texts: list[str]) -> str:
        """What holds others in an order, or in none."""
        inner = ", ".join(texts)
        match node.style:
            case "json":
                return f"{self.member('json', 'dumps')}({inner}){node.head}"
            case "tuple":
                return f"({inner},)" if len(texts) == 1 else f"({inner})"
            case "set":
                return f"{{{inner}}}" if texts else "set()"
            case style if style in TABLES:
                module, _, member = node.head.rpartition(".")
                return f"{self.member(module, member)}([{inner}]{fields_of_records(node)})"
        return f"[{inner}]"

    def _joined(self, node: Branch) -> str:
        """A text that has the parts of `node`, with its head between them."""
        (inner,) = node.children
        parts = inner.children if isinstance(inner, Branch) else (inner,)
        return node.head.join(map(self._part, parts))

    def _part(self, node: Node) -> str:
        if isinstance(node, Leaf):
            return "" if node.value is None else str(node.value)
        if isinstance(node, Branch) and node.style == "joined":
            return self._joined(node)
        return self.write(node)

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
