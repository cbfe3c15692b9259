"""Child processes of which nothing more is expected: their ends are waited for as they come.

Otherwise each would stay in the system's table until this process ends (as a zombie), which may
rest for hours between two modules.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress

_leaving: list[int] = []


def reap_as_they_end() -> None:
    """From now on, forget each of them once it has ended."""
    signal.signal(signal.SIGCHLD, _on_end)


def leave(pid: int) -> None:
    """Nothing more is expected of a process."""
    _leaving.append(pid)
    reap()  # it may have ended before it was in the list


def reap() -> None:
    """Forget those that have ended."""
    for pid in list(_leaving):
        _wait_for(pid, os.WNOHANG)


def wait_for_all() -> None:
    """Wait until all of them have ended."""
    for pid in list(_leaving):
        _wait_for(pid, 0)


def begin_anew() -> None:
    """In a forked process: its parent's children are not its own."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    _leaving.clear()


def _on_end(number: int, frame: object) -> None:
    reap()


def _wait_for(pid: int, options: int) -> None:
    """Forget a process if it has ended; the signal of its end may come while that is asked."""
    try:
        has_ended = os.waitpid(pid, options)[0] != 0
    except ChildProcessError:
        has_ended = True
    if has_ended:
        with suppress(ValueError):
            _leaving.remove(pid)
