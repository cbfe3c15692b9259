"""Counts the functions that one call enters, in whatever library: a measure of what it costs."""

from __future__ import annotations

import gc
import sys
from typing import Any

from . import kept_objects, memory, watching

OWN = frozenset({watching.__file__, memory.__file__, kept_objects.__file__})


class EntryCounter:
    """Counts the Python functions that the present thread enters within `with`.

    Those of the watcher do not count: how often it is called depends on what is watched. Nor do
    those that look at what the module keeps, of which there may be much, nor what removes the
    remains of earlier calls, as of an event loop: when that happens is chance.
    """

    def __init__(self) -> None:
        self.entered = 0
        self._collects = False
        """Whether objects that refer to each other are collected outside of `with`."""

    def __enter__(self) -> EntryCounter:
        self._collects = gc.isenabled()
        gc.collect()
        gc.disable()
        sys.setprofile(self._note)
        return self

    def __exit__(self, *exc: object) -> None:
        sys.setprofile(None)
        if self._collects:
            gc.enable()

    def _note(self, frame: Any, event: str, argument: Any) -> None:
        if event == "call" and frame.f_code.co_filename not in OWN:
            self.entered += 1
