"""Proves from the source where the value of one input goes, without running anything.

The proof follows every name that may hold the value, through assignments and containers. Each use
has to be one that is known to decide nothing; at any other use the proof is given up.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from enum import StrEnum

from evenhand.check.reading.access_paths import AccessPath, Via
from evenhand.check.reading.classes import is_dataclass, method
from evenhand.check.reading.independence.harmless_uses import (
    COLLECTING,
    DROPPED,
    IN_HOLDER,
    Held,
    Kind,
    Use,
    use_of,
)
from evenhand.check.reading.independence.unused_names import UnusedNames
from evenhand.check.reading.source import (
    Function,
    FunctionNode,
    Source,
    named_with_defaults,
    own_nodes,
)

SCOPES = (ast.Lambda, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
SPECIAL_METHODS = (
    "__init__", "__post_init__", "__new__", "__getattr__", "__getattribute__", "__setattr__",
    "__str__", "__repr__", "__format__",
)  # fmt: skip
"""Methods by which a dataclass may do more than hold what it gets."""
COMPUTING_METHODS = frozenset({"__getattr__", "__getattribute__", "__setattr__"})
HARMLESS_DECORATORS = frozenset(
    {"staticmethod", "classmethod", "property", "override", "abstractmethod"}
)
REFLECTIVE = frozenset({"exec", "eval", "locals", "vars", "globals", "getattr", "setattr", "super"})


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
    """How far the value of `path` reaches; `receiver` is what `self` stands for."""
    start = _start(function, path, receiver, source)
    if start is None or _hides_what_it_does(function):
        return Reach.UNKNOWN

    proof = _Proof(function, source, *start)
    try:
        proof.follow()
    except _MayDecide:
        return Reach.UNKNOWN
    return Reach.REPEATED if proof.shown else Reach.NOWHERE


class _MayDecide(Exception):
    """A use that is not known to decide nothing."""


class _Proof:
    """The names that hold the value, and the uses of each."""

    def __init__(self, function: Function, source: Source, root: str, field: str) -> None:
        """`root` is the parameter that brings the value, `field` its part; empty: all of it."""
        self.source, self.field = source, field
        self.parameters = _parameters(function)
        self.nodes = list(own_nodes(function.node))
        self.parents = _parents([function.node, *self.nodes])
        self.unused = UnusedNames(self.nodes, self.parents)

        kind = Kind.PERSON if field else Kind.VALUE
        self.names: set[tuple[str, Kind]] = {(root, kind)}
        """Names that hold the value, and how."""
        self.stored: set[str] = set()
        """Attributes under which the value was put into an object."""
        self.shown = False

    def follow(self) -> None:
        """Look at every use of every name until no new name holds the value."""
        before = -1
        while before != len(self.names) + len(self.stored):
            before = len(self.names) + len(self.stored)

            for name, kind in list(self.names):
                for node in self._loads(name):
                    self._follow_use(node, kind)

    def _loads(self, name: str) -> Iterator[ast.expr]:
        for node in self.nodes:
            if isinstance(node, SCOPES) and _mentions(node, name):
                raise _MayDecide
            if isinstance(node, ast.Name) and node.id == name and _is_load(node):
                yield node

    def _follow_use(self, node: ast.AST, kind: Kind) -> None:
        around = self.parents[id(node)]
        held = Held(node, kind, self.field)
        use = self._use_by_context(around, held) or use_of(around, held)
        if use is None and self.unused.is_unused(node):
            return
        if use is None:
            raise _MayDecide

        self.shown |= use.shown
        for target in use.targets:
            self._assign(target, kind)
        if use.fills is not None:
            self._fill(use.fills)
        if use.becomes is not None:
            self._follow_use(around, use.becomes)

    def _use_by_context(self, around: ast.AST, held: Held) -> Use | None:
        """Uses that depend on more than the expression around them."""
        if isinstance(around, ast.Call):
            return IN_HOLDER if self._creates_holder(around) else None
        if isinstance(around, ast.Attribute) and not isinstance(around.ctx, ast.Store):
            return self._attribute_use(around, held)
        return None

    def _creates_holder(self, call: ast.Call) -> bool:
        if not isinstance(call.func, ast.Name):
            return False

        klass = self.source.symbols.get(call.func.id)
        return isinstance(klass, ast.ClassDef) and _only_holds(klass, self.source)

    def _attribute_use(self, attribute: ast.Attribute, held: Held) -> Use | None:
        call = self.parents[id(attribute)]
        if isinstance(call, ast.Call) and call.func is attribute:
            return self._method_use(call, attribute.attr, held.kind)
        if self._is_computed(attribute.attr):
            raise _MayDecide

        is_other_part = held.kind is Kind.HOLDER and attribute.attr not in self.stored
        return DROPPED if is_other_part else None

    def _method_use(self, call: ast.Call, name: str, kind: Kind) -> Use:
        """`rows.append(...)` on a holder, `person.get(...)` on a record."""
        if kind is Kind.HOLDER and name in COLLECTING:
            return DROPPED
        if kind is not Kind.PERSON or name != "get":
            raise _MayDecide

        key = call.args[0] if call.args else None
        if not isinstance(key, ast.Constant):
            raise _MayDecide
        if key.value == self.field:
            self._follow_use(call, Kind.VALUE)
        return DROPPED

    def _is_computed(self, name: str) -> bool:
        """Whether some class of the file works the attribute out."""
        names = COMPUTING_METHODS | {name}
        nodes = ast.walk(self.source.tree)
        return any(isinstance(node, FunctionNode) and node.name in names for node in nodes)

    def _assign(self, target: ast.expr, kind: Kind) -> None:
        if isinstance(target, ast.Name):
            self.names.add((target.id, kind))
        elif isinstance(target, ast.Attribute) and not self._is_computed(target.attr):
            self.stored.add(target.attr)
            self._fill(target.value)
        elif isinstance(target, ast.Subscript):
            self._fill(target.value)
        elif isinstance(target, ast.Tuple) and kind is Kind.PERSON:
            for part in target.elts:
                self._assign(part, kind)
        else:
            raise _MayDecide

    def _fill(self, owner: ast.expr) -> None:
        """A container now holds the value; it must have no other name."""
        if not isinstance(owner, ast.Name) or self._may_have_other_names(owner.id):
            raise _MayDecide

        self.shown |= owner.id in self.parameters
        self.names.add((owner.id, Kind.HOLDER))

    def _may_have_other_names(self, name: str) -> bool:
        names = [node for node in self.nodes if isinstance(node, ast.Name)]
        stored = {node.id for node in names if not _is_load(node)}
        belongs_to_module = name not in stored | self.parameters
        if belongs_to_module:
            return True

        return any(_shares_value(node, name) for node in self.nodes)


def _parents(nodes: Iterable[ast.AST]) -> dict[int, ast.AST]:
    """The node around each child of `nodes`, by the child's identity."""
    return {id(child): node for node in nodes for child in ast.iter_child_nodes(node)}


def _shares_value(node: ast.AST, name: str) -> bool:
    """Whether a statement gives `name` a value that may have another name."""
    if isinstance(node, ast.Assign):
        targets, is_new = node.targets, _is_new(node.value)
    elif isinstance(node, ast.AnnAssign):
        targets, is_new = [node.target], _is_new(node.value)
    elif isinstance(node, ast.NamedExpr):
        targets, is_new = [node.target], False
    else:
        return False

    is_target = any(isinstance(target, ast.Name) and target.id == name for target in targets)
    is_its_own = is_new and len(targets) == 1
    return is_target and not is_its_own


def _is_load(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Load)


def _is_new(value: ast.expr | None) -> bool:
    """Whether an expression makes a new container."""
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return value.func.id in {"dict", "list", "defaultdict"}
    return isinstance(value, (ast.Dict, ast.List, ast.ListComp, ast.DictComp))


def _mentions(node: ast.AST, name: str) -> bool:
    return any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node))


def _start(
    function: Function, path: AccessPath, receiver: AccessPath | None, source: Source
) -> tuple[str, str] | None:
    """The parameter that brings the value, and its field; None if it cannot be followed."""
    parameters = _parameters(function)
    if function.name.endswith(".__init__"):
        return (path.name, "") if path.name in parameters else None

    root = _root(path)
    if root is None or root.name not in parameters or not _can_be_followed(path, root):
        return None
    if root is receiver and not _receiver_only_holds(function, source):
        return None

    field = "" if path is root else _field_of(path)
    return (root.name, field) if field is not None else None


def _can_be_followed(path: AccessPath, root: AccessPath) -> bool:
    is_one_parameter = root.via is Via.PARAMETER and not root.is_variadic
    return is_one_parameter and path.key_param is None


def _field_of(path: AccessPath) -> str | None:
    """The key or attribute that leads to a path; None for an item."""
    if path.via is Via.KEY:
        return path.key if isinstance(path.key, str) else None
    if path.via is Via.ATTRIBUTE:
        return path.text.rpartition(".")[2]
    return None


def _root(path: AccessPath) -> AccessPath | None:
    """The parameter above a path; None for a record inside another, and for tables."""
    root = path
    while root.parent is not None:
        root = root.parent
        is_record_inside = root.via in {Via.KEY, Via.ATTRIBUTE}
        if is_record_inside or root.is_tabular:
            return None

    return root


def _parameters(function: Function) -> set[str]:
    node = function.node
    if isinstance(node, ast.Module):
        return set()
    return {parameter.arg for parameter, _ in named_with_defaults(node.args)}


def _receiver_only_holds(function: Function, source: Source) -> bool:
    return function.owner is not None and _only_holds(function.owner, source)


def _only_holds(klass: ast.ClassDef, source: Source) -> bool:
    """Whether its objects hold what their constructor gets, and nothing happens on the way."""
    symbols = source.symbols
    does_more = any(method(klass, name, symbols) for name in SPECIAL_METHODS)
    return is_dataclass(klass, symbols) and not does_more


def _hides_what_it_does(function: Function) -> bool:
    """Whether the function does what its own lines do not show."""
    node = function.node
    if isinstance(node, ast.Module) or function.outer is not None:
        return True
    if not all(_is_harmless(decorator) for decorator in node.decorator_list):
        return True

    return any(_is_reflective(part) for part in ast.walk(node))


def _is_harmless(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Name) and decorator.id in HARMLESS_DECORATORS


def _is_reflective(node: ast.AST) -> bool:
    if isinstance(node, ast.Name):
        return node.id in REFLECTIVE
    return isinstance(node, (ast.Global, ast.Nonlocal))
