"""Where the value of one input goes: proved from the source, without running anything.

The proof follows every name that may hold the value, through assignments and containers. Each use
has to be one that is known to decide nothing; at any other use the proof is given up.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from enum import StrEnum

from evenhand.check.reading.access_paths import AccessPath, Via
from evenhand.check.reading.classes import is_dataclass, method
from evenhand.check.reading.independence.harmless_uses import Kind, Use, use_of
from evenhand.check.reading.independence.unused_names import Inert
from evenhand.check.reading.source import Function, Source, own_nodes


class Reach(StrEnum):
    """What a function does with an input, as far as its source proves it."""

    NOWHERE = "nowhere"
    """No outcome depends on it."""
    REPEATED = "repeated"
    """It is only copied into the outcome: an echo."""
    UNKNOWN = "unknown"
    """It may decide something."""


def reach(
    function: Function, path: AccessPath, receiver: AccessPath | None, source: Source
) -> Reach:
    """How far the value of `place` reaches; `receiver` is what `self` stands for."""
    start = _start(function, path, receiver, source)
    if start is None or _beyond_reading(function):
        return Reach.UNKNOWN
    flow = _Flow(function, source, *start)
    try:
        flow.follow()
    except _MayDecide:
        return Reach.UNKNOWN
    return Reach.REPEATED if flow.shown else Reach.NOWHERE


class _MayDecide(Exception):
    """A use that is not known to decide nothing."""


class _Flow:
    """The names that hold the value, and the uses of each."""

    def __init__(self, function: Function, source: Source, root: str, field: str) -> None:
        self.node, self.source, self.field = function.node, source, field
        self.nodes = list(own_nodes(self.node))
        self.parents = {id(c): n for n in (self.node, *self.nodes) for c in ast.iter_child_nodes(n)}
        self.names: set[tuple[str, Kind]] = {(root, Kind.PERSON if field else Kind.VALUE)}
        self.stored: set[str] = set()
        """Attributes under which the value was put into an object."""
        self.arguments = _arguments(function)
        self.inert = Inert(self.nodes, self.parents)
        self.shown = False

    def follow(self) -> None:
        """Look at every use of every name until no new name holds the value."""
        before = -1
        while before != len(self.names) + len(self.stored):
            before = len(self.names) + len(self.stored)
            for name, kind in list(self.names):
                for node in self._loads(name):
                    self._used(node, kind)

    def _loads(self, name: str) -> Iterator[ast.expr]:
        inner = (ast.Lambda, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        for node in self.nodes:
            if isinstance(node, inner) and _mentions(node, name):
                raise _MayDecide
            if isinstance(node, ast.Name) and node.id == name and _is_load(node):
                yield node

    def _used(self, node: ast.AST, kind: Kind) -> None:
        around = self.parents[id(node)]
        use = self._special(around, node, kind) or use_of(around, node, kind, self.field)
        if use is None:
            if not self.inert.holds(node):
                raise _MayDecide
            return
        self.shown |= use.shown
        for target in use.targets:
            self._given(target, kind)
        if use.fills is not None:
            self._filled(use.fills)
        if use.becomes is not None:
            self._used(around, use.becomes)

    def _special(self, around: ast.AST, node: ast.AST, kind: Kind) -> Use | None:
        """Uses that depend on more than the expression around them."""
        if isinstance(around, ast.Call) and isinstance(around.func, ast.Name):
            made = self.source.symbols.get(around.func.id)
            if isinstance(made, ast.ClassDef) and _plain(made, self.source):
                return Use(becomes=Kind.HOLDER)
        if not isinstance(around, ast.Attribute) or isinstance(around.ctx, ast.Store):
            return None
        call = self.parents[id(around)]
        if isinstance(call, ast.Call) and call.func is around:
            return self._method(call, around, kind)
        if self._computed(around.attr):
            raise _MayDecide
        if kind is Kind.HOLDER and around.attr not in self.stored:
            return Use()
        return None

    def _method(self, call: ast.Call, called: ast.Attribute, kind: Kind) -> Use:
        if kind is Kind.HOLDER and called.attr in {"append", "insert", "extend", "update"}:
            return Use()
        key = call.args[0] if call.args else None
        if kind is Kind.PERSON and called.attr == "get" and isinstance(key, ast.Constant):
            if key.value == self.field:
                self._used(call, Kind.VALUE)
            return Use()
        raise _MayDecide

    def _computed(self, name: str) -> bool:
        """Whether some class of the file works the attribute out."""
        return any(
            isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))
            and n.name in {name, "__getattr__", "__getattribute__", "__setattr__"}
            for n in ast.walk(self.source.tree)
        )

    def _given(self, target: ast.expr, kind: Kind) -> None:
        if isinstance(target, ast.Name):
            self.names.add((target.id, kind))
        elif isinstance(target, ast.Attribute):
            if self._computed(target.attr):
                raise _MayDecide
            self.stored.add(target.attr)
            self._filled(target.value)
        elif isinstance(target, ast.Subscript):
            self._filled(target.value)
        elif isinstance(target, ast.Tuple) and kind is Kind.PERSON:
            for part in target.elts:
                self._given(part, kind)
        else:
            raise _MayDecide

    def _filled(self, owner: ast.expr) -> None:
        """A container now holds the value; it must have no other name."""
        if not isinstance(owner, ast.Name) or self._may_have_other_names(owner.id):
            raise _MayDecide
        self.shown |= owner.id in self.arguments
        self.names.add((owner.id, Kind.HOLDER))

    def _may_have_other_names(self, name: str) -> bool:
        stored = {n.id for n in self.nodes if isinstance(n, ast.Name) and not _is_load(n)}
        if name not in stored | self.arguments:  # the module's own, which others read
            return True
        for node in self.nodes:
            targets = node.targets if isinstance(node, ast.Assign) else []
            if isinstance(node, (ast.AnnAssign, ast.NamedExpr)):
                targets = [node.target]
            if any(isinstance(t, ast.Name) and t.id == name for t in targets):
                made = isinstance(node, (ast.Assign, ast.AnnAssign)) and _is_new(node.value)
                if len(targets) > 1 or not made:
                    return True
        return False


def _is_load(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Load)


def _is_new(value: ast.expr | None) -> bool:
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return value.func.id in {"dict", "list", "defaultdict"}
    return isinstance(value, (ast.Dict, ast.List, ast.ListComp, ast.DictComp))


def _mentions(node: ast.AST, name: str) -> bool:
    return any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(node))


def _start(
    function: Function, path: AccessPath, receiver: AccessPath | None, source: Source
) -> tuple[str, str] | None:
    """The parameter that brings the value, and the field of it; None where it is not followed."""
    root = path
    if function.name.endswith(".__init__"):
        return (path.name, "") if path.name in _arguments(function) else None
    while root.parent is not None:
        root = root.parent
        if root.via in {Via.KEY, Via.ATTRIBUTE}:  # a record inside another
            return None
        if root.is_tabular:
            return None
    if root.name not in _arguments(function):
        return None
    if root.via is not Via.PARAMETER or root.is_variadic or path.key_param is not None:
        return None
    owner = function.owner
    if root is receiver and (owner is None or not _plain(owner, source)):
        return None
    if path is root:
        return root.name, ""
    field = path.key if path.via is Via.KEY else path.text.rpartition(".")[2]
    followed = path.via in {Via.KEY, Via.ATTRIBUTE} and isinstance(field, str)
    return (root.name, str(field)) if followed else None


def _arguments(function: Function) -> set[str]:
    node = function.node
    if isinstance(node, ast.Module):
        return set()
    return {a.arg for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)}


def _plain(owner: ast.ClassDef, source: Source) -> bool:
    """Whether its objects hold what their constructor was given, and nothing happens on the way."""
    special = (
        "__init__", "__post_init__", "__new__", "__getattr__", "__getattribute__", "__setattr__",
        "__str__", "__repr__", "__format__",
    )  # fmt: skip
    return is_dataclass(owner, source.symbols) and all(
        method(owner, name, source.symbols) is None for name in special
    )


def _beyond_reading(function: Function) -> bool:
    """Whether the function does what its own lines do not show."""
    node = function.node
    if isinstance(node, ast.Module) or function.outer is not None:
        return True
    plain = {"staticmethod", "classmethod", "property", "override", "abstractmethod"}
    if any(not (isinstance(d, ast.Name) and d.id in plain) for d in node.decorator_list):
        return True
    reflective = {"exec", "eval", "locals", "vars", "globals", "getattr", "setattr", "super"}
    return any(
        isinstance(n, (ast.Global, ast.Nonlocal))
        or (isinstance(n, ast.Name) and n.id in reflective)
        for n in ast.walk(node)
    )
