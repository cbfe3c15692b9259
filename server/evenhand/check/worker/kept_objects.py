"""Objects that keep something between calls: their parts, and how to put parts back into them."""

from __future__ import annotations

import array
import collections
import functools
import inspect
import io
import operator
import os
import pickle
import sys
from collections.abc import Callable, Container, Iterator
from types import CellType, MemberDescriptorType
from typing import Any

from .stand_in_places import UNSET
from .stand_ins import StandIn
from .table_values import library_of
from .time_limits import OutOfTime

Parts = list[Any]
Told = tuple[str, Callable[[], Any]]
"""What a person calls something, and how its present value is had."""
LARGEST = 2_000
"""Items of a container of which each is watched; of larger ones only how many there are."""
LARGEST_TABLE = 500
"""Rows of a table that is compared as a whole; of larger ones only how many there are."""
MOST_ROWS = 200
"""Statements by which a database is described."""
PLAIN = frozenset({str, int, float, bool, bytes, complex, type(None), type(...)})
"""Types of objects that never change."""
CONTAINERS = (list, collections.deque, set, bytearray, dict)
_identity = object.__hash__
VARIADIC = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS
CACHE = type(functools.lru_cache(len))


class Holder:
    """One object, with the parts that it had when the module was loaded."""

    can_be_restored = True

    def __init__(self, held: Any, label: str, whole: Any) -> None:
        self.held, self.label, self.whole = held, label, whole
        """`whole`: what is shown of it, as which it is known by its label."""
        self.base = _base(held)
        self.numbers: dict[int, int] = {}
        self.kept = self.parts()

    def parts(self) -> Parts:
        """What it holds now; parts are the same if they are the same objects."""
        raise NotImplementedError

    def put(self, parts: Parts) -> None:
        """Let it hold these parts."""

    def told(self, before: Parts, now: Parts) -> Iterator[Told]:
        """What a person would say has changed."""
        yield self.label, lambda: self.whole

    def number(self, number: int) -> int:
        """The same object each time for the same number."""
        return self.numbers.setdefault(number, number)


class Items(Holder):
    """A list, a deque, a set or an array of bytes."""

    def parts(self) -> Parts:
        return [*self.base.__iter__(self.held)]

    def put(self, parts: Parts) -> None:
        base = self.base
        base.clear(self.held)
        add = base.update if base is set else base.extend
        add(self.held, parts)


class Entries(Holder):
    """A dict."""

    def parts(self) -> Parts:
        return [*self.base.keys(self.held), *self.base.values(self.held)]

    def put(self, parts: Parts) -> None:
        base, half = self.base, len(parts) // 2
        base.clear(self.held)
        for key, value in zip(parts[:half], parts[half:]):
            base.__setitem__(self.held, key, value)


class Names(Entries):
    """The names of a module or a class; `whole` is what they are set in, the label goes before."""

    only: frozenset[str] | None = None
    """The names that count; None: all."""

    def told(self, before: Parts, now: Parts) -> Iterator[Told]:
        for name in self.changed(before, now):
            yield f"{self.label}{name}", functools.partial(self.held.get, name)

    def changed(self, before: Parts, now: Parts) -> list[Any]:
        """The names that stand for something else."""
        was, is_now = _by_name(before), _by_name(now)
        names = (n for n in {**was, **is_now} if was.get(n, self) is not is_now.get(n, self))
        return [name for name in names if self.counts(name)]

    def counts(self, name: Any) -> bool:
        """Whether a name is looked at."""
        return is_own(name) and (self.only is None or name in self.only)


class Environment(Names):
    """The variables of the environment."""

    def told(self, before: Parts, now: Parts) -> Iterator[Told]:
        for key in self.changed(before, now):
            yield f"{self.label}{os.fsdecode(key)}", functools.partial(self.held.get, key)

    def counts(self, name: Any) -> bool:
        return True


class ClassNames(Names):
    """The names of a class, which are set through it."""

    def parts(self) -> Parts:
        return [*self.held.keys(), *self.held.values()]

    def put(self, parts: Parts) -> None:
        before = _by_name(parts)
        for name in self.changed(parts, self.parts()):
            if name in before:
                type.__setattr__(self.whole, name, before[name])
            else:
                type.__delattr__(self.whole, name)
        self.kept = self.parts()  # with what Python and libraries add for themselves


class Cell(Holder):
    """A name around an inner function."""

    def parts(self) -> Parts:
        try:
            return [self.held.cell_contents]
        except ValueError:
            return []

    def put(self, parts: Parts) -> None:
        if parts:
            self.held.cell_contents = parts[0]

    def told(self, before: Parts, now: Parts) -> Iterator[Told]:
        yield self.label, lambda: next(iter(self.parts()), None)


class Slots(Holder):
    """An object with slots."""

    def parts(self) -> Parts:
        return [_in_slot(slot, self.held) for slot in slots(type(self.held))]

    def put(self, parts: Parts) -> None:
        for slot, value in zip(slots(type(self.held)), parts):
            if value is not UNSET:
                slot.__set__(self.held, value)
            elif _in_slot(slot, self.held) is not UNSET:
                slot.__delete__(self.held)


class Cache(Holder):
    """The results that `lru_cache` keeps, which show nothing that the function does not give."""

    def parts(self) -> Parts:
        return [self.number(self.held.cache_info().currsize)]

    def put(self, parts: Parts) -> None:
        if not self._is_harmless():
            self.held.cache_clear()
        self.kept = self.parts()

    def _is_harmless(self) -> bool:
        """Whether it keeps one thing of a library for everybody, which may be costly to make."""
        code = getattr(self.held.__wrapped__, "__code__", None)
        if code is None or code.co_argcount or code.co_kwonlyargcount or code.co_flags & VARIADIC:
            return False
        kind = type(self.held()) if self.held.cache_info().currsize else dict
        own = self.held.__wrapped__.__globals__.get("__name__")
        return not issubclass(kind, CONTAINERS) and kind.__module__ != own

    def told(self, before: Parts, now: Parts) -> Iterator[Told]:
        return iter(())


class Database(Holder):
    """A connection to an open database."""

    can_be_restored = False

    def parts(self) -> Parts:
        return [self.number(self.held.total_changes)]

    def told(self, before: Parts, now: Parts) -> Iterator[Told]:
        yield self.label, lambda: [text for text, _ in zip(self.held.iterdump(), range(MOST_ROWS))]


class Table(Holder):
    """A table or an array of a library, whose cells are no objects; a copy of it is compared."""

    can_be_restored = False

    def __init__(self, held: Any, label: str, whole: Any, checked: Container[str]) -> None:
        self.contents: dict[bytes, int] = {}
        self.checked = checked
        super().__init__(held, label, whole)

    def parts(self) -> Parts:
        copy, profile = io.BytesIO(), sys.getprofile()
        sys.setprofile(None)  # how much there is to copy says nothing of what a call costs
        try:
            _Copier(copy, self.checked).dump(self.held)
        except OutOfTime:
            raise
        except BaseException:  # of what cannot be copied nothing is known
            copy.truncate(0)
        finally:
            sys.setprofile(profile)
        number = self.contents.setdefault(copy.getvalue(), len(self.contents))
        return [self.number(number)]


class _Copier(pickle.Pickler):
    """Copies tables; objects of checked code in them are told apart, and none of it is run."""

    def __init__(self, file: io.BytesIO, checked: Container[str]) -> None:
        super().__init__(file)
        self.checked = checked

    def persistent_id(self, value: Any) -> int | None:
        """The identity of an object that is not copied."""
        kind = type(value)
        is_copied = kind.__module__ not in self.checked and not issubclass(kind, StandIn)
        return None if is_copied else _identity(value)


class Large(Holder):
    """A large container."""

    can_be_restored = False

    def parts(self) -> Parts:
        return [self.number(_length(self.held))]


def holder_of(value: Any, label: str, whole: Any, checked: Container[str]) -> Holder | None:
    """Who keeps the parts of a container, a table or a database; None for anything else.

    `checked` are the names of the checked modules.
    """
    kind = type(value)
    if issubclass(kind, CONTAINERS):
        if _base(value).__len__(value) > LARGEST:
            return Large(value, label, whole)
        return (Entries if issubclass(kind, dict) else Items)(value, label, whole)
    if kind is CellType:
        return Cell(value, label, whole)
    if kind is array.array or (library_of(value) is not None and hasattr(kind, "__len__")):
        if _length(value) > LARGEST_TABLE:
            return Large(value, label, whole)
        return Table(value, label, whole, checked)
    is_database = any(base.__module__ == "sqlite3" for base in kind.__mro__)
    return Database(value, label, whole) if is_database and hasattr(kind, "iterdump") else None


def is_own(name: str) -> bool:
    """Whether a name is of the code, and not of Python or the worker."""
    return not (name.startswith("_evenhand_") or (name[:2] == "__" and name[-2:] == "__"))


def are_same(before: Parts, now: Parts) -> bool:
    """Whether these are the same objects; none of their own methods is asked."""
    return len(before) == len(now) and all(map(operator.is_, before, now))


def slots(kind: type) -> list[Any]:
    """What gets and sets the slots of objects of a class."""
    members = (member for base in kind.__mro__ for member in vars(base).values())
    return [member for member in members if type(member) is MemberDescriptorType]


def _in_slot(slot: Any, value: Any) -> Any:
    try:
        return slot.__get__(value)
    except AttributeError:
        return UNSET


def _base(value: Any) -> Any:
    """The type of Python whose own methods an object has beneath those of the code."""
    if issubclass(type(value), collections.OrderedDict):
        return collections.OrderedDict
    return next((base for base in CONTAINERS if issubclass(type(value), base)), object)


def _length(value: Any) -> int:
    """How many items something has; 0 if it does not say."""
    try:
        return len(value)
    except Exception:  # of an array without dimensions
        return 0


def _by_name(parts: Parts) -> dict[Any, Any]:
    half = len(parts) // 2
    return dict(zip(parts[:half], parts[half:]))
