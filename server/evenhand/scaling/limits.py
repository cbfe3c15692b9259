"""What one engine process may take, and the timers of the operating system that see to it.

A timer ends the process however deep in C code it is; no other process has to look. They count
processor time, so that a busy machine does not make an ordinary file fail.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from evenhand.causes import Cause, Explanation

NO_MEMORY = 71
"""The exit status of a process that has no memory left."""
BEAT_SECONDS = 0.5
"""How often a process that is not held up says so."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What the process may take for one piece of work; workers have limits of their own."""

    step_seconds: float = 20.0
    """Processor time of one step, such as reading a file, in which nothing else goes on."""
    waiting_seconds: float = 120.0
    """The same by the clock: the step may wait for something that never comes."""
    work_seconds: float = 600.0
    """Processor time of all steps together."""
    memory_bytes: int = 2 << 30

    def why_ended(self, status: int | None) -> Explanation:
        """What the exit status of a process says, or minus the signal that ended it."""
        if sys.platform != "win32" and status in (-signal.SIGPROF, -signal.SIGALRM):
            return Explanation(Cause.READ_LONGER, seconds=self.step_seconds)
        if sys.platform != "win32" and status == -signal.SIGVTALRM:
            return Explanation(Cause.READ_LONGER, seconds=self.work_seconds)
        if status == NO_MEMORY:
            return Explanation(Cause.READ_MEMORY)
        return Explanation(Cause.ENGINE_DIED)


DEFAULT_LIMITS = Limits()


def limit_memory(limits: Limits) -> None:
    """Let allocations beyond the limit fail in this process, and in those that it starts."""
    if sys.platform == "win32":
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    most = limits.memory_bytes
    soft = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


@asynccontextmanager
async def limited_time(limits: Limits) -> AsyncIterator[None]:
    """End this process if the work in the block takes longer than it may."""
    if sys.platform == "win32":  # It has no such timers.
        yield
        return

    for ending in (signal.SIGPROF, signal.SIGALRM, signal.SIGVTALRM):
        signal.signal(ending, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_VIRTUAL, limits.work_seconds)
    _begin_step(limits)
    beats = asyncio.create_task(_beat(limits))
    try:
        yield
    finally:
        beats.cancel()
        for timer in (signal.ITIMER_PROF, signal.ITIMER_REAL, signal.ITIMER_VIRTUAL):
            signal.setitimer(timer, 0)


async def _beat(limits: Limits) -> None:
    """Set the timers of a step again and again, as long as no step holds up the event loop."""
    while True:
        await asyncio.sleep(BEAT_SECONDS)
        _begin_step(limits)


def _begin_step(limits: Limits) -> None:
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, limits.step_seconds)
        signal.setitimer(signal.ITIMER_REAL, limits.waiting_seconds)
