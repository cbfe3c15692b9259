"""From the places that a function reads to arguments that fit them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeGuard

from evenhand.check.probing.argument_trees import Branch, Leaf, Node, Raw, map_leaves
from evenhand.check.probing.contexts import Choose, Context
from evenhand.check.probing.domains import scalar_kind
from evenhand.check.probing.lexicon import is_many_word
from evenhand.check.reading.access_paths import Place
from evenhand.check.reading.classes import constructor_names, takes_any_field
from evenhand.check.reading.inputs import Reading
from evenhand.check.reading.source import Source

LONGEST_ROW = 500
"""Fields of a row that is known by their positions."""


@dataclass(frozen=True, slots=True)
class Builder:
    """Builds the contexts of one function."""

    reading: Reading
    source: Source
    choose: Choose
    rows: int = 1
    overrides: Mapping[int, Node] | None = None
    """Nodes that replace what a place (by identity) would get."""
    sparse: bool = False
    """Leave out the keys that the code has a default for."""

    def build(self) -> Context:
        """A context with `rows` people in every list."""
        reading = self.reading
        function = reading.function
        receiver: Node | None = None
        head = function.name
        if function.is_script:
            head = "<module>"
        elif function.owner is not None:
            owner = function.name.rpartition(".")[0]
            if reading.receiver is not None:
                receiver = self._object(function.owner, reading.receiver, owner, 0, 0)
                last = function.name.rpartition(".")[2]
                head = (
                    f"@{last}" if function.decorated("property", "cached_property") else f".{last}"
                )
            elif function.name.endswith((".__init__", ".__post_init__")):
                head = owner
        answers = (
            Branch("list", (), tuple(self._answer(p) for p in reading.prompts))
            if reading.prompts
            else None
        )
        if reading.enclosing is not None:
            outer, inner = self._call(reading.enclosing), self._call(reading.parameters)
            return Context(None, outer, answers, head.rpartition(".")[0], inner)
        return Context(receiver, self._call(reading.parameters), answers, head)

    def _call(self, parameters: tuple[Place, ...]) -> Branch:
        names: list[object] = []
        children: list[Node] = []
        positional = 0
        for place in parameters:
            if _keeps_its_default(place):
                continue
            if place.kind == "**":
                names.append(f"**{place.name}")
            elif place.kind == "*":
                names.append(f"*{place.name}")
            else:
                names.append(place.name)
            in_order = positional == len(names) - 1 and place is parameters[positional]
            if place.kind in {"positional", "only", "*"} and in_order:
                positional += 1
            children.append(self.node(place, 0, 0))
        return Branch("call", tuple(names), tuple(children), positional=positional)

    def node(self, place: Place, row: int, depth: int) -> Node:
        """The value of a place, as its use and its types want it."""
        if self.overrides and id(place) in self.overrides:
            return self._vary(self.overrides[id(place)], row)
        hints = place.hints
        if depth > 6:
            return Leaf(None, place)
        if place.field_name:
            return Leaf(place.field_name)
        if "enum" in hints and place.klass is not None:
            return Leaf(self.choose(place, row), place, f"{place.klass.name}({{}})")
        if place.klass is not None and "dict" not in hints:
            return self._object(place.klass, place, place.klass.name, row, depth)
        if "frame" in hints:
            return self._frame(place, depth)
        if place.attributes and "dict" not in hints and not place.has_fields:
            return self._namespace(place, row, depth)
        if place.has_fields:
            return self._record(place, row, depth)
        if place.item is not None:
            return self._many(place, depth)
        return self._leaf(place, row)

    def _leaf(self, place: Place, row: int) -> Node:
        hints = place.hints
        if "callable" in hints:
            return Raw("lambda *_, **__: 0")
        if _defaults_to_none(place) and hints & {"dict", "list", "sequence", "callable"}:
            return Leaf(None, place)
        if "dict" in hints and not hints & {"str", "number"}:
            return Branch("dict", (), (), place)
        if "series" in hints and place.parent is None:
            people = tuple(Leaf(self.choose(place, i), place) for i in range(max(self.rows, 2)))
            return Branch("series", tuple(range(len(people))), people, place)
        sequence = hints & {"list", "set", "sequence"} or (
            "contains" in hints and "str" not in hints and scalar_kind(place) != "number"
        )
        if sequence or (
            is_many_word(place.name)
            and not place.constants
            and hints.isdisjoint({"str", "number", "arithmetic", "annotated"})
        ):
            style = "set" if "set" in hints else "list"
            parts = tuple(Leaf(self.choose(place, row + i), place) for i in range(self.rows))
            return Branch(style, tuple(range(len(parts))), parts, place)
        return Leaf(self.choose(place, row), place)

    def _vary(self, node: Node, row: int) -> Node:
        return (
            map_leaves(
                node,
                lambda leaf: (
                    leaf
                    if leaf.place is None
                    else replace(leaf, value=self.choose(leaf.place, row))
                ),
            )
            if row
            else node
        )

    def _record(self, place: Place, row: int, depth: int) -> Node:
        if "tuple" in place.hints or _positional(place):
            size = max((k for k in place.keys if _is_position(k)), default=0) + 1
            parts = tuple(
                self.node(place.keys[i], row, depth + 1) if i in place.keys else Leaf(0)
                for i in range(size)
            )
            return Branch("tuple", tuple(range(size)), parts, place)
        names: list[object] = []
        parts_list: list[Node] = []
        for key, child in place.keys.items():
            if child.assigned or (self.sparse and child.optional and not self._protected(child)):
                continue
            names.append(child.key_param.field_name if child.key_param is not None else key)
            parts_list.append(self.node(child, row, depth + 1))
        return Branch("dict", tuple(names), tuple(parts_list), place)

    def _protected(self, place: Place) -> bool:
        below = {id(p) for p in place.walk()}
        return any(id(entry.place) in below for entry in self.reading.inputs)

    def _many(self, place: Place, depth: int) -> Node:
        assert place.item is not None
        rows = tuple(self.node(place.item, i, depth + 1) for i in range(self.rows))
        if place.hints & {"table", "by_value"}:
            keys: tuple[object, ...] = tuple(f"k{i + 1}" for i in range(len(rows)))
            if "by_value" in place.hints and place.linked:
                key_place = place.linked[0]
                keys = tuple(dict.fromkeys(self.choose(key_place, i) for i in range(6)))
                rows = tuple(self.node(place.item, 0, depth + 1) for _ in keys)
            return Branch("dict", keys, rows, place)
        style = "set" if "set" in place.hints else "tuple" if "tuple" in place.hints else "list"
        if "array" in place.hints:
            style = "array"
        return Branch(style, tuple(range(len(rows))), rows, place)

    def _frame(self, place: Place, depth: int) -> Node:
        row = place.child_item()
        count = max(self.rows, 2)
        rows = tuple(self._record(row, i, depth + 1) for i in range(count))
        return Branch("frame", tuple(range(count)), rows, place)

    def _namespace(self, place: Place, row: int, depth: int) -> Node:
        names = tuple(n for n, c in place.attributes.items() if not c.assigned)
        parts = tuple(self.node(place.attributes[n], row, depth + 1) for n in names)
        return Branch("object", names, parts, place)

    def _object(self, klass: ast.ClassDef, place: Place, name: str, row: int, depth: int) -> Node:
        wanted = constructor_names(klass, self.source.symbols)
        if takes_any_field(klass, self.source.symbols):
            known = place.attributes.items()
            wanted += tuple(n for n, c in known if n not in wanted and not c.assigned)
        names: list[object] = []
        parts: list[Node] = []
        for argument in wanted:
            child = place.attributes.get(argument)
            if child is None or (child.kind == "**" and child.is_leaf):
                continue
            names.append(argument)
            parts.append(self.node(child, row, depth + 1))
        return Branch("call", tuple(names), tuple(parts), place, head=name)

    def _answer(self, place: Place) -> Node:
        value = self.choose(place, 0)
        return Leaf(value, place)


def _keeps_its_default(place: Place) -> bool:
    """A parameter whose default is no plain value, and of whose parts the code says nothing."""
    plain = (ast.Constant, ast.UnaryOp)
    structured = not place.is_leaf or place.hints & {"list", "dict", "set", "date", "datetime"}
    return not (
        place.default is None or isinstance(place.default, plain) or structured or place.constants
    ) and place.kind in {"positional", "keyword"}


def _defaults_to_none(place: Place) -> bool:
    return isinstance(place.default, ast.Constant) and place.default.value is None


def _positional(place: Place) -> bool:
    return bool(place.keys) and all(map(_is_position, place.keys))


def _is_position(key: object) -> TypeGuard[int]:
    """Whether it can be one in a row; larger numbers are keys, and rows of that length too long."""
    return isinstance(key, int) and 0 <= key < LONGEST_ROW
