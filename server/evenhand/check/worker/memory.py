"""What a module keeps between calls: notes what a call leaves behind there, and takes it back.

Looked at are the names of the module and of the checked modules that it imports, and in them
containers, default arguments, names around inner functions, attributes of classes and of their
objects, caches of functions, open databases; and the environment. That something has changed is
seen by which objects are there, so that a call that leaves nothing behind costs little.
"""

from __future__ import annotations

import collections.abc
import functools
import os
import queue
import sys
import threading
import types
from collections.abc import Iterator
from typing import Any

from .checked_sources import CheckedSources
from .kept_objects import (
    CACHE,
    PLAIN,
    Cache,
    ClassNames,
    Entries,
    Environment,
    Holder,
    Large,
    Names,
    Parts,
    Slots,
    are_same,
    holder_of,
    is_own,
    slots,
)
from .outcomes import changes_of, tree
from .stand_ins import StandIn

MOST_PARTS = 20_000
"""Parts of all objects together; what comes behind them is not looked at."""
KEEPING = (
    types.SimpleNamespace, queue.Queue, queue.SimpleQueue, threading.local,
    collections.abc.MutableMapping, collections.abc.MutableSequence, collections.abc.MutableSet,
)  # fmt: skip
"""Types of libraries whose objects are there to keep something."""
NOT_TOLD = (
    type, types.FunctionType, types.MethodType, types.CellType, functools.partial, staticmethod,
    classmethod, property, CACHE,
)  # fmt: skip
"""Types of objects that show nothing of what they hold."""
OF_PYTHON = frozenset({"builtins", "abc", "enum", "typing"})
"""Modules of metaclasses by which classes get no attributes of their own accord."""
_identity = object.__hash__
Known = tuple[str, Any, Any]
"""What a person calls an object, the object as which it is shown, and the object itself."""


class Memory:
    """What is there between calls, as it was when the module was loaded."""

    def __init__(self, module: types.ModuleType, sources: CheckedSources) -> None:
        self.module, self.sources = module, sources
        self.holders: list[Holder] = []
        self.met: set[int] = set()
        """Identities of the objects that were looked at."""
        self.imported = 0
        """How many modules there were when they were looked through."""
        self.parts = 0
        self.checked = {str(module.__name__)}
        """The names of the checked modules."""
        self.moved: dict[int, Parts] = {}
        """What those holders had before the call that its arguments have changed."""
        self.is_open = False
        """Whether something may be otherwise than when the module was loaded."""
        environment = Environment(getattr(os.environ, "_data", {}), "os.environ.", None)
        self._look_at_names(environment, "")
        self._look_through()

    def begin(self) -> None:
        """Note how everything is before a call, whose arguments were made already."""
        if self.imported != len(sys.modules):
            self._look_through()

        self.is_open = True
        for index, holder in enumerate(self.holders):
            parts = holder.parts()
            if not are_same(holder.kept, parts):
                self.moved[index] = parts

    def end(self) -> dict[str, Any]:
        """What the call has left behind, as fields of its outcome; takes it back."""
        changed = list(self._changed())
        told = [each for holder, *parts in changed for each in holder.told(*parts)]
        after = {label: tree(value()) for label, value in told}
        for holder, parts, _ in changed:
            holder.put(parts)
        self.is_open = bool(changed or self.moved)

        lasting = {holder.label for holder, *_ in changed if not holder.can_be_restored}
        before = {label: None if label in lasting else tree(value()) for label, value in told}
        names = [label for label in after if label in lasting or after[label] != before[label]]
        return {
            "changed": [[label, _new_of(before[label], after[label])] for label in names],
            "left_behind": bool(changed),
            "lasting": bool(lasting),
        }

    def take_back(self) -> None:
        """Let everything be as it was when the module was loaded."""
        if self.is_open:
            for holder in self.holders:
                if not are_same(holder.kept, holder.parts()):
                    holder.put(holder.kept)
        self.is_open, self.moved = False, {}

    def _changed(self) -> Iterator[tuple[Holder, Parts, Parts]]:
        """The holders that have something else than before the call: before, and now."""
        for index, holder in enumerate(self.holders):
            before, now = self.moved.get(index, holder.kept), holder.parts()
            if not are_same(before, now):
                yield holder, before, now

    def _look_through(self) -> None:
        """Look at all that is known by a name, in modules that were not looked at before."""
        self.imported = len(sys.modules)
        modules = [self.module, *filter(self._is_checked, list(sys.modules.values()))]
        self.checked.update(module.__name__ for module in modules)
        for module in modules:
            prefix = "" if module is self.module else f"{module.__name__}."
            self._look_at_names(Names(module.__dict__, prefix, module), prefix)

    def _is_checked(self, module: Any) -> bool:
        """Whether a module is of the workspace; a stand-in for one is not asked."""
        if type(module) is not types.ModuleType:
            return False
        path = module.__dict__.get("__file__")
        return isinstance(path, str) and self.sources.includes(path)

    def _look_at_names(self, holder: Names, prefix: str) -> None:
        """Look at what the names of a module or a class stand for."""
        if _identity(holder.held) in self.met:
            return
        self.met.add(_identity(holder.held))
        self._add(holder)
        for name, value in list(holder.held.items()):
            if type(value) not in PLAIN and is_own(name):
                self._look_at(f"{prefix}{name}", value)

    def _look_at(self, label: str, first: Any) -> None:
        """Look at an object that has a name, and at all that it holds."""
        todo: list[Known] = [(label, first, first)]
        while todo and self.parts < MOST_PARTS:
            label, whole, value = todo.pop()
            if type(value) in PLAIN or _identity(value) in self.met:
                continue
            self.met.add(_identity(value))
            inside = self._inside(label, whole, value)
            is_told = not issubclass(type(value), NOT_TOLD)
            todo += [(label, whole if is_told else inner, inner) for inner in inside]

    def _inside(self, label: str, whole: Any, value: Any) -> list[Any]:
        """What an object holds; whoever keeps it is noted."""
        kind = type(value)
        if issubclass(kind, (StandIn, types.ModuleType)):
            return []
        if issubclass(kind, type):
            return self._in_class(value)
        if issubclass(kind, (tuple, frozenset)):
            return [*value]
        if kind is types.FunctionType:
            return self._in_function(label, value)
        if issubclass(kind, types.MethodType):
            return [value.__func__, value.__self__]
        if issubclass(kind, (staticmethod, classmethod)):
            return [value.__func__]
        if issubclass(kind, property):
            return [value.fget, value.fset]
        if issubclass(kind, functools.partial):
            return [value.func, value.args, value.keywords]
        if kind is CACHE:
            self._add(Cache(value, label, whole))
            return [value.__wrapped__]
        holder = holder_of(value, label, whole, self.checked)
        inner = [] if holder is None else self._add(holder)
        return [*inner, *self._in_object(label, whole, value)]

    def _in_class(self, kind: Any) -> list[Any]:
        if vars(kind).get("__module__") in self.checked:
            label = f"{kind.__qualname__}."
            names = ClassNames(vars(kind), label, kind)
            names.only = self._only(kind)
            self._look_at_names(names, label)
        return []

    def _in_function(self, label: str, function: Any) -> list[Any]:
        if function.__globals__.get("__name__") not in self.checked:
            return []
        if f"{function.__name__}." in self.sources.own.text:
            self._add(Names(vars(function), f"{label}.", function))
        defaults = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
        return [*defaults, *vars(function).values(), *(function.__closure__ or ())]

    def _in_object(self, label: str, whole: Any, value: Any) -> list[Any]:
        kind = type(value)
        is_checked = any(vars(base).get("__module__") in self.checked for base in kind.__mro__)
        if not is_checked and not issubclass(kind, KEEPING):
            return []
        inner: list[Any] = self._add(Slots(value, label, whole)) if slots(kind) else []
        is_local = issubclass(kind, threading.local)
        try:
            state = vars(value) if is_local else object.__getattribute__(value, "__dict__")
        except AttributeError:
            return inner
        return [*inner, *self._add(Entries(state, label, whole))] if type(state) is dict else inner

    def _add(self, holder: Holder) -> Parts:
        """Note who keeps something; returns what."""
        self.holders.append(holder)
        self.parts += len(holder.kept)
        return [] if isinstance(holder, Large) else holder.kept

    def _only(self, kind: type) -> frozenset[str] | None:
        """The attributes that are looked at if a library adds others by itself; None: all."""
        is_plain = type(kind).__module__ in OF_PYTHON
        return None if is_plain else self.sources.own.set_attributes


def _new_of(before: Any, after: Any) -> Any:
    """The tree of what a call has left; of a container only what is new in it, if nothing went."""
    kinds = [one.get("t") if isinstance(one, dict) else None for one in (before, after)]
    if kinds == ["dict", "dict"]:
        keys = [key for key, _ in after["v"]]
        new = [entry for entry in after["v"] if entry not in before["v"]]
        return {**after, "v": new} if all(key in keys for key, _ in before["v"]) else after
    if kinds == ["list", "list"] and after["v"][: len(before["v"])] == before["v"]:
        return {**after, "v": after["v"][len(before["v"]) :]}
    return changes_of(before, after)
