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
    BASIC = "basic"
    """Limits, an empty environment and a tripwire, on every system; no wall."""
    STATIC = "static"
    """Nothing runs; the source is read."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The isolation in force around the code that a worker runs."""

    level: Isolation = Isolation.STATIC
    walls: tuple[str, ...] = ()
    """Their names, such as `landlock`."""
    problems: tuple[str, ...] = ()
    """Why the level is not `strong`; empty if it is, or if less was asked for."""
