"""When a first call fails because its arguments do not fit: what to try instead.

The source shows most of a shape; the program's own complaint shows the rest.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from evenhand.check.outcomes.requests import Event, Outcome
from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.reading.evidence import Evidence
from evenhand.check.search.arguments.argument_trees import Branch, Leaf, Node, branches, leaves
from evenhand.check.search.arguments.contexts import Context

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
NEEDS_ITEMS = ("not iterable", "not subscriptable", "has no len")
"""Words of errors about values that have no items."""
NEEDS_KEYS = (
    "no attribute 'get'",
    "no attribute 'items'",
    "indices must be",
    "not support item assignment",
)
"""Words of errors about values that have no keys."""
FRAME_ATTRIBUTES = frozenset("groupby columns iterrows loc iloc empty copy shape mean".split())
"""Attributes that only a table has, of those that code looks for on a list."""
OF_OTHER_TYPES = frozenset({"append", "lower"})
"""Attributes of lists and texts: code that looks for one of them on a dict wants no object."""
STYLES: Mapping[str, str] = {"SimpleNamespace": "object", "dict": "dict", "list": "list"}
"""For a type that an AttributeError may name, the style of the containers that become it."""
NO_KEY = "Cannot get "
"""How pandas begins what a KeyError says of an index that is no order."""
MOST_PATHS = 8
"""Paths for which other kinds are tried."""
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
        path.facts.assume(self.kind)

        if self.kind in {Evidence.TEXT, Evidence.NUMBER, Evidence.BOOLEAN}:
            path.item = None
        if self.kind is Evidence.TEXT:
            path.facts.constants = [c for c in path.facts.constants if isinstance(c, str)]
        elif self.kind is Evidence.NUMBER:
            path.facts.constants = [c for c in path.facts.constants if not isinstance(c, str)]


def add_missing(context: Context, outcome: Outcome) -> bool:
    """Give records the key or attribute that the failed call asked for; whether any lacked it."""
    if outcome.missing is None or outcome.error is None:
        return False

    error, message = outcome.error
    if error == "AttributeError":
        return _add_attribute(context, message)
    if error != "KeyError":
        return False

    added = [_add_key(context, key, outcome.events) for key in _missing_keys(outcome.missing)]
    return any(added)


def _add_key(context: Context, key: str, events: tuple[Event, ...]) -> bool:
    """Give records a key; whether any lacked it."""
    added = False
    for record in _records_without(context, key, events):
        if key not in record.keys:
            record.child_key(key)
            added = True
    return added


def assumptions(context: Context, outcome: Outcome, lines: list[str]) -> Iterator[Assumption]:
    """Other kinds for the leaves that the failing line reads, the likeliest first."""
    every_path = list(_leaf_paths(context))
    line = _failing_line(outcome, lines)
    mentioned = [path for path in every_path if _mentions(line, path)]
    paths = (mentioned or every_path)[:MOST_PATHS]

    message = outcome.error[1] if outcome.error else ""
    kinds = dict.fromkeys([*_wanted_kinds(message), *LIKELIEST])
    for kind, path in product(kinds, paths):
        is_certain = path.shows(Evidence.ANNOTATED) and path.shows(kind)
        is_number = path.shows(Evidence.ARITHMETIC, Evidence.NUMBER)
        is_text = path.is_typed_in and kind is not Evidence.NUMBER  # whatever is typed is text
        if not (is_certain or is_text or (kind is Evidence.BOOLEAN and is_number)):
            yield Assumption(path, kind)


def _mentions(line: str, path: AccessPath) -> bool:
    """Whether a line speaks of a path by its name, or by one that the code gives to it."""
    names = "|".join(re.escape(name) for name in (path.name, *path.facts.aliases) if name)
    return re.search(rf"\b(?:{names})\b", line) is not None


def _failing_line(outcome: Outcome, lines: list[str]) -> str:
    number = outcome.error_line
    return lines[number - 1] if number and number <= len(lines) else ""


def _wanted_kinds(message: str) -> list[Evidence]:
    """The kinds of value that an error calls for."""
    if any(words in message for words in NEEDS_ITEMS):
        return [Evidence.LIST, Evidence.TEXT, Evidence.MAPPING]
    if any(words in message for words in NEEDS_KEYS):
        return [Evidence.MAPPING]
    if "expected string" in message:
        return [Evidence.TEXT]
    return [NAMED[name] for name in _TYPES.findall(message) if name in NAMED]


def node_for(assumption: Assumption) -> Node:
    """A value of the assumed kind."""
    path, kind = assumption.path, assumption.kind
    word = next((c for c in path.facts.constants if isinstance(c, str)), "other")
    number = next((c for c in path.facts.constants if isinstance(c, (int, float))), 5)

    if kind is Evidence.LIST:
        return Branch("list", (0,), (Leaf(word, path),), path)
    if kind is Evidence.MAPPING:
        return Branch("dict", (), (), path)

    if kind is Evidence.TEXT:
        return Leaf(word, path)
    if kind is Evidence.BOOLEAN:
        return Leaf(True, path)
    if kind is Evidence.DATE:
        return Leaf(datetime.date(2018, 3, 1), path)
    return Leaf(number, path)


def _missing_keys(missing: str) -> list[str]:
    """The keys in a KeyError's message; pandas lists several columns in one."""
    if missing.startswith(NO_KEY):
        return []
    is_list = missing.startswith(("[", '"[')) or "Index([" in missing
    if not is_list:
        return [missing]

    listed = missing.split("dtype")[0]
    return re.findall(r"'([^']+)'", listed) or [missing]


def _records_without(context: Context, key: str, events: tuple[Event, ...]) -> list[AccessPath]:
    """The records that may have been asked for a key: the one that was, else tables, else all."""
    records: list[AccessPath] = []
    for node in _branches_of(context):
        if node.path is None or key in _fields(node):
            continue

        if node.style == "frame":
            records.append(node.path.child_item())
        elif node.style == "dict" and not node.path.facts.holds_data_by_key:
            if _was_asked(node, key, events):
                return [node.path]
            records.append(node.path)

    frames = [r for r in records if r.parent is not None and r.parent.shows(Evidence.FRAME)]
    return frames or records


def _was_asked(node: Branch, key: str, events: tuple[Event, ...]) -> bool:
    """Whether the program looked the key up in a dict with the same keys as `node`."""
    names = list(node.names)
    return any(event.left == key and event.right == names for event in events)


def _fields(node: Branch) -> tuple[object, ...]:
    """Keys of a record, or columns of a frame."""
    if node.style == "frame" and node.children:
        first = node.children[0]
        return first.names if isinstance(first, Branch) else ()
    return node.names


def _add_attribute(context: Context, message: str) -> bool:
    """Give objects the attribute that an AttributeError names; whether any lacked it."""
    match = _MISSING_ATTRIBUTE.search(message)
    if match is None:
        return False

    type_name, attribute = match.groups()
    style = STYLES.get(type_name)
    nodes = [node for node in _branches_of(context) if _is_of(node, type_name, style)]
    added = [_learn_attribute(node, attribute) for node in nodes]
    return any(added)


def _is_of(node: Branch, type_name: str, style: str | None) -> bool:
    """Whether a container becomes an object of the type that an error names."""
    built_from_fields = node.path is not None and node.path.from_fields
    return node.style == style or (built_from_fields and node.head.startswith(type_name))


def _learn_attribute(node: Branch, attribute: str) -> bool:
    """Note in the path of an object, dict or list that it has an attribute; whether it may have."""
    path = node.path
    if path is None:
        return False

    if (node.style == "object" or path.from_fields) and attribute not in node.names:
        path.child_attribute(attribute)
        return True
    if node.style == "dict" and attribute not in OF_OTHER_TYPES:
        _make_object(path, attribute)
        return True
    if node.style == "list" and attribute in FRAME_ATTRIBUTES:
        path.learn(Evidence.FRAME)
        return True
    return False


def _make_object(path: AccessPath, attribute: str) -> None:
    """Turn a record with keys into an object with attributes."""
    path.facts.evidence -= {Evidence.MAPPING, Evidence.ANNOTATED}
    path.learn(Evidence.OBJECT)
    for key, child in path.keys.items():
        path.attributes.setdefault(str(key), child)
    path.keys.clear()
    path.child_attribute(attribute)


def _branches_of(context: Context) -> list[Branch]:
    """Every container of a context; a list, since what follows may change their paths."""
    return [branch for root in context.roots for _, branch in branches(root)]


def _leaf_paths(context: Context) -> Iterator[AccessPath]:
    """The paths of all leaves and empty containers, each once."""
    seen: set[int] = set()
    for root in context.roots:
        on_leaves = [leaf.path for _, leaf in leaves(root)]
        on_empty = [branch.path for _, branch in branches(root) if not branch.children]

        for path in (*on_leaves, *on_empty):
            if path is not None and id(path) not in seen:
                seen.add(id(path))
                yield path
