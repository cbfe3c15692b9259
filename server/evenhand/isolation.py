"""How checked code is walled in: what a user may ask for, and what a worker found to stand."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Isolation(StrEnum):
    """What a user asks for; all but `auto` are also levels that can be in force."""

    AUTO = "auto"
    """The strongest that works on the machine."""
    STRONG = "strong"
    """Walls of the operating system stand, and a self-test could not break out; else no run."""
    BASIC = "basic"
    """Limits, an empty environment and a tripwire, on every system; no wall."""
    STATIC = "static"
    """Nothing runs; the source is read."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands around the code that a worker runs."""

    level: Isolation = Isolation.STATIC
    walls: tuple[str, ...] = ()
    """Their names, such as `landlock`."""
    problems: tuple[str, ...] = ()
    """Why the level is not `strong`; none where it is, and where less was asked for."""
