"""The world as checked code meets it in its process: what stands in for what it lacks."""

from __future__ import annotations

from typing import Any

from . import transparent
from .checked_sources import CheckedSources
from .effects import Effects
from .replacements import REPLACEMENTS
from .stand_in_places import UNSET, Place


class StandInWorld(Effects):
    """What all stand-ins of one process share."""

    def __init__(self, sources: CheckedSources) -> None:
        super().__init__()
        self.sources = sources
        self.errors: dict[str, type] = {}
        """Classes of errors that stand in for others, by their paths."""

    def replacement(self, place: Place, name: str) -> Any:
        """What an attribute is instead of a further stand-in: a class of errors, or known."""
        path = f"{place.path()}.{name}"
        for key in (path, name):
            if key in REPLACEMENTS:
                return REPLACEMENTS[key]
        if not self._is_error(name):
            return UNSET

        if path not in self.errors:
            self.errors[path] = transparent.error_class(path)
        return self.errors[path]

    def decorated(self, place: Place, value: Any) -> Any:
        """While a module is loaded, a decorator gives back what it decorates."""
        if self.active:
            return transparent.wrapping(place, value)
        return transparent.decorated(place, value, self._attributes)

    def base(self, place: Place, others: tuple[Any, ...], path: str) -> type:
        """The class in the place of a missing one, for a class in the file `path`."""
        return transparent.base_class(place, others, self.sources.of(path).asked_of_super)

    def is_kept_by_the_code(self, name: str) -> bool:
        """Whether the code itself keeps something under a private name, and will set it."""
        return name[:1] == "_" and name in self.sources.own.set_attributes

    def free_names(self, path: str) -> set[str]:
        """The names that the file `path` reads and does not bind."""
        return self.sources.of(path).free_names()

    def _is_error(self, name: str) -> bool:
        if name.endswith(transparent.ERROR_ENDINGS):
            return name[0].isupper()
        return any(name in facts.errors for facts in self.sources.facts.values())

    def _attributes(self, path: str, name: str) -> set[str]:
        return self.sources.of(path).attributes_of(name)
