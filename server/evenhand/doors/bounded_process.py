"""Ask a program for one answer, within limits on time, memory and output."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from threading import Thread
from typing import IO

if sys.platform == "linux":
    import resource

MOST_MEMORY = 2 << 30
"""Bytes, where the system can limit them."""
MOST_COMPLAINTS = 1 << 16
"""Bytes of the standard error that are kept."""
_PORTION = 1 << 16


class OutOfBoundsError(Exception):
    """The program was ended before it had answered; the message completes `PROGRAM ...`."""


def answer_of(
    command: Sequence[str], environment: Mapping[str, str], seconds: float, most_bytes: int
) -> tuple[int, bytes, bytes]:
    """The exit status of a program, its output, and the beginning of its complaints.

    It reads nothing. If it does not end by itself, it is killed with all that it has started.
    Raises `OSError` if it cannot be started, and `OutOfBoundsError`.
    """
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        env=dict(environment),
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    with process:
        try:
            _limit_memory(process.pid)
            return _answer(process, time.monotonic() + seconds, most_bytes)
        except subprocess.TimeoutExpired as error:
            raise OutOfBoundsError(f"has not answered within {seconds:.0f} s") from error
        finally:
            _end(process)


def _answer(
    process: subprocess.Popen[bytes], deadline: float, most_bytes: int
) -> tuple[int, bytes, bytes]:
    output, complaints = bytearray(), bytearray()
    answering = _reader(process.stdout, output, most_bytes, drain=False)
    complaining = _reader(process.stderr, complaints, MOST_COMPLAINTS, drain=True)

    _join(answering, process, deadline)
    if len(output) > most_bytes:
        raise OutOfBoundsError(f"answers more than {most_bytes >> 20} MB")
    _join(complaining, process, deadline)
    status = process.wait(_left(process, deadline))
    return status, bytes(output), bytes(complaints[:MOST_COMPLAINTS])


def _reader(stream: IO[bytes] | None, kept: bytearray, most: int, *, drain: bool) -> Thread:
    """A thread that reads a little more than `most` bytes; the rest too, if it is to `drain`."""

    def read() -> None:
        with suppress(OSError, ValueError):  # the stream was closed, as nobody waits any more
            while stream is not None and (portion := stream.read(_PORTION)):
                if len(kept) <= most:
                    kept.extend(portion)
                elif not drain:
                    return

    thread = Thread(target=read, daemon=True)
    thread.start()
    return thread


def _join(thread: Thread, process: subprocess.Popen[bytes], deadline: float) -> None:
    thread.join(_left(process, deadline))
    if thread.is_alive():
        raise subprocess.TimeoutExpired(process.args, 0)


def _left(process: subprocess.Popen[bytes], deadline: float) -> float:
    """Seconds until the deadline; raises `TimeoutExpired` after it."""
    seconds = deadline - time.monotonic()
    if seconds <= 0:
        raise subprocess.TimeoutExpired(process.args, seconds)
    return seconds


def _limit_memory(number: int) -> None:
    """Limit what the process `number` may use, if the system can and it is still there."""
    if sys.platform == "linux":
        with suppress(OSError):
            resource.prlimit(number, resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the process and everything that it has started, unless it has ended."""
    if process.returncode is not None:
        return
    if sys.platform == "win32":
        process.kill()
        return
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
