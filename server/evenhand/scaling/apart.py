"""An iterator that runs in a process of its own.

What a stranger's file makes of its reader, be it a crash or more memory than there is, ends that
process and nothing else.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from evenhand.isolation import Standing
from evenhand.scaling.engine_process import EngineLostError, start, start_method
from evenhand.scaling.inside_engine import end_with, let_go_of_the_terminal, portable
from evenhand.scaling.limits import NO_MEMORY, Limits, limit_memory
from evenhand.scaling.messages import Done, Failed, Told

T = TypeVar("T")
READING = Limits(memory_bytes=1 << 30)
"""What the process may take; the time of a step is that of one item."""


def apart(
    function: Callable[..., Iterator[T]], *arguments: Any, limits: Limits = READING
) -> Iterator[T]:
    """What `function` gives for the arguments, only as fast as it is taken.

    Raises what the function raises, and `EngineLostError`.
    """
    receive, send = multiprocessing.Pipe(duplex=False)
    method = start_method()
    other_end = receive if method == "fork" else None
    process = multiprocessing.get_context(method).Process(  # type: ignore[attr-defined]
        target=_tell_all,
        args=(send, other_end, os.getpid(), limits, function, arguments),
        daemon=True,
    )
    start(process)
    send.close()
    try:
        while isinstance(message := _received(receive), Told):
            yield message.event
        if isinstance(message, Failed):
            raise message.error
        if message is None:
            process.join()
            raise EngineLostError(limits.why_ended(process.exitcode))
    finally:
        process.kill()
        process.join()
        receive.close()


def _received(receive: Connection) -> Told | Failed | Done | None:
    """The next message; None if the process has ended."""
    try:
        message: Told | Failed | Done = receive.recv()
    except EOFError:
        return None
    return message


def _tell_all(
    send: Connection,
    other_end: Connection | None,
    parent: int,
    limits: Limits,
    function: Callable[..., Iterator[Any]],
    arguments: tuple[Any, ...],
) -> None:
    """Tell each item, and how that has ended; a process that was forked has the `other_end`."""
    end_with(parent)
    let_go_of_the_terminal()
    if other_end is not None:
        other_end.close()
    limit_memory(limits)
    try:
        _begin_item(limits)
        for item in function(*arguments):
            send.send(Told(item))
            _begin_item(limits)
        send.send(Done(None, Standing()))
    except MemoryError:
        os._exit(NO_MEMORY)
    except Exception as error:
        send.send(Failed(portable(error)))
    os._exit(0)


def _begin_item(limits: Limits) -> None:
    """Let the system end this process if an item takes it too much processor time."""
    if sys.platform != "win32":
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, limits.step_seconds)
