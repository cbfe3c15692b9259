"""Stands in for what cannot be had: as permissive as a `MagicMock`, quick, and without chance.

Any attribute, item, call or operation gives a further stand-in, or a plain default. Those that the
search made (`mocking.py`) also give what it told them to.
"""

from __future__ import annotations

import sys
import types
from typing import Any

from .operators import Operators, answer, further, ready, special
from .showing import shown
from .stand_in_places import LONGEST_PATH, UNSET, Arguments, Place, World

DECORATED = (types.FunctionType, type, classmethod, staticmethod, property)
"""What decorators are called with."""


class StandIn(Operators):
    """Something that takes whatever is done with it."""

    __slots__ = ("__dict__", "__weakref__")

    def __init__(self, place: Place) -> None:
        object.__setattr__(self, "_evenhand_place", place)

    def __getattr__(self, name: str) -> Any:
        if is_special(name):
            raise AttributeError(name)

        place = self._evenhand_place
        part = place.world.replacement(place, name)
        if part is UNSET:
            part = further(self, f".{name}")
        self.__dict__[name] = part
        return part

    def __setattr__(self, name: str, value: Any) -> None:
        place, parts = self._evenhand_place, self.__dict__
        place.world.changed(place, f".{name}", parts, name, value)
        parts[name] = value

    def __delattr__(self, name: str) -> None:
        place, parts = self._evenhand_place, self.__dict__
        place.world.changed(place, f".{name}", parts, name, UNSET)
        parts.pop(name, None)

    def __dir__(self) -> list[str]:
        return sorted(self.__dict__)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        place = self._evenhand_place
        if len(args) == 1 and not kwargs and isinstance(args[0], DECORATED):
            decorated = place.world.decorated(place, args[0])
            if decorated is not UNSET:
                return decorated
        elif len(args) == 3 and type(args[2]) is dict and "__qualname__" in args[2]:
            return type(*args)  # it is the metaclass of a class that is being defined

        note = place.world.called(place, (args, kwargs))
        value = answer(self, *args, **kwargs)
        if isinstance(value, StandIn) and _is_of_call(value, place):
            value._evenhand_place.note = note
        elif not place.in_order:
            place.world.answered(place, (args, kwargs), note)
        return ready(value) if place.awaited else value

    def __repr__(self) -> str:
        place = self._evenhand_place
        if place.arguments is None:
            return f"<{place.path()}>"
        return f"<{place.path()[:-1]}{_written(place.arguments)})>"[:LONGEST_PATH]

    def __instancecheck__(self, value: Any) -> bool:
        """Whether `value` came of a call of this stand-in, as an object does of its class."""
        own = self._evenhand_place
        if not isinstance(value, StandIn):
            return own.base is not None and issubclass(type(value), own.base)
        place = value._evenhand_place
        return place.arguments is not None and place.parent is own

    def __subclasscheck__(self, kind: Any) -> bool:
        base = self._evenhand_place.base
        return base is not None and isinstance(kind, type) and base in kind.__mro__

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
        place = self._evenhand_place
        others = tuple(base for base in bases if not isinstance(base, StandIn))
        return (place.world.base(place, others, sys._getframe(1).f_code.co_filename),)


StandIn._evenhand_kind = StandIn


def new(world: World, name: str) -> StandIn:
    """A stand-in for what the code calls `name`."""
    return StandIn(Place(world, name))


def path_of(stand_in: StandIn) -> str:
    """How the code reaches what a stand-in stands for."""
    return stand_in._evenhand_place.path()


def is_special(name: str) -> bool:
    """Whether Python itself looks the name up: `__iter__`."""
    return name[:2] == "__" and name[-2:] == "__"


def part_of(stand_in: StandIn, name: str) -> Any:
    """What the search addresses: an attribute, a special method, or what a call gives."""
    if name == "return_value":
        place = stand_in._evenhand_place
        if place.result is UNSET:
            place.result = further(stand_in, "()")
        return place.result
    return special(stand_in, name) if is_special(name) else getattr(stand_in, name)


def named(arguments: Arguments) -> list[tuple[str, Any]]:
    """The arguments of a call by index or name."""
    args, kwargs = arguments
    return [*((str(index), value) for index, value in enumerate(args)), *kwargs.items()]


def parts(stand_in: StandIn) -> list[tuple[str, Any]]:
    """What tells a stand-in from others of its path: what it was called with, what was set."""
    place = stand_in._evenhand_place
    arguments = [] if place.arguments is None else named(place.arguments)
    items = {} if place.items is None else place.items
    own = [(name, value) for name, value in stand_in.__dict__.items() if not is_special(name)]
    all_parts = [*own, *items.items()]
    return arguments + [(name, value) for name, value in all_parts if not _is_further(value, place)]


def _is_of_call(value: StandIn, place: Place) -> bool:
    """Whether it was made for one call of the stand-in at a place, which was told nothing."""
    return value._evenhand_place.parent is place and value._evenhand_place.arguments is not None


def _is_further(value: Any, place: Place) -> bool:
    """Whether a part was only ever read, so that it says nothing."""
    return isinstance(value, StandIn) and value._evenhand_place.parent is place


def _written(arguments: Arguments) -> str:
    args, kwargs = arguments
    texts = [shown(value, 60) for value in args]
    return ", ".join([*texts, *(f"{name}={shown(value, 60)}" for name, value in kwargs.items())])
