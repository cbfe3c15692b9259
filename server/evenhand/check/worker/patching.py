"""Binds names of a module to what the world gives in one call, and binds them back."""

from __future__ import annotations

import builtins
import importlib.util
import sys
from typing import Any, Callable

from .mocking import entitle


class Patches:
    """What was bound for a call, with what was there before."""

    def __init__(self, names: dict[str, Any]) -> None:
        self.names = names
        """The globals of the module."""
        self.undoing: list[Callable[[], None]] = []
        self.of_builtins: dict[str, Any] = {}
        """What is bound to names that builtins have, such as `open`."""

    def bind(self, target: str, value: Any) -> None:
        """Let a dotted name give `value`; raises what Python raises if there is no such owner."""
        entitle(value, target.removeprefix("builtins.").replace(":", ".").strip("."))
        module, colon, name = target.rpartition(":")
        if colon:
            self._bind_inside(module, name, value)
            return

        owner_name, _, name = target.rpartition(".")
        if owner_name:
            self._set_attribute(self._owner(owner_name), name, value)
            return

        self._set_item(self.names, name, value)
        if hasattr(builtins, name):
            self.of_builtins[name] = value
        elif name in sys.modules:
            self._set_item(sys.modules, name, value)  # for imports inside of functions

    def _bind_inside(self, module: str, dotted: str, value: Any) -> None:
        """Let a module, or a name of it, be what functions import."""
        package = self.names.get("__package__") or None
        full_name = importlib.util.resolve_name(module, package)
        if not dotted:
            self._set_item(sys.modules, full_name, value)
            return

        __import__(full_name)  # from here, so that a stand-in takes the place of a missing one
        owner: Any = sys.modules[full_name]
        *attributes, name = dotted.split(".")
        for attribute in attributes:
            owner = getattr(owner, attribute)
        self._set_attribute(owner, name, value)

    def restore(self) -> None:
        """Bind everything back, in reverse."""
        while self.undoing:
            self.undoing.pop()()

    def _owner(self, dotted: str) -> Any:
        """What a dotted name stands for: by the module's globals, else a module to be imported."""
        first, *attributes = dotted.split(".")
        if first not in self.names:
            first, *attributes = _imported(first, attributes)
            owner = sys.modules[first]
        else:
            owner = self.names[first]
        for attribute in attributes:
            owner = getattr(owner, attribute)
        return owner

    def _set_item(self, mapping: Any, name: str, value: Any) -> None:
        if name in mapping:
            before = mapping[name]
            self.undoing.append(lambda: mapping.__setitem__(name, before))
        else:
            self.undoing.append(lambda: mapping.pop(name, None))
        mapping[name] = value

    def _set_attribute(self, owner: Any, name: str, value: Any) -> None:
        own = getattr(owner, "__dict__", {})
        if name in own:
            before = own[name]
            self.undoing.append(lambda: setattr(owner, name, before))
        else:
            self.undoing.append(lambda: delattr(owner, name))
        setattr(owner, name, value)


def _imported(first: str, attributes: list[str]) -> list[str]:
    """The longest module that a dotted name begins with, and the attributes behind it."""
    importlib.import_module(first)
    name = first
    while attributes:
        try:
            importlib.import_module(f"{name}.{attributes[0]}")
        except ImportError:
            break
        name, attributes = f"{name}.{attributes[0]}", attributes[1:]
    return [name, *attributes]
