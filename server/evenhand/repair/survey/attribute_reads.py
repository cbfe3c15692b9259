"""Finds where a function reads an attribute, and which of these reads decide something."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from evenhand.check.file_job import Job
from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.reading.independence.followed_values import Held, Kind, Names, names_in
from evenhand.check.reading.independence.harmless_uses import use_of
from evenhand.check.reading.inputs import Reading
from evenhand.check.reading.source import Function
from evenhand.check.reading.tracing.abstract_values import Value
from evenhand.check.search.arguments.path_shapes import is_in_tree

SINGLE = (ast.Name, ast.Attribute, ast.Subscript, ast.Call)
"""Expressions that may hold one value of one person."""


@dataclass(frozen=True, slots=True)
class Reads:
    """The expressions that hold an input's value as it was passed in."""

    paths: Mapping[int, AccessPath]
    """The access path of each, by the identity of its node."""
    parents: Mapping[int, ast.AST] = field(repr=False)
    """By the identity of a node, the node around it."""
    names: Names = field(repr=False)
    """What the names in the function mean."""
    patterns: frozenset[int] = frozenset()
    """The identities of patterns of `match` that ask a record for an input."""
    rests_on: Mapping[int, frozenset[str]] = field(default_factory=dict, repr=False)
    """By the identity of an expression, the attributes on which its value rests."""
    mixed: frozenset[int] = frozenset()
    """The identities of those whose value rests on other inputs, too."""
    others: Mapping[str, ast.AST] = field(default_factory=dict, repr=False)
    """The other functions of the module, by their names."""
    around: frozenset[int] = field(init=False, repr=False)
    """The identities of these expressions and patterns, and of all nodes around them."""

    def __post_init__(self) -> None:
        around = {*self.paths, *self.patterns}
        for node in (*self.paths, *self.patterns):
            parent = self.parents.get(node)
            while parent is not None and id(parent) not in around:
                around.add(id(parent))
                parent = self.parents.get(id(parent))
        object.__setattr__(self, "around", frozenset(around))

    def decides(self, node: ast.expr) -> bool:
        """Whether the value may decide something here, and is not only passed on.

        What a helper is given decides where the helper reads it.
        """
        if self._goes_to_helper(node):
            return False
        held = Held(node, Kind.VALUE, "", self.names)
        return use_of(self.parents[id(node)], held) is None

    def _goes_to_helper(self, node: ast.expr) -> bool:
        around = self.parents[id(node)]
        call = self.parents[id(around)] if isinstance(around, ast.keyword) else around
        if not isinstance(call, ast.Call) or node is call.func:
            return False
        helper = self.others.get(call.func.id) if isinstance(call.func, ast.Name) else None
        return helper is not None and id(helper) in self.around

    def shown(self, node: ast.expr) -> bool:
        """Whether the value is only written into the outcome here, under its own name."""
        around = self.parents[id(node)]
        name = self.paths[id(node)].name
        if isinstance(around, ast.Dict):
            return any(_is_text(key, name) for key in _keys_of(around, node))
        if isinstance(around, ast.keyword):
            return around.arg == name
        return isinstance(around, (ast.Return, ast.Assign, ast.AnnAssign))


def reads_of(function: Function, job: Job) -> tuple[Reading, Reads]:
    """What `function` takes in, and where it and its helpers in the same file read it."""
    paths: dict[int, AccessPath] = {}
    values: list[tuple[ast.expr, Value]] = []  # alive, so that no other node gets their identities

    def note(node: ast.expr, value: Value) -> None:
        values.append((node, value))
        if not _is_read(node, value):
            return
        path, known = value.paths[0], paths.get(id(node))
        if known is None or not is_in_tree(path):  # of a tree, the outermost record
            paths[id(node)] = path

    source = job.source
    reading = job.read(function, note)
    parents = {id(c): n for n in ast.walk(source.tree) for c in ast.iter_child_nodes(n)}
    in_this_file = {node: path for node, path in paths.items() if node in parents}
    names = {entry.path.name for entry in reading.inputs}
    patterns = frozenset(id(node) for node in parents.values() if _asks_for(node, names))
    others = {
        other.last_name: other.node
        for other in source.functions
        if other.owner is None and not other.is_script and other != function
    }
    known = names_in(function, source)
    rests_on, mixed = _resting(reading, values)
    return reading, Reads(in_this_file, parents, known, patterns, rests_on, mixed, others)


def _resting(
    reading: Reading, values: Collection[tuple[ast.expr, Value]]
) -> tuple[dict[int, frozenset[str]], frozenset[int]]:
    """The attributes on which expressions rest, and which of these rest on other inputs, too."""
    attribute_of = {id(entry.path): entry.attribute for entry in reading.inputs}
    rests_on: dict[int, frozenset[str]] = {}
    mixed: set[int] = set()
    for node, value in values:
        known = {attribute_of[id(path)] for path in value.paths if id(path) in attribute_of}
        rests_on[id(node)] = rests_on.get(id(node), frozenset()) | known
        if any(path.is_leaf and id(path) not in attribute_of for path in value.paths):
            mixed.add(id(node))
    return rests_on, frozenset(mixed)


def _asks_for(node: ast.AST, names: Collection[str]) -> bool:
    """Whether a pattern asks a record for one of some names: `case {"gender": "female"}`."""
    if not isinstance(node, ast.MatchMapping):
        return False
    return any(key in names for key in keys_of_pattern(node))


def keys_of_pattern(pattern: ast.MatchMapping) -> list[object]:
    """The keys that a pattern asks a record for; None for those that are no constants."""
    return [key.value if isinstance(key, ast.Constant) else None for key in pattern.keys]


def _is_read(node: ast.expr, value: Value) -> bool:
    """Whether `node` reads the whole value of one input, unchanged."""
    if not isinstance(node, SINGLE) or len(value.paths) != 1 or value.derived:
        return False
    if value.elements is not None or value.entries is not None:
        return False

    asks = isinstance(node, ast.Call) and value.paths[0].is_typed_in
    is_written = isinstance(getattr(node, "ctx", None), ast.Store)
    return not asks and not is_written  # a question must still be asked


def _keys_of(node: ast.Dict, value: ast.expr) -> list[ast.expr | None]:
    return [key for key, other in zip(node.keys, node.values, strict=True) if other is value]


def _is_text(node: ast.expr | None, text: str) -> bool:
    return isinstance(node, ast.Constant) and node.value == text
