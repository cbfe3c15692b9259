"""Notes what one call does to the world through stand-ins, and undoes what it changed in them."""

from __future__ import annotations

from typing import Any

from .outcomes import Encoder
from .stand_in_places import UNSET, Given, Place
from .stand_ins import named

MAX_EFFECTS = 200
MOST_TIMES_TRUE = 50
"""How often a condition on the same stand-in holds: a loop that waits for it comes to its end."""


class Effects:
    """The effects of one call after another."""

    def __init__(self) -> None:
        self.active = False
        self.noted: list[list[Any]] = []
        """What was called, and the tree of its arguments."""
        self.before: list[tuple[dict[str, Any], str, Any]] = []
        """Parts of stand-ins as they were before they changed."""
        self.times_true: dict[str, int] = {}
        self.encoder = Encoder()

    def start(self) -> None:
        """Forget the last call; note what the next one does."""
        self.noted, self.before, self.times_true = [], [], {}
        self.encoder, self.active = Encoder(), True

    def stop(self) -> None:
        """Note nothing from here on, and let stand-ins be as they were before the call."""
        self.active = False
        while self.before:
            parts, key, value = self.before.pop()
            if value is UNSET:
                parts.pop(key, None)
            else:
                parts[key] = value

    def called(self, place: Place, given: Given) -> None:
        """A call through a stand-in."""
        if self.active:
            self._note(place.path(), named(given))

    def changed(self, place: Place, part: str, parts: dict[str, Any], key: str, to: Any) -> None:
        """A part of a stand-in that is about to be set, or deleted."""
        if self.active:
            self.before.append((parts, key, parts.get(key, UNSET)))
            done = f"del {place.path()}{part}" if to is UNSET else f"{place.path()}{part} ="
            self._note(done, [] if to is UNSET else [("", to)])

    def is_true(self, place: Place) -> bool:
        """Conditions hold, as for a `MagicMock`, but not without end."""
        if not self.active:
            return True

        path = place.path()
        self.times_true[path] = times = self.times_true.get(path, 0) + 1
        return times <= MOST_TIMES_TRUE

    def _note(self, what: str, values: list[tuple[str, Any]]) -> None:
        if len(self.noted) > MAX_EFFECTS:
            return
        if len(self.noted) == MAX_EFFECTS:
            self.noted.append(["...", None])
            return

        self.active = False  # describing a value may call stand-ins
        try:
            trees = [[name, self.encoder.tree(value)] for name, value in values]
        finally:
            self.active = True
        self.noted.append([what, {"t": "object", "c": "", "v": trees}])
