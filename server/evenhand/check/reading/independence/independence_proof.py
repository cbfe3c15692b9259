"""Proves from the source where the value of one input goes, without running anything.

The proof follows every name that may hold the value, through assignments and containers. Each use
has to be one that is known to decide nothing; at any other use the proof is given up.
"""

from __future__ import annotations

import ast
from enum import StrEnum
from functools import lru_cache

from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.reading.class_fields import constructor_names
from evenhand.check.reading.independence.followed_values import (
    DROPPED,
    IN_HOLDER,
    Held,
    Kind,
    Use,
)
from evenhand.check.reading.independence.function_body import Body
from evenhand.check.reading.independence.harmless_calls import COLLECTING
from evenhand.check.reading.independence.harmless_uses import use_of
from evenhand.check.reading.independence.meanings import meanings_of
from evenhand.check.reading.independence.starting_points import is_of_plain_type, start_of
from evenhand.check.reading.independence.wrapping import (
    only_holds,
)
from evenhand.check.reading.node_index import nodes_of
from evenhand.check.reading.source import (
    FunctionNode,
    Source,
)

COMPUTING_METHODS = frozenset(
    {"__getattr__", "__getattribute__", "__setattr__", "__get__", "__set__", "__delete__"}
)


class Reach(StrEnum):
    """What a function does with an input, as far as its source proves it."""

    NOWHERE = "nowhere"
    """No outcome depends on it."""
    REPEATED = "repeated"
    """It is only copied into the outcome: an echo."""
    UNKNOWN = "unknown"
    """It may decide something."""


def reach(body: Body, path: AccessPath, receiver: AccessPath | None) -> Reach:
    """How far the value of `path` reaches in a function; `receiver` is what `self` stands for."""
    function, source = body.function, body.source
    if function.outer is not None or body.may_be_wrapped:
        return Reach.UNKNOWN

    start = start_of(function, path, receiver, source)
    if start is None or not is_of_plain_type(path, source):
        return Reach.UNKNOWN

    proof = _Proof(body, *start)
    try:
        proof.follow()
    except _MayDecide:
        return Reach.UNKNOWN
    return Reach.REPEATED if proof.shown else Reach.NOWHERE


class _MayDecide(Exception):
    """A use that is not known to decide nothing."""


class _Proof:
    """The names that hold the value, and the uses of each."""

    def __init__(self, body: Body, root: str, kind: Kind, field: str) -> None:
        """`root` is the parameter that brings the value, and `kind` how.

        `field` is the part of a record that is followed; empty: all of it.
        """
        self.body, self.field = body, field
        self.source, self.meanings = body.source, body.meanings
        self.parents, self.names_here = body.parents, body.names

        self.names: set[tuple[str, Kind]] = {(root, kind)}
        """Names that hold the value, and how."""
        self.stored: set[str] = set()
        """Attributes under which the value was put into an object."""
        self.shown = False
        self._done: set[tuple[str, Kind]] = set()
        self._used: set[tuple[int, Kind]] = set()
        """Expressions, by identity, of which the use is known."""
        self._own: set[str] = set()
        """Containers that have no other name."""

    def follow(self) -> None:
        """Look at every use of every name until no new name holds the value."""
        stored = -1
        while stored != len(self.stored):  # uses that were fine may not be any more
            stored = len(self.stored)
            self._done, self._used = set(), set()
            while names := self.names - self._done:
                self._done |= names
                for name, kind in names:
                    self._follow_name(name, kind)

    def _follow_name(self, name: str, kind: Kind) -> None:
        if name in self.body.in_scopes:
            raise _MayDecide
        for node in self.body.loads.get(name, ()):
            self._follow_use(node, kind)

    def _follow_use(self, node: ast.AST, kind: Kind) -> None:
        if (id(node), kind) in self._used:
            return

        self._used.add((id(node), kind))
        around = self.parents[id(node)]
        held = Held(node, kind, self.field, self.names_here)
        use = self._use_by_context(around, held) or use_of(around, held)
        if use is None and self.body.unused.is_unused(node):
            return
        if use is None:
            raise _MayDecide

        self.shown |= use.shown
        for target in use.targets:
            self._assign(target, use.given or kind)
        if use.fills is not None:
            self._fill(use.fills)
        if use.becomes is not None:
            self._follow_use(around, use.becomes)

    def _use_by_context(self, around: ast.AST, held: Held) -> Use | None:
        """Uses that depend on more than the expression around them."""
        if isinstance(around, ast.Call):
            klass = self._class_of_holder(around)
            self._note_part(around, held, klass)
            return IN_HOLDER if klass is not None else None
        if isinstance(around, ast.Attribute) and not isinstance(around.ctx, ast.Store):
            return self._attribute_use(around, held)
        return None

    def _class_of_holder(self, call: ast.Call) -> ast.ClassDef | None:
        """The class of the file whose object a call makes, if that only holds what it gets."""
        if not isinstance(call.func, ast.Name):
            return None

        name = call.func.id
        if name in self.names_here.local or name in self.meanings.bound:
            return None
        klass = self.source.symbols.get(name)
        if isinstance(klass, ast.ClassDef) and only_holds(klass, self.source, self.meanings):
            return klass
        return None

    def _note_part(self, call: ast.Call, held: Held, klass: ast.ClassDef | None) -> None:
        """Remember as which attribute an object gets the value: whoever reads that, reads it."""
        if isinstance(held.node, ast.keyword):
            spread = self.field if held.kind is Kind.PERSON else ""
            self._store(held.node.arg or spread)
        elif klass is not None:
            names = constructor_names(klass, self.source.symbols)
            places = [index for index, node in enumerate(call.args) if node is held.node]
            self._store(names[places[0]] if places and places[0] < len(names) else "")

    def _store(self, attribute: str) -> None:
        if not attribute:
            raise _MayDecide
        self.stored.add(attribute)

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
        if kind is not Kind.PERSON or name != "get" or self.meanings.defines("get"):
            raise _MayDecide

        key = call.args[0] if call.args else None
        if not isinstance(key, ast.Constant):
            raise _MayDecide
        if key.value == self.field:
            self._follow_use(call, Kind.VALUE)
        return DROPPED

    def _is_computed(self, name: str) -> bool:
        """Whether some class of the file works the attribute out."""
        meanings = self.meanings
        if meanings.defines(*COMPUTING_METHODS):
            return True
        return name in meanings.computed or name in meanings.set_outside

    def _assign(self, target: ast.expr, kind: Kind) -> None:
        if isinstance(target, ast.Name):
            self.names.add((target.id, kind))
        elif isinstance(target, ast.Attribute) and not self._is_computed(target.attr):
            self.stored.add(target.attr)
            self._fill(target.value)
        elif isinstance(target, ast.Subscript) and not self.meanings.defines("__setitem__"):
            self._fill(target.value)
        else:
            raise _MayDecide

    def _fill(self, owner: ast.expr) -> None:
        """A container now holds the value; it must have no other name."""
        if not isinstance(owner, ast.Name):
            raise _MayDecide
        if owner.id not in self._own and self._may_have_other_names(owner.id):
            raise _MayDecide

        self._own.add(owner.id)
        if owner.id in self.body.parameters:
            self.shown = True
            if owner.id in self.body.shared or _may_be_known_elsewhere(self.source):
                raise _MayDecide
        self.names.add((owner.id, Kind.HOLDER))

    def _may_have_other_names(self, name: str) -> bool:
        stored = self.body.stores.get(name, ())
        belongs_to_module = not stored and name not in self.body.parameters
        return belongs_to_module or not all(self._is_its_own(node) for node in stored)

    def _is_its_own(self, stored: ast.Name) -> bool:
        """Whether a name is given a new container there, that no other name has."""
        statement = self.parents[id(stored)]
        if isinstance(statement, ast.Assign):
            return len(statement.targets) == 1 and self._is_new(statement.value)
        if isinstance(statement, ast.AnnAssign):
            return self._is_new(statement.value)
        return isinstance(statement, ast.AugAssign)

    def _is_new(self, value: ast.expr | None) -> bool:
        """Whether an expression makes a new container."""
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
            name, names = value.func.id, self.names_here
            is_builtin = name in {"dict", "list"} and names.is_builtin(name)
            return is_builtin or names.comes_from(name, "collections.defaultdict")
        return isinstance(value, (ast.Dict, ast.List, ast.ListComp, ast.DictComp))


@lru_cache(maxsize=2)
def _may_be_known_elsewhere(source: Source) -> bool:
    """Whether some constructor hands its object on, to a list of all objects for example."""
    return any(map(_hands_itself_on, meanings_of(source).constructors))


def _hands_itself_on(constructor: FunctionNode) -> bool:
    """Whether a constructor uses its object as a whole."""
    parameters = [*constructor.args.posonlyargs, *constructor.args.args]
    if not parameters:
        return True

    own = parameters[0].arg
    owners = {id(n.value) for n in nodes_of(constructor, ast.Attribute)}
    names = nodes_of(constructor, ast.Name)
    return any(name.id == own and id(name) not in owners for name in names)
