"""How checked code is isolated: what a user may ask for, and what is in force."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Isolation(StrEnum):
    """What a user asks for; every value but `auto` can also be in force."""

    AUTO = "auto"
    """The strongest that works on the machine."""
    STRONG = "strong"
    """Walls of the operating system, out of which a self-test could not break; else no run."""
    WASM = "wasm"
    """Python as WebAssembly, which can call nothing of the system; it has no packages."""
    BASIC = "basic"
    """Limits, an empty environment and a tripwire, on every system; no wall."""
    STATIC = "static"
    """Nothing runs; the source is read."""


class Processes(StrEnum):
    """How the processes of checked code are made."""

    FORK = "fork"
    """Each is a copy of one that has packages imported and the module compiled."""
    SPAWN = "spawn"
    """Each is started from scratch, as on systems that have no `fork`."""


WEAKENING = (Isolation.STATIC, Isolation.STRONG, Isolation.WASM, Isolation.BASIC)
"""What can be in force, from where least can happen."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The isolation in force around the code that a worker runs."""

    level: Isolation = Isolation.STATIC
    walls: tuple[str, ...] = ()
    """Their names, such as `landlock`."""
    problems: tuple[str, ...] = ()
    """Why the level is not `strong`; empty if it is, or if less was asked for."""
    processes: Processes = Processes.FORK
