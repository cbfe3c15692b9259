"""Ends what takes too long, by an exception in the main thread.

Code that is watched counts its steps, which end it at the same point on every machine. The clock is
for all else: it counts processor time, and the time of day for what only waits.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]
import contextlib
import signal
from collections.abc import Iterator
from typing import Any

MOST_STEPS = 500_000
"""Steps that a statement of a file may take: conditions, turns of loops, functions entered."""
MOST_STEPS_OF_CALL = 200_000
"""The same of a call, of which there are many."""
LEAST_STEPS = 10_000
"""What is left of them for later calls, however many had to be ended."""
PATIENCE = 2
"""Seconds of the day in which there has to be one of processor time."""
RING_AGAIN_SECONDS = 0.2
"""Seconds after which `OutOfTime` is raised again, in case the code has swallowed it."""
_set_handler = _signal.signal
"""What `signal.signal` is for a number; it takes several times as long, and timers are set for each
call. Bound before checked code can replace it."""


class OutOfTime(BaseException):
    """A statement or a call ran longer than it may."""


class OutOfSteps(OutOfTime):
    """It took more steps than it may."""


def start_timer(seconds: float) -> None:
    """Raise OutOfTime in the main thread after `seconds`, and again until `stop_timer`."""
    if not hasattr(signal, "setitimer"):
        return
    for timer, number, limit in (
        (signal.ITIMER_PROF, signal.SIGPROF, seconds),
        (signal.ITIMER_REAL, signal.SIGALRM, PATIENCE * seconds),
    ):
        _set_handler(number, _out_of_time)
        signal.setitimer(timer, limit, RING_AGAIN_SECONDS)


def stop_timer() -> None:
    """Raise no more OutOfTime."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)


@contextlib.contextmanager
def ended_after(seconds: float) -> Iterator[None]:
    """Let the system end this process if what is within takes more processor time of its own."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _out_of_time(number: int, frame: Any) -> None:
    raise OutOfTime
