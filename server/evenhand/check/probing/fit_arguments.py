"""When a first call fails because its arguments do not fit: what to try instead.

The source shows most of a shape; the program's own complaint shows the rest.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from evenhand.check.probing.argument_trees import Branch, Leaf, Node, branches, leaves
from evenhand.check.probing.contexts import Context
from evenhand.check.probing.requests import Event, Outcome
from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.reading.evidence import Evidence

_MISSING_ATTRIBUTE = re.compile(r"'(\w+)' object has no attribute '(\w+)'")
_TYPES = re.compile(r"'(\w+)'")
NAMED: Mapping[str, Evidence] = {
    "str": Evidence.TEXT,
    "int": Evidence.NUMBER,
    "float": Evidence.NUMBER,
    "bool": Evidence.BOOLEAN,
    "list": Evidence.LIST,
    "dict": Evidence.MAPPING,
}
"""What a value is whose type an error names."""
LIKELIEST = (
    Evidence.NUMBER,
    Evidence.TEXT,
    Evidence.LIST,
    Evidence.BOOLEAN,
    Evidence.MAPPING,
    Evidence.DATE,
)


@dataclass(frozen=True, slots=True)
class Assumption:
    """That a path holds a value of some kind."""

    path: AccessPath
    kind: Evidence

    def accept(self) -> None:
        """Write the assumption into the path, against earlier guesses."""
        path = self.path
        path.assume(self.kind)

        if self.kind in {Evidence.TEXT, Evidence.NUMBER, Evidence.BOOLEAN}:
            path.item = None
        if self.kind is Evidence.TEXT:
            path.constants = [c for c in path.constants if isinstance(c, str)]
        elif self.kind is Evidence.NUMBER:
            path.constants = [c for c in path.constants if not isinstance(c, str)]


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
    wanted = [NAMED[t] for t in _TYPES.findall(message) if t in NAMED]
    if "not iterable" in message or "not subscriptable" in message or "has no len" in message:
        wanted = [Evidence.LIST, Evidence.TEXT, Evidence.MAPPING]
    elif (
        "no attribute 'get'" in message
        or "indices must be" in message
        or "no attribute 'items'" in message
    ):
        wanted = [Evidence.MAPPING]
    for kind in dict.fromkeys([*wanted, *LIKELIEST]):
        for path in paths[:8]:
            if not (path.is_annotated and path.shows(kind)):
                yield Assumption(path, kind)


def node_for(assumption: Assumption) -> Node:
    """A value of the assumed kind."""
    path, kind = assumption.path, assumption.kind
    words = [c for c in path.constants if isinstance(c, str)]
    numbers = [c for c in path.constants if isinstance(c, (int, float))]

    if kind is Evidence.LIST:
        return Branch("list", (0,), (Leaf(words[0] if words else "other", path),), path)
    if kind is Evidence.MAPPING:
        return Branch("dict", (), (), path)
    if kind is Evidence.TEXT:
        return Leaf(words[0] if words else "other", path)
    if kind is Evidence.BOOLEAN:
        return Leaf(True, path)
    if kind is Evidence.DATE:
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
        elif node.style == "dict" and not node.path.holds_data_by_key:
            asked = any(
                e.left == key and isinstance(e.right, list) and list(node.names) == e.right
                for e in events
            )
            if asked:
                return [node.path]
            records.append(node.path)
    frames = [r for r in records if r.parent is not None and r.parent.is_frame]
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
                node.path.learn(Evidence.FRAME)
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
    path.evidence -= {Evidence.MAPPING, Evidence.ANNOTATED}
    path.learn(Evidence.OBJECT)
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
