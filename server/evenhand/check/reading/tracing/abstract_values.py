"""Abstract values: what an expression may stand for, without running it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, islice

from evenhand.check.reading.access_paths import AccessPath

MOST_PATHS = 12
"""Paths that one value remembers."""
MOST_CONSTANTS = 200
"""Constants that one value remembers."""
MOST_CLOSURES = 40
"""Functions, and classes of objects, that one value may be."""
MOST_ROWS = 60
"""Rows of a table whose parts are put together."""
LONGEST_ROW = 60
MOST_SCALARS = 1_000
"""Constants that are taken from one container."""
MOST_ELEMENTS = 1_000
"""Items of a list that is a sum of lists; more count as one that may be any of them."""

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
    constructed: Environment | None = None
    """What its constructor would set, if it is built without it; None: it is built by it."""


@dataclass(frozen=True, slots=True, eq=False)
class Value:
    """Everything that one expression may be."""

    paths: tuple[AccessPath, ...] = ()
    constants: tuple[object, ...] = ()
    derived: bool = False
    """Computed from its paths (`age - 5`), so constants it meets are not their values."""
    is_number: bool = False
    """Worked out by arithmetic or a conversion: as a subscript, a position and no mask."""
    is_text: bool = False
    """A text that is put together: as a subscript a key, and no mask."""
    elements: tuple[Value, ...] | None = None
    """The items of a list, tuple or set display; one for all items of a comprehension."""
    entries: Mapping[object, Value] | None = None
    """A dict display with constant keys."""
    closure: Closure | None = None
    further_closures: tuple[Closure, ...] = ()
    """Other functions that it may be as well: conditions in a table of rules."""
    klass: ast.ClassDef | None = None
    instance: Instance | None = None
    further_instances: tuple[Instance, ...] = ()
    """Objects of other classes that it may be as well: a list of strategies."""
    enum: ast.ClassDef | None = None
    """The enumeration of whose members its constants, or its keys, are the values."""
    pairs: bool = False
    """Iterating gives (key, item) pairs, as `.items()` and `.iterrows()` do."""
    made_by: str = ""
    """The class of a library whose object it is, as the file calls it: `argparse.ArgumentParser`.

    Only if a method of it means something outside of the program.
    """
    _any_part: Value | None = field(init=False, repr=False, default=None)
    """`any_part`, once it was asked for."""

    @property
    def own_paths(self) -> tuple[AccessPath, ...]:
        """The paths that it is; none if it is only computed from some."""
        return () if self.derived else self.paths

    @property
    def any_part(self) -> Value:
        """What one of its elements may be; without elements, one of the values of a dict."""
        if self._any_part is None:
            parts = (self.entries or {}).values() if self.elements is None else self.elements
            object.__setattr__(self, "_any_part", merge(parts))

        assert self._any_part is not None
        return self._any_part

    def computed(self) -> Value:
        """What is computed from it."""
        return Value(self.paths, derived=True)

    @property
    def objects(self) -> list[Value]:
        """It as an object of each class that it may be of."""
        if not self.further_instances:
            return [self]
        return [replace(self, instance=each, further_instances=()) for each in self.instances]

    @property
    def instances(self) -> tuple[Instance, ...]:
        """An object of each class that it may be of."""
        return () if self.instance is None else (self.instance, *self.further_instances)

    @property
    def closures(self) -> tuple[Closure, ...]:
        """All functions that it may be."""
        return () if self.closure is None else (self.closure, *self.further_closures)

    def as_pairs(self) -> Value:
        """The same, iterated as (key, item) pairs."""
        return replace(self, pairs=True)


NOTHING = Value()
"""What depends on nothing that the function takes in."""


def name_it(value: Value, name: str) -> None:
    """Remember what the code calls a value, if that is one single thing that it takes in."""
    if len(value.own_paths) == 1 and value.elements is None and value.entries is None:
        value.own_paths[0].facts.call_it(name)


def merge(values: Iterable[Value]) -> Value:
    """What may be any of `values`: paths, constants, functions and parts of all, one class."""
    some = [value for value in values if value is not NOTHING]
    if not some:
        return NOTHING
    if all(value is some[0] for value in some):
        return some[0]

    instances = [instance for value in some for instance in value.instances]
    closures = [*{id(c.node): c for value in some for c in value.closures}.values()]
    return Value(
        paths=_all_paths(some),
        constants=_all_constants(some),
        derived=any(value.derived for value in some),
        is_number=all(value.is_number for value in some),
        is_text=all(value.is_text for value in some),
        elements=_all_elements([v.elements for v in some if v.elements is not None]),
        entries=_all_entries([v.entries for v in some if v.entries is not None]),
        closure=closures[0] if closures else None,
        further_closures=tuple(closures[1:MOST_CLOSURES]),
        klass=next((v.klass for v in some if v.klass is not None), None),
        instance=_one_instance(instances),
        further_instances=_of_other_classes(instances),
        enum=next((v.enum for v in some if v.enum is not None), None),
        pairs=some[0].pairs,
        made_by=next((v.made_by for v in some if v.made_by), ""),
    )


def _all_paths(values: Iterable[Value]) -> tuple[AccessPath, ...]:
    given = [value.paths for value in values if value.paths]
    if len(given) < 2:
        return given[0][:MOST_PATHS] if given else ()
    paths = {id(path): path for each in given for path in each}
    return tuple(paths.values())[:MOST_PATHS]


def joined(left: tuple[Value, ...], right: tuple[Value, ...]) -> tuple[Value, ...]:
    """The elements of a sum of two lists."""
    if len(left) + len(right) > MOST_ELEMENTS:
        return (merge((*left[:MOST_ELEMENTS], *right[:MOST_ELEMENTS])),)
    return left + right


def _all_elements(displays: list[tuple[Value, ...]]) -> tuple[Value, ...] | None:
    """The rows `(0, 17, "child")` and `(18, 64, "adult")`, position by position.

    Displays of other lengths than the first are passed over.
    """
    if len(displays) < 2:
        return displays[0] if displays else None

    first, *others = (display for display in displays if len(display) == len(displays[0]))
    if not others or len(first) > LONGEST_ROW or all(other is first for other in others):
        return first
    return tuple(map(merge, zip(first, *others[:MOST_ROWS], strict=True)))


def _all_entries(tables: list[Mapping[object, Value]]) -> Mapping[object, Value] | None:
    """The rules `{"field": "age"}` and `{"field": "income", "points": 5}`, key by key."""
    if len(tables) < 2:
        return tables[0] if tables else None
    is_long = len(tables[0]) > LONGEST_ROW
    if is_long or all(table is tables[0] for table in tables):
        return tables[0]

    values: dict[object, list[Value]] = {}
    for table in tables[:MOST_ROWS]:
        for key, value in islice(table.items(), LONGEST_ROW):
            values.setdefault(key, []).append(value)
    return {key: merge(parts) for key, parts in values.items()}


def _one_instance(instances: list[Instance]) -> Instance | None:
    """The rules `Rule("age", 65)` and `Rule("income", 900)`, field by field; else the first."""
    if not instances:
        return None
    first, rows = instances[0], instances[:MOST_ROWS]
    if all(row is first for row in rows) or not all(_is_record_like(row, first) for row in rows):
        return first

    fields = list(first.attributes)[:LONGEST_ROW]
    by_field = {name: merge([row.attributes.get(name, NOTHING) for row in rows]) for name in fields}
    return Instance(first.klass, by_field)


def _of_other_classes(instances: list[Instance]) -> tuple[Instance, ...]:
    """The first object of each class but that of the first one."""
    by_class = {id(each.klass): each for each in reversed(instances)}
    return tuple(e for e in by_class.values() if e.klass is not instances[0].klass)[:MOST_CLOSURES]


def _is_record_like(instance: Instance, other: Instance) -> bool:
    """Whether the code writes down an object of the other's class, of constants alone."""
    is_written = instance.path is None and instance.klass is other.klass
    return is_written and not any(value.paths for value in instance.attributes.values())


def _all_constants(values: Iterable[Value]) -> tuple[object, ...]:
    given = [value.constants for value in values if value.constants]
    if not given:
        return ()
    constants: dict[tuple[type, object], object] = {}
    for constant in chain.from_iterable(given):
        constants.setdefault((type(constant), constant), constant)

    return tuple(constants.values())[:MOST_CONSTANTS]


def scalars(value: Value, depth: int = 3) -> tuple[object, ...]:
    """The constants in a value and in the containers that it displays, `depth` levels down.

    Of a dict these are its keys. Of long containers they are the first.
    """
    constants: list[object] = []
    looked_at = 0
    todo = [(value, depth)]
    while todo and looked_at < MOST_SCALARS and len(constants) < MOST_SCALARS:
        current, levels = todo.pop()
        looked_at += 1
        constants.extend(current.constants)
        if levels == 0:
            continue

        constants.extend(islice(current.entries or (), MOST_SCALARS))
        elements = (current.elements or ())[:MOST_SCALARS]
        todo.extend((element, levels - 1) for element in reversed(elements))
    return tuple(constants)
