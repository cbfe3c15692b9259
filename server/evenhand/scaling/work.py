"""A piece of work that can be done in any process, and the engine that does it. Plain data."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from evenhand.causes import Explanation
from evenhand.check.checking import Checker
from evenhand.scaling.limits import DEFAULT_LIMITS, Limits

T = TypeVar("T")
"""An item of work."""
R = TypeVar("R")
"""The result for an item."""


@dataclass(frozen=True, slots=True)
class Work(Generic[T, R]):
    """What to do with each item; functions of modules, since they travel to other processes."""

    do: Callable[[Checker, T], Coroutine[Any, Any, R]]
    failed: Callable[[T, Explanation], R]
    """The result for an item if its process was ended or Evenhand failed on it, and why."""


class Onlooker:
    """Is told which items are being worked on; this one does not care."""

    def begin(self, item: Any) -> None:
        """An item was handed to a process."""

    def end(self, item: Any) -> None:
        """Its result is there."""


@dataclass(frozen=True, slots=True)
class Engine:
    """Where work is done: in processes of this machine, or on a cluster."""

    lanes: int = 1
    """Processes on this machine, if there is no `address`."""
    address: str = ""
    """A Dask scheduler, such as `tcp://10.0.0.1:8786`."""
    limits: Limits = DEFAULT_LIMITS
    """What each item may take on this machine; a cluster's workers have limits of their own."""
    make_checker: Callable[[], Checker] = Checker
    """For each process of this machine."""
    onlooker: Onlooker = field(default_factory=Onlooker)
    """Is told of the items on this machine."""


class EngineError(Exception):
    """Why an engine cannot be used, in one sentence for the user."""
