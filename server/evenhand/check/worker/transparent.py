"""Lets decorators, base classes and errors that cannot be had do no harm.

A decorator gives back what it decorates. A base class takes any arguments and keeps them as
attributes. What is raised or caught is a class of errors.
"""

from __future__ import annotations

import abc
import contextlib
import sys
import types
from typing import Any, Callable

from .known_bases import KNOWN_BASES, KnownMethods
from .showing import shown
from .stand_in_places import UNSET, Place
from .stand_ins import StandIn, is_special

ERROR_ENDINGS = ("Error", "Exception", "DoesNotExist", "MultipleObjectsReturned")
"""How the names of classes of errors end."""


class StandInError(Exception):
    """The class of all errors that stand in for others."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args)
        self.__dict__.update(kwargs)

    def __str__(self) -> str:
        keywords = [f"{name}={shown(value, 200)}" for name, value in self.__dict__.items()]
        words = [super().__str__(), *keywords]
        return ", ".join(word for word in words if word)


def error_class(path: str) -> type:
    """A class of errors that stands in for `path`."""
    module, _, name = path.rpartition(".")
    return type(name, (StandInError,), {"__module__": module})


class OpenProperty(property):
    """A property whose decorator cannot be had; setters and the like leave it as it is."""

    def __getattr__(self, name: str) -> Any:
        if is_special(name):
            raise AttributeError(name)
        return lambda *args, **kwargs: self


def decorated(place: Place, value: Any, attributes: Callable[[str, str], set[str]]) -> Any:
    """What a missing decorator gives while a module is loaded; UNSET if `value` is no decoratee.

    `attributes` says which attributes a file reads of a function.
    """
    if not _is_new(value):
        return wrapping(place, value)
    if "property" in place.name.lower() and isinstance(value, types.FunctionType):
        return OpenProperty(value)

    if isinstance(value, types.FunctionType):
        for name in attributes(value.__code__.co_filename, value.__name__):
            if not hasattr(value, name):
                own = value if name == "py_func" else StandIn(_part(place, value.__name__, name))
                setattr(value, name, own)
    elif isinstance(value, type) and getattr(value, "__init__", None) is object.__init__:
        type.__setattr__(value, "__init__", keep)
    return value


def wrapping(place: Place, value: Any) -> Any:
    """What a stand-in gives that is called with a function in passing: it also does its work."""
    if not isinstance(value, types.FunctionType) or value.__name__ == "<lambda>":
        return UNSET
    wrapped = Place(place.world, "()", place, ((value,), {}))
    wrapped.effect = value
    return StandIn(wrapped)


def _part(place: Place, owner: str, name: str) -> Place:
    return Place(place.world, f"{owner}.{name}")


def _is_new(value: Any) -> bool:
    """Whether a function or class is being defined: nothing else has it by its name yet."""
    function = getattr(value, "__func__", value)
    if isinstance(function, types.FunctionType):
        is_named = function.__name__ != "<lambda>"
        return is_named and function.__globals__.get(function.__name__) is not function
    if isinstance(value, type):
        module = sys.modules.get(value.__module__)
        return module is not None and module.__dict__.get(value.__name__) is not value
    return True


def keep(instance: Any, *args: Any, **kwargs: Any) -> None:
    """An `__init__` that keeps its arguments as attributes, by the names of the fields."""
    fields = dict.fromkeys(name for kind in reversed(type(instance).__mro__) for name in _own(kind))
    for name, value in [*zip(fields, args), *kwargs.items()]:
        with contextlib.suppress(AttributeError):  # a property without a setter
            setattr(instance, name, value)


def _own(kind: type) -> list[str]:
    """The fields that a class itself declares."""
    annotated: dict[str, Any] = {}
    with contextlib.suppress(Exception):  # newer Pythons evaluate annotations only here
        annotated = getattr(kind, "__annotations__", annotated)
    names = [
        *annotated,
        *(name for name, value in vars(kind).items() if isinstance(value, StandIn)),
    ]
    return [name for name in names if name != "_evenhand_place"]


class Accepting(KnownMethods):
    """What a missing base class gives to its subclasses."""

    _evenhand_place: Place

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        make: Any = super().__new__
        return make(cls) if make is object.__new__ else make(cls, *args, **kwargs)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        following = super().__init__
        if getattr(following, "__objclass__", None) is object:
            keep(self, *args, **kwargs)
        else:
            following(*args, **kwargs)

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__()

    def __iter__(self) -> Any:
        """A set of records with one in it, as Odoo has them: `for record in self`."""
        return iter([self])

    def __getattr__(self, name: str) -> Any:
        place = type(self)._evenhand_place
        instance = Place(place.world, f"{type(self).__name__}()")
        return _given(instance, name)


class AcceptingMeta(abc.ABCMeta):
    """Gives the classes that have a missing base the attributes that it would have given."""

    _evenhand_place: Place

    def __getattr__(cls, name: str) -> Any:
        if name == "_evenhand_place":
            raise AttributeError(name)
        value = _given(Place(cls._evenhand_place.world, cls.__name__), name)
        type.__setattr__(cls, name, value)  # the search may have to tell it what to give
        return value


class FromBase:
    """An attribute that a method takes from its base class: `super().save`."""

    def __init__(self, base: type, name: str) -> None:
        self.base, self.name = base, name

    def __get__(self, instance: Any, owner: type) -> Any:
        try:
            return getattr(super(self.base, instance if instance is not None else owner), self.name)
        except AttributeError:
            return _given(Place(self.base._evenhand_place.world, owner.__name__), self.name)  # type: ignore[attr-defined]


def base_class(place: Place, others: tuple[Any, ...], asked: frozenset[str]) -> type:
    """The class in the place of a missing one; `asked` are the attributes that methods take."""
    known: type | None = KNOWN_BASES.get(place.path().rpartition(".")[2])
    if known is not None:
        return known

    base = place.base
    if base is None:
        kinds = {type(getattr(other, "__origin__", other)) for other in others}
        meta = AcceptingMeta if kinds <= {type, abc.ABCMeta, AcceptingMeta} else type
        module, _, name = place.path().rpartition(".")
        names = {"_evenhand_place": place, "__module__": module}
        base = place.base = meta(name, (Accepting,), names)

    for name in asked:
        if not hasattr(Accepting, name) and name not in base.__dict__:
            type.__setattr__(base, name, FromBase(base, name))
    return base


def _given(owner: Place, name: str) -> Any:
    """An attribute of a class or object that has a missing base."""
    if is_special(name) or owner.world.is_kept_by_the_code(name):
        raise AttributeError(f"{owner.name!r} object has no attribute {name!r}")
    replacement = owner.world.replacement(owner, name)
    return StandIn(Place(owner.world, f".{name}", owner)) if replacement is UNSET else replacement
