"""How a command that runs code ends: its exit status, also after Ctrl+C and SIGTERM."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress

from evenhand.doors.terminal import say

INTERRUPTED = 130
TERMINATED = 128 + signal.SIGTERM


def exit_status_of(command: Callable[[], int]) -> int:
    """What `command` returns, or the status for whatever interrupted it."""
    try:
        return command()
    except KeyboardInterrupt:
        say("evenhand: interrupted")
        return INTERRUPTED
    except asyncio.CancelledError:
        return TERMINATED


def cancel_on_sigterm() -> None:
    """Let SIGTERM cancel the current task, so that it puts everything away."""
    task = asyncio.current_task()
    assert task is not None
    with suppress(NotImplementedError):  # Windows has no such signal.
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
