"""Describes outcomes as JSON trees.

Scalars that JSON has are written as they are. Everything else is `{"t": kind, ...}`:

    float   {"v": "nan" | "inf" | "-inf"}          int     {"v": decimal text} if huge
    list, tuple, set, frozenset, array, generator, range   {"v": [tree, ...]}
    dict    {"v": [[tree, tree], ...]} in order
    object, dataclass, namedtuple   {"c": class name, "v": [[attribute, tree], ...]}
    enum    {"c": class name, "v": tree}
    frame   {"c": [column, ...], "i": [label, ...], "v": [[cell, ...] for each row]}
    series  {"n": name, "i": [label, ...], "v": [cell, ...]}
    date, datetime, time, timedelta, decimal, fraction, bytes, complex   {"v": text}
    callable, class, module   {"v": qualified name}
    stand_in  {"c": what it stands for, "v": [[argument or attribute, tree], ...]}
    opaque  {"v": repr without addresses}
    cut     what is too deep, too long or in a circle; {"v": length of the whole} if it has one
"""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import enum
import fractions
import math
import types
import zlib
from typing import Any

from .showing import without_addresses
from .stand_ins import StandIn, parts, path_of
from .table_values import library_of

MAX_DEPTH = 12
MAX_NODES = 20_000
MAX_TEXT = 20_000
_TEXTS = {
    datetime.datetime: "datetime", datetime.date: "date", datetime.time: "time",
    datetime.timedelta: "timedelta", decimal.Decimal: "decimal",
    fractions.Fraction: "fraction", complex: "complex", bytes: "bytes", bytearray: "bytes",
}  # fmt: skip
_TYPES_OF_TEXTS = tuple(_TEXTS)
_CALLABLES = (type, types.FunctionType, types.BuiltinFunctionType, types.MethodType)
_VIEWS = frozenset({"dict_keys", "dict_values", "dict_items"})
CUT = {"t": "cut"}
_identity = object.__hash__
"""A number of its own for each object that exists, like `id`, whose calls the tripwire hears of."""
OBJECTS = frozenset({"object", "dataclass"})
"""Kinds of trees that hold the attributes of an object."""


def tree(value: Any) -> Any:
    """The tree of one value."""
    return Encoder().tree(value)


def changes_of(before: Any, after: Any) -> Any:
    """The tree of a value after a call; of an object's attributes only those that have changed."""
    kinds = [(one["t"], one.get("c")) if isinstance(one, dict) else None for one in (before, after)]
    if kinds[0] is None or kinds[0] != kinds[1] or kinds[0][0] not in OBJECTS:
        return after
    changed = [entry for entry in after["v"] if entry not in before["v"]]
    return {**after, "v": changed} if changed else after


class Encoder:
    """Turns one value into a tree, within limits."""

    def __init__(self) -> None:
        self.nodes = 0
        self.inside: set[int] = set()
        """Identities of the values that are being described, to notice circles."""

    def tree(self, value: Any, depth: int = 0) -> Any:
        """The tree of a value that is `depth` levels inside the whole."""
        self.nodes += 1
        if self.nodes > MAX_NODES or depth > MAX_DEPTH:
            return CUT

        kind = type(value)
        if value is None or kind is bool:
            return value
        if kind is int:
            return value if abs(value) < 2**53 else {"t": "int", "v": _big(value)}
        if kind is float:
            return value if math.isfinite(value) else {"t": "float", "v": repr(value)}
        if kind is str:
            return value if len(value) <= MAX_TEXT else _cut(value)
        return self._compound(value, depth + 1)

    def _compound(self, value: Any, depth: int) -> Any:
        """Anything but a plain scalar; its own methods may fail or lead in a circle."""
        identity = _identity(value)
        if identity in self.inside:
            return CUT

        self.inside.add(identity)
        try:
            return self._container(value, depth)
        except RecursionError:
            return CUT
        except Exception as error:
            return {"t": "opaque", "v": f"{type(value).__name__} ({type(error).__name__})"}
        finally:
            self.inside.discard(identity)

    def _container(self, value: Any, depth: int) -> Any:
        exact = type(value)
        if exact is dict:
            return {"t": "dict", "v": self._pairs(value.items(), depth)}
        if exact is list or exact is tuple:
            return {"t": exact.__name__, "v": self._trees(value, depth)}

        name = exact.__name__
        if isinstance(value, StandIn):
            value._evenhand_place.world.seen(value._evenhand_place)
            trees = [[name, self.tree(part, depth)] for name, part in parts(value)]
            return {"t": "stand_in", "c": path_of(value), "v": trees}
        if isinstance(value, enum.Enum):
            return {"t": "enum", "c": name, "v": self.tree(value.value, depth)}
        if isinstance(value, dict):
            return {"t": "dict", "v": self._pairs(value.items(), depth)}
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            fields = [[str(n), self.tree(v, depth)] for n, v in zip(value._fields, value)]
            return {"t": "namedtuple", "c": name, "v": fields}
        if isinstance(value, (list, tuple)):
            kind = "tuple" if isinstance(value, tuple) else "list"
            return {"t": kind, "v": self._trees(value, depth)}
        if isinstance(value, (set, frozenset)):
            return {"t": "set", "v": sorted(self._trees(value, depth), key=repr)}
        return self._scalar(value, depth)

    def _scalar(self, value: Any, depth: int) -> Any:
        library = library_of(value)
        if library is not None:
            described = self._by_library(library, value, depth)
            if described is not None:
                return described
        if isinstance(value, _TYPES_OF_TEXTS):
            kind = next(kind for base, kind in _TEXTS.items() if isinstance(value, base))
            return {"t": kind, "v": repr(value) if kind == "bytes" else str(value)}
        if isinstance(value, (int, float, str)):
            return self.tree(_plain(value), depth)
        return self._object(value, depth)

    def _object(self, value: Any, depth: int) -> Any:
        name = type(value).__name__
        if isinstance(value, range):
            return {"t": "range", "v": self._trees((value.start, value.stop, value.step), depth)}
        if isinstance(value, _CALLABLES):
            return {"t": "callable", "v": str(getattr(value, "__qualname__", name))}
        if isinstance(value, types.ModuleType):
            return {"t": "module", "v": str(value.__name__)}
        if name in _VIEWS:
            return {"t": "list", "v": self._trees(value, depth)}
        return self._instance(value, depth)

    def _by_library(self, library: types.ModuleType, value: Any, depth: int) -> Any:
        """A value of a table library; None if it is like any other object."""
        return library.described(
            value,
            lambda part: self.tree(part, depth),
            lambda parts: self._trees(parts, depth),
            MAX_NODES,
        )

    def _instance(self, value: Any, depth: int) -> Any:
        """An object by its attributes, or by its repr if it has none."""
        name = type(value).__name__
        if isinstance(value, BaseException):
            return {"t": "object", "c": name, "v": [["args", self.tree(list(value.args), depth)]]}
        if dataclasses.is_dataclass(value):
            fields = [field.name for field in dataclasses.fields(value)]
            return {"t": "dataclass", "c": name, "v": self._attributes(value, fields, depth)}

        state = getattr(value, "__dict__", None)
        if isinstance(state, dict):
            all_state = {**_made_for_a_call(type(value)), **state}
            attributes = [[str(key), self.tree(v, depth)] for key, v in all_state.items()]
            return {"t": "object", "c": name, "v": attributes}
        slots = [slot for base in type(value).__mro__ for slot in _slots(base)]
        if slots:
            return {"t": "object", "c": name, "v": self._attributes(value, slots, depth)}
        return {"t": "opaque", "v": without_addresses(repr(value))[:MAX_TEXT]}

    def _trees(self, values: Any, depth: int) -> list[Any]:
        """The trees of several values; beyond the limit, only how many there are in all."""
        trees: list[Any] = []
        for value in values:
            trees.append(self.tree(value, depth))
            if self.nodes > MAX_NODES:
                trees.append({**CUT, "v": len(values)} if hasattr(values, "__len__") else CUT)
                break
        return trees

    def _pairs(self, pairs: Any, depth: int) -> list[list[Any]]:
        trees: list[list[Any]] = []
        for key, value in pairs:
            trees.append([self.tree(key, depth), self.tree(value, depth)])
            if self.nodes > MAX_NODES:
                break
        return trees

    def _attributes(self, value: Any, names: list[str], depth: int) -> list[list[Any]]:
        """Those of the attributes that the object has."""
        pairs: list[list[Any]] = []
        for name in names:
            if hasattr(value, name):
                pairs.append([name, self.tree(getattr(value, name), depth)])
        return pairs


def _plain(value: Any) -> Any:
    if isinstance(value, bool):
        return bool(value)
    if isinstance(value, int):
        return int(value)
    return float(value) if isinstance(value, float) else str.__str__(value)


def _big(value: int) -> str:
    bits = value.bit_length()
    return str(value) if bits < 4_000 else f"{bits} bits, {hash(value)}"


def _made_for_a_call(kind: type) -> dict[str, Any]:
    """What the class of an object holds, if it was only made to give it its attributes."""
    bases = kind.__bases__
    if len(bases) != 1 or bases[0].__name__ != kind.__name__:
        return {}
    return {key: value for key, value in vars(kind).items() if key[:2] != "__"}


def _slots(kind: type) -> list[str]:
    slots = getattr(kind, "__slots__", ())
    names = [slots] if isinstance(slots, str) else list(slots)
    return [n for n in names if not n.startswith("__")]


def _cut(text: str) -> str:
    """The beginning of a long text, and a sum over all of it, so that another differs."""
    rest = zlib.crc32(text.encode("utf-8", "surrogatepass"))
    return f"{text[:MAX_TEXT]}... ({len(text)} characters, {rest:08x})"
