"""When a first call fails because its arguments do not fit: what to try instead.

The source shows most of a shape; the program's own complaint shows the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from evenhand.check.probing.argument_trees import Branch, Leaf, Node, branches, leaves
from evenhand.check.probing.contexts import Context
from evenhand.check.probing.requests import Event, Outcome
from evenhand.check.reading.access_paths import Place

_MISSING_ATTRIBUTE = re.compile(r"'(\w+)' object has no attribute '(\w+)'")
_TYPES = re.compile(r"'(\w+)'")
KINDS = {
    "str": "str",
    "int": "number",
    "float": "number",
    "bool": "bool",
    "list": "list",
    "dict": "dict",
}


@dataclass(frozen=True, slots=True)
class Assumption:
    """That a place holds a value of some kind."""

    place: Place
    kind: str

    def accept(self) -> None:
        """Write the assumption into the place, against earlier guesses."""
        hints = self.place.hints
        hints -= {
            "str",
            "number",
            "bool",
            "list",
            "dict",
            "arithmetic",
            "truth",
            "cast",
            "sized",
            "contains",
            "date",
            "object",
            "frame",
            "series",
            "annotated",
        }
        hints.update({self.kind, "annotated"})
        if self.kind in {"str", "number", "bool"}:
            self.place.item = None
        if self.kind == "str":
            self.place.constants = [c for c in self.place.constants if isinstance(c, str)]
        elif self.kind == "number":
            self.place.constants = [c for c in self.place.constants if not isinstance(c, str)]


def add_missing(context: Context, outcome: Outcome) -> bool:
    """Give records the key or attribute that the failed call asked for."""
    if outcome.missing is None or outcome.error is None:
        return False
    if outcome.error[0] == "AttributeError":
        return _add_attribute(context, outcome)
    if outcome.error[0] != "KeyError":
        return False
    added = False
    for key in _missing_keys(outcome.missing):
        for place in _records(context, key, outcome.events):
            if key not in place.keys:
                place.child_key(key)
                added = True
    return added


def assumptions(context: Context, outcome: Outcome, lines: list[str]) -> Iterator[Assumption]:
    """Other kinds for the leaves that the failing line reads, the likeliest first."""
    message = outcome.error[1] if outcome.error else ""
    line = (
        lines[outcome.error_line - 1]
        if outcome.error_line and outcome.error_line <= len(lines)
        else ""
    )
    mentioned = [p for p in _leaf_places(context) if re.search(rf"\b{re.escape(p.name)}\b", line)]
    places = mentioned or list(_leaf_places(context))
    wanted = [KINDS[t] for t in _TYPES.findall(message) if t in KINDS]
    if "not iterable" in message or "not subscriptable" in message or "has no len" in message:
        wanted = ["list", "str", "dict"]
    elif (
        "no attribute 'get'" in message
        or "indices must be" in message
        or "no attribute 'items'" in message
    ):
        wanted = ["dict"]
    kinds = list(dict.fromkeys([*wanted, "number", "str", "list", "bool", "dict", "date"]))
    for kind in kinds:
        for place in places[:8]:
            if kind not in place.hints or "annotated" not in place.hints:
                yield Assumption(place, kind)


def node_for(assumption: Assumption) -> Node:
    """A value of the assumed kind."""
    place, kind = assumption.place, assumption.kind
    if kind == "list":
        words = [c for c in place.constants if isinstance(c, str)]
        return Branch("list", (0,), (Leaf(words[0] if words else "other", place),), place)
    if kind == "dict":
        return Branch("dict", (), (), place)
    words = [c for c in place.constants if isinstance(c, str)]
    numbers = [c for c in place.constants if isinstance(c, (int, float))]
    if kind == "str":
        return Leaf(words[0] if words else "other", place)
    if kind == "bool":
        return Leaf(True, place)
    if kind == "date":
        import datetime

        return Leaf(datetime.date(2018, 3, 1), place)
    return Leaf(numbers[0] if numbers else 5, place)


def _missing_keys(missing: str) -> list[str]:
    many = missing.startswith(("[", '"[')) or "Index([" in missing
    listed = re.findall(r"'([^']+)'", missing.split("dtype")[0]) if many else []
    return listed or [missing]


def _records(context: Context, key: str, events: tuple[Event, ...]) -> list[Place]:
    nodes = [b for root in context.roots for _, b in branches(root)]
    records: list[Place] = []
    for node in nodes:
        if node.place is None or key in _fields(node):
            continue
        if node.style == "frame":
            records.append(node.place.child_item())
        elif node.style == "dict" and not node.place.hints & {"table", "by_value"}:
            asked = any(
                e.left == key and isinstance(e.right, list) and list(node.names) == e.right
                for e in events
            )
            if asked:
                return [node.place]
            records.append(node.place)
    frames = [r for r in records if r.parent is not None and "frame" in r.parent.hints]
    return frames or records


def _fields(node: Branch) -> tuple[object, ...]:
    """Keys of a record, or columns of a frame."""
    if node.style == "frame" and node.children:
        first = node.children[0]
        return first.names if isinstance(first, Branch) else ()
    return node.names


def _add_attribute(context: Context, outcome: Outcome) -> bool:
    assert outcome.error is not None
    found = _MISSING_ATTRIBUTE.search(outcome.error[1])
    if found is None:
        return False
    kind, name = found.groups()
    added = False
    for root in context.roots:
        for _, node in branches(root):
            if node.place is None:
                continue
            if kind == "SimpleNamespace" and node.style == "object" and name not in node.names:
                node.place.child_attribute(name)
                added = True
            elif kind == "dict" and node.style == "dict" and name not in {"append", "lower"}:
                _to_object(node.place, name)
                added = True
            elif kind == "list" and node.style == "list" and name in FRAME_ATTRIBUTES:
                node.place.hints.add("frame")
                added = True
    return added


FRAME_ATTRIBUTES = {
    "groupby",
    "columns",
    "iterrows",
    "loc",
    "iloc",
    "empty",
    "copy",
    "shape",
    "mean",
}


def _to_object(place: Place, name: str) -> None:
    place.hints -= {"dict", "annotated"}
    place.hints.add("object")
    for key, child in place.keys.items():
        place.attributes.setdefault(str(key), child)
    place.keys.clear()
    place.child_attribute(name)


def _leaf_places(context: Context) -> Iterator[Place]:
    seen: set[int] = set()
    for root in context.roots:
        for _, leaf in leaves(root):
            if leaf.place is not None and id(leaf.place) not in seen:
                seen.add(id(leaf.place))
                yield leaf.place
        for _, branch in branches(root):
            if branch.place is not None and not branch.children and id(branch.place) not in seen:
                seen.add(id(branch.place))
                yield branch.place
