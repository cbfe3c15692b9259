"""Abstract values: what an expression may stand for, without running it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from evenhand.check.reading.access_paths import AccessPath

MOST_PATHS = 12
"""Paths that one value remembers."""
MOST_CONSTANTS = 200
"""Constants that one value remembers."""

Environment = dict[str, "Value"]
"""What each name may be."""


@dataclass(frozen=True, slots=True, eq=False)
class Closure:
    """A function or lambda with the names around it."""

    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    environment: Environment
    receiver: Value | None = None
    """The object whose method it is."""


@dataclass(frozen=True, slots=True, eq=False)
class Instance:
    """An object of a class of the workspace."""

    klass: ast.ClassDef
    attributes: Environment
    path: AccessPath | None = None
    """Where it comes from; None if the code itself builds it."""


@dataclass(frozen=True, slots=True, eq=False)
class Value:
    """Everything that one expression may be."""

    paths: tuple[AccessPath, ...] = ()
    constants: tuple[object, ...] = ()
    derived: bool = False
    """Computed from its paths (`age - 5`), so constants it meets are not their values."""
    elements: tuple[Value, ...] | None = None
    """The items of a list, tuple or set display; one for all items of a comprehension."""
    entries: Mapping[object, Value] | None = None
    """A dict display with constant keys."""
    closure: Closure | None = None
    klass: ast.ClassDef | None = None
    instance: Instance | None = None
    pairs: bool = False
    """Iterating gives (key, item) pairs, as `.items()` and `.iterrows()` do."""

    @property
    def own_paths(self) -> tuple[AccessPath, ...]:
        """The paths that it is; none if it is only computed from some."""
        return () if self.derived else self.paths

    def computed(self) -> Value:
        """What is computed from it."""
        return Value(self.paths, derived=True)

    def as_pairs(self) -> Value:
        return replace(self, pairs=True)


NOTHING = Value()
"""What depends on nothing that the function takes in."""


def merge(values: Iterable[Value]) -> Value:
    """What may be any of `values`."""
    some = [v for v in values if v is not NOTHING]
    if len(some) <= 1:
        return some[0] if some else NOTHING

    paths = {id(p): p for v in some for p in v.paths}
    constants: dict[tuple[type, str], object] = {}
    for value in some:
        for constant in value.constants:
            constants.setdefault((type(constant), repr(constant)), constant)

    return Value(
        tuple(paths.values())[:MOST_PATHS],
        tuple(constants.values())[:MOST_CONSTANTS],
        any(v.derived for v in some),
        next((v.elements for v in some if v.elements is not None), None),
        next((v.entries for v in some if v.entries is not None), None),
        next((v.closure for v in some if v.closure), None),
        next((v.klass for v in some if v.klass), None),
        next((v.instance for v in some if v.instance), None),
        some[0].pairs,
    )


def scalars(value: Value, depth: int = 3) -> tuple[object, ...]:
    """The constants in a value and in the containers that it displays, `depth` levels down."""
    constants = list(value.constants)
    if depth and value.elements is not None:
        for element in value.elements:
            constants.extend(scalars(element, depth - 1))
    if depth and value.entries is not None:
        constants.extend(value.entries)
    return tuple(constants)
