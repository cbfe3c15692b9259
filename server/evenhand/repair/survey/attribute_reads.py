"""Where a function reads an attribute, and which of these reads decide something."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from evenhand.check.catalogue import Catalogue
from evenhand.check.reading.access_paths import AccessPath, Via
from evenhand.check.reading.independence.harmless_uses import Kind, use_of
from evenhand.check.reading.inputs import Reading, read
from evenhand.check.reading.source import Function, Source
from evenhand.check.reading.tracing.abstract_values import Value

SINGLE = (ast.Name, ast.Attribute, ast.Subscript, ast.Call)
"""Expressions that may stand for one value of one person."""


@dataclass(frozen=True, slots=True)
class Reads:
    """The expressions that hold the value of a place as it was given, by node identity."""

    paths: Mapping[int, AccessPath]
    parents: Mapping[int, ast.AST] = field(repr=False)

    def decides(self, node: ast.expr) -> bool:
        """Whether the value may decide something here, and is not only handed on."""
        return use_of(self.parents[id(node)], node, Kind.VALUE, "") is None

    def shown(self, node: ast.expr) -> bool:
        """Whether the value is only written into the outcome here, under its own name."""
        around = self.parents[id(node)]
        if isinstance(around, ast.Dict):
            keys = [k for k, v in zip(around.keys, around.values, strict=True) if v is node]
            name = self.paths[id(node)].name
            return any(isinstance(k, ast.Constant) and k.value == name for k in keys)
        if isinstance(around, ast.keyword):
            return around.arg == self.paths[id(node)].name
        return isinstance(around, (ast.Return, ast.Assign, ast.AnnAssign))


def reads_of(function: Function, source: Source, catalogue: Catalogue) -> tuple[Reading, Reads]:
    """What `function` takes in, and where it and its helpers in the same file read it."""
    held: dict[int, AccessPath] = {}
    nodes: list[ast.expr] = []  # kept alive, so that identities stay what they are

    def note(node: ast.expr, value: Value) -> None:
        if isinstance(node, SINGLE) and len(value.paths) == 1 and not value.derived:
            if isinstance(node, ast.Call) and value.paths[0].via is Via.PROMPT:
                return  # the question has to be asked still
            whole = value.elements is None and value.entries is None
            if whole and not isinstance(getattr(node, "ctx", None), ast.Store):
                held[id(node)] = value.paths[0]
                nodes.append(node)

    reading = read(function, source, catalogue, note)
    parents = {id(c): n for n in ast.walk(source.tree) for c in ast.iter_child_nodes(n)}
    inside = {i: path for i, path in held.items() if i in parents}
    return reading, Reads(inside, parents)
