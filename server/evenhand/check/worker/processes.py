"""What makes the processes of checked code, and what such a process is to whoever made it.

`forking.py` makes them by `fork`, `spawning.py` from scratch, on every system. What is said to them
is the same (`children.py`).
"""

from __future__ import annotations

from typing import Any, Protocol

Request = dict[str, Any]


class Ended(Exception):
    """The process under watch ended or was ended: for which cause, with which details."""

    def __init__(self, kind: str, cause: str, **details: Any) -> None:
        super().__init__(cause)
        self.kind = kind
        self.explanation = {"cause": cause, **details}


class Abandoned(Exception):
    """The input has ended, so that an answer would reach no one."""


class Process(Protocol):
    """One process of checked code, and the channel to it."""

    @property
    def compiled(self) -> bool:
        """Whether its module is compiled by now."""

    @property
    def rewinds(self) -> bool:
        """Whether it can be told to be again as it was when its module was loaded."""

    def send(self, data: bytes) -> None:
        """Write to it; raises OSError if it is gone."""

    def read(self, deadline: float) -> bytes | None:
        """What it writes next; empty if it has closed the channel, None after the deadline.

        Raises Abandoned if the input of this process ends meanwhile.
        """

    def end(self, patience: float = 0.0) -> int | None:
        """Kill it and all that it started; wait until it is gone.

        Returns its exit status, or minus the number of a signal, if it ended by itself within
        `patience` seconds; otherwise None.
        """

    def drop(self) -> None:
        """Kill it and all that it started; `Maker.reap` waits until it is gone."""


class Maker(Protocol):
    """Makes processes that load one module and make calls."""

    @property
    def makes_copies(self) -> bool:
        """Whether a process costs so little that some may be made before they are asked for."""

    def prepare(self, request: Request) -> dict[str, Any] | None:
        """Get a module ready; returns the explanation if it is known that it cannot be compiled."""

    def make(self, request: Request) -> Process:
        """A process that loads a prepared module and then greets; raises OSError."""

    def note_imported(self, files: list[str]) -> None:
        """Hear which files a process says that it has read while it loaded its module."""

    def has_again(self, process: Process, request: Request) -> bool:
        """Have a process load its file anew, as if nothing had been; False if it cannot."""

    def reap(self) -> None:
        """Wait until every dropped process is gone."""
