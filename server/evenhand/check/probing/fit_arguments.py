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
from evenhand.check.reading.access_paths import AccessPath

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

    path: AccessPath
    kind: str

    def accept(self) -> None:
        """Write the assumption into the place, against earlier guesses."""
        hints = self.path.hints
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
            self.path.item = None
        if self.kind == "str":
            self.path.constants = [c for c in self.path.constants if isinstance(c, str)]
        elif self.kind == "number":
            self.path.constants = [c for c in self.path.constants if not isinstance(c, str)]


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
        for path in _records(context, key, outcome.events):
            if key not in path.keys:
                path.child_key(key)
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
    paths = mentioned or list(_leaf_places(context))
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
        for path in paths[:8]:
            if kind not in path.hints or "annotated" not in path.hints:
                yield Assumption(path, kind)


def node_for(assumption: Assumption) -> Node:
    """A value of the assumed kind."""
    path, kind = assumption.path, assumption.kind
    if kind == "list":
        words = [c for c in path.constants if isinstance(c, str)]
        return Branch("list", (0,), (Leaf(words[0] if words else "other", path),), path)
    if kind == "dict":
        return Branch("dict", (), (), path)
    words = [c for c in path.constants if isinstance(c, str)]
    numbers = [c for c in path.constants if isinstance(c, (int, float))]
    if kind == "str":
        return Leaf(words[0] if words else "other", path)
    if kind == "bool":
        return Leaf(True, path)
    if kind == "date":
        import datetime

        return Leaf(datetime.date(2018, 3, 1), path)
    return Leaf(numbers[0] if numbers else 5, path)


def _missing_keys(missing: str) -> list[str]:
    many = missing.startswith(("[", '"[')) or "Index([" in missing
    listed = re.findall(r"'([^']+)'", missing.split("dtype")[0]) if many else []
    return listed or [missing]


def _records(context: Context, key: str, events: tuple[Event, ...]) -> list[AccessPath]:
    nodes = [b for root in context.roots for _, b in branches(root)]
    records: list[AccessPath] = []
    for node in nodes:
        if node.path is None or key in _fields(node):
            continue
        if node.style == "frame":
            records.append(node.path.child_item())
        elif node.style == "dict" and not node.path.hints & {"table", "by_value"}:
            asked = any(
                e.left == key and isinstance(e.right, list) and list(node.names) == e.right
                for e in events
            )
            if asked:
                return [node.path]
            records.append(node.path)
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
            if node.path is None:
                continue
            if kind == "SimpleNamespace" and node.style == "object" and name not in node.names:
                node.path.child_attribute(name)
                added = True
            elif kind == "dict" and node.style == "dict" and name not in {"append", "lower"}:
                _to_object(node.path, name)
                added = True
            elif kind == "list" and node.style == "list" and name in FRAME_ATTRIBUTES:
                node.path.hints.add("frame")
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


def _to_object(path: AccessPath, name: str) -> None:
    path.hints -= {"dict", "annotated"}
    path.hints.add("object")
    for key, child in path.keys.items():
        path.attributes.setdefault(str(key), child)
    path.keys.clear()
    path.child_attribute(name)


def _leaf_places(context: Context) -> Iterator[AccessPath]:
    seen: set[int] = set()
    for root in context.roots:
        for _, leaf in leaves(root):
            if leaf.path is not None and id(leaf.path) not in seen:
                seen.add(id(leaf.path))
                yield leaf.path
        for _, branch in branches(root):
            if branch.path is not None and not branch.children and id(branch.path) not in seen:
                seen.add(id(branch.path))
                yield branch.path
