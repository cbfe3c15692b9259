"""Ends what takes too long, by an exception in the main thread."""

from __future__ import annotations

import signal
from typing import Any

RING_AGAIN_SECONDS = 0.2
"""Seconds after which `OutOfTime` is raised again, in case the code has swallowed it."""


class OutOfTime(BaseException):
    """A statement or a call ran longer than it may."""


def start_timer(seconds: float) -> None:
    """Raise OutOfTime in the main thread after `seconds`, and again until `stop_timer`."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, _out_of_time)
        signal.setitimer(signal.ITIMER_REAL, seconds, RING_AGAIN_SECONDS)


def stop_timer() -> None:
    """Raise no more OutOfTime."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)


def _out_of_time(number: int, frame: Any) -> None:
    raise OutOfTime
