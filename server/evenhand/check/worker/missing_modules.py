"""Puts stand-ins in the place of modules that checked code imports and that are not there."""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import os
import sys
from collections.abc import Iterator
from typing import Any

from .stand_in_places import Place
from .stand_ins import StandIn, is_special
from .worlds import StandInWorld

OWN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "")
IMPORTING = "<frozen importlib._bootstrap"
"""How the files of Python's own import begin."""
NEVER_IMPORTED = frozenset({"numba"})
"""Packages that checked code never gets: it runs as its source says, and not compiled."""
MADE_UP = "evenhand_package_"
"""Begins the name of a package that is made up; behind it, how many dots lead there."""


class StandInModule(StandIn):
    """A module of which every name can be imported."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        if name == "__all__":
            return self._evenhand_free_names()

        full_name = self.__dict__.get("__name__", "")
        if full_name.startswith(MADE_UP) and self.__dict__["__path__"] and not is_special(name):
            return importlib.import_module(f"{full_name}.{name}")  # what is beside the file
        return super().__getattr__(name)

    def __setattr__(self, name: str, value: Any) -> None:
        if is_special(name) or isinstance(value, StandInModule):
            self.__dict__[name] = value  # Python's own import does so
        else:
            super().__setattr__(name, value)

    def _evenhand_free_names(self) -> list[str]:
        """What `from m import *` binds: the names that the importing code reads and lacks."""
        frame = sys._getframe(2)
        free_names = self._evenhand_place.world.free_names(frame.f_code.co_filename)
        return sorted(free_names - frame.f_globals.keys())


def stand_in_module(name: str, world: StandInWorld, folders: tuple[str, ...] = ()) -> StandInModule:
    """A module that is not there; what is in `folders` may be imported through it."""
    module = StandInModule(Place(world, as_imported(name).rstrip(".")))
    module.__dict__.update(__name__=name, __path__=list(folders), __spec__=None)
    return module


class StandInFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds what no other finder finds, if checked code itself needs it; it has to come last."""

    def __init__(self, world: StandInWorld) -> None:
        self.world = world
        self.missing: list[str] = []
        """The modules that were stood in for, by their full names."""

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> Any:
        parent = sys.modules.get(fullname.rpartition(".")[0])
        if isinstance(parent, StandInModule) or self._is_needed():
            return self.spec(fullname)
        return None

    def spec(self, fullname: str) -> importlib.machinery.ModuleSpec:
        """How a stand-in is imported."""
        self.missing.append(as_imported(fullname))
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: Any) -> Any:
        return stand_in_module(spec.name, self.world)

    def exec_module(self, module: Any) -> None:
        """There is nothing to run."""

    def is_asked_by_checked_code(self) -> bool:
        """Whether a statement of checked code imports, and not an installed package."""
        return self._is_checked(_importing_frame())

    def _is_needed(self) -> bool:
        """Whether checked code imports the module by a statement, and cannot do without it."""
        frame = _importing_frame()
        if not self._is_checked(frame):
            return False
        return not any(self._is_optional(outer) for outer in _outwards(frame))

    def _is_checked(self, frame: Any) -> bool:
        path: str = "" if frame is None else frame.f_code.co_filename
        return path.startswith(OWN) or self.world.sources.includes(path)

    def _is_optional(self, frame: Any) -> bool:
        path, sources = frame.f_code.co_filename, self.world.sources
        if path.startswith(OWN) or not sources.includes(path):  # own: in Evenhand's own workspace
            return False
        return sources.of(path).is_optional(frame.f_lineno)


class NeverImported(importlib.abc.MetaPathFinder):
    """Keeps some packages from checked code; it has to come first."""

    def __init__(self, finder: StandInFinder) -> None:
        self.finder = finder

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> Any:
        if fullname.partition(".")[0] not in NEVER_IMPORTED:
            return None
        is_asked = path == [] or self.finder.is_asked_by_checked_code()
        return self.finder.spec(fullname) if is_asked else None


def stand_in_for_missing(world: StandInWorld) -> StandInFinder:
    """Let checked code import what is missing from here on."""
    finder = StandInFinder(world)
    sys.meta_path.append(finder)
    sys.meta_path.insert(0, NeverImported(finder))
    return finder


def as_imported(name: str) -> str:
    """The name of a module as a relative import has it, if packages around it are made up."""
    if not name.startswith(MADE_UP):
        return name
    parts = name.split(".")
    made_up = [part for part in parts if part.startswith(MADE_UP)]
    dots = "." * int(made_up[-1][len(MADE_UP) :])
    return dots + ".".join(parts[len(made_up) :])


def _importing_frame() -> Any:
    """The frame of the code behind Python's own import; None if there is none."""
    frame: Any = sys._getframe(3)
    while frame is not None and frame.f_code.co_filename.startswith(IMPORTING):
        frame = frame.f_back
    return frame


def _outwards(frame: Any) -> Iterator[Any]:
    while frame is not None:
        yield frame
        frame = frame.f_back
