"""What an engine process and the process that started it say to each other. Plain data."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from evenhand.isolation import Standing

# Orders to the engine.


@dataclass(frozen=True, slots=True)
class Do:
    """Do one piece of work; a `Done`, `Failed` or `Cancelled` ends it."""

    function: Callable[..., Coroutine[Any, Any, Any]]
    """Called with the checker, the arguments, and with a `Line` if it talks."""
    arguments: tuple[Any, ...]
    talks: bool


@dataclass(frozen=True, slots=True)
class Cancel:
    """Cancel the work that is under way."""


@dataclass(frozen=True, slots=True)
class Renew:
    """Begin again with a new checker; a `Done` follows."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Put everything away, and end."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to an `Asked`."""

    value: Any


# What the engine says.


@dataclass(frozen=True, slots=True)
class Told:
    """An event of the work that is under way."""

    event: Any


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of the work that is under way, which waits for an `Answer`."""

    question: Any


@dataclass(frozen=True, slots=True)
class Done:
    """The work has ended with a result."""

    result: Any
    standing: Standing
    """The isolation in force; `static` until something has run."""


@dataclass(frozen=True, slots=True)
class Failed:
    """The work has raised an exception."""

    error: Exception


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The work was cancelled, and nothing of it runs any more."""
