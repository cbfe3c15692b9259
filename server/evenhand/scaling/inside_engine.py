"""Runs inside an engine process: a checker, and one piece of work at a time."""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import os
import pickle
import signal
import socket
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from evenhand.isolation import Standing
from evenhand.scaling.channel import Channel
from evenhand.scaling.limits import NO_MEMORY, Limits, limit_memory, limited_time
from evenhand.scaling.messages import (
    Answer,
    Asked,
    Cancel,
    Cancelled,
    Do,
    Done,
    Failed,
    Leave,
    Renew,
    Told,
)

_PR_SET_PDEATHSIG = 1
"""Of the C library's `prctl`."""
COLLECTIONS = (20_000, 10, 10)
"""How many objects more there are before Python looks for unused circles among the youngest, and
after how many such looks it goes through older ones. Syntax trees are many objects, and hardly any
circle: with Python's own (700, 10, 10), a third of reading pandas and SQLAlchemy were collections.
"""


class Closable(Protocol):
    """What an engine needs of a checker; the rest is between the checker and the work."""

    async def aclose(self) -> None: ...

    @property
    def standing(self) -> Standing: ...


@dataclass(slots=True)
class Line:
    """How work reaches the process that asked for it, while it is under way."""

    channel: Channel
    answer: asyncio.Future[Any] | None = None

    def tell(self, event: Any) -> None:
        """Tell an event."""
        self.channel.send(Told(event))

    async def ask(self, question: Any) -> Any:
        """The answer to a question."""
        self.answer = asyncio.get_running_loop().create_future()
        self.channel.send(Asked(question))
        return await self.answer


def main(
    end: socket.socket,
    other_end: socket.socket | None,
    parent: int,
    make_checker: Callable[[], Closable],
    limits: Limits,
) -> None:
    """Work until told to leave, or until the other end is gone.

    A process that was forked has the `other_end` of its channel too.
    """
    end_with(parent)
    let_go_of_the_terminal()
    if other_end is not None:
        other_end.close()

    limit_memory(limits)
    gc.freeze()
    gc.set_threshold(*COLLECTIONS)
    try:
        asyncio.run(_serve(end, make_checker, limits))
    except MemoryError:
        os._exit(NO_MEMORY)
    os._exit(0)


async def _serve(end: socket.socket, make_checker: Callable[[], Closable], limits: Limits) -> None:
    asyncio.get_running_loop().set_exception_handler(_on_loop_error)
    desk = _Desk(await Channel.over(end), make_checker, limits)
    await desk.serve()


@dataclass(slots=True)
class _Desk:
    """Takes orders, one after the other."""

    channel: Channel
    make_checker: Callable[[], Closable]
    limits: Limits
    checker: Closable | None = None
    line: Line = field(init=False)
    task: asyncio.Task[None] | None = None

    def __post_init__(self) -> None:
        self.line = Line(self.channel)

    async def serve(self) -> None:
        """Take orders until `Leave`, or until the other end is gone.

        In the latter case the system is about to kill this process, so it begins nothing that it
        would have to finish: workers whose input has ended tidy up after themselves.
        """
        try:
            while not isinstance(order := await self.channel.receive(), Leave):
                self._take(order)
        except EOFError:
            os._exit(1)
        await self._put_away()

    def _take(self, order: Do | Renew | Cancel | Answer) -> None:
        if isinstance(order, Do):
            self.task = asyncio.create_task(self._do(order))
            self.task.add_done_callback(self._say_if_cancelled)
        elif isinstance(order, Renew):
            self.task = asyncio.create_task(self._renew())
        elif isinstance(order, Answer):
            assert self.line.answer is not None
            if not self.line.answer.done():
                self.line.answer.set_result(order.value)
        elif self.task is not None:
            self.task.cancel()

    async def _do(self, order: Do) -> None:
        try:
            async with limited_time(self.limits):
                reply: Done | Failed = await self._reply(order)
        except MemoryError:
            os._exit(NO_MEMORY)
        except Exception as error:
            reply = Failed(portable(error))
        self._send(reply)

    def _say_if_cancelled(self, task: asyncio.Task[None]) -> None:
        """A task that is cancelled before its first step has no chance to say so itself."""
        if task.cancelled():
            self._send(Cancelled())

    async def _reply(self, order: Do) -> Done | Failed:
        if self.checker is None:
            self.checker = self.make_checker()
        line = (self.line,) if order.talks else ()
        result = await order.function(self.checker, *order.arguments, *line)
        return Done(result, self.checker.standing)

    def _send(self, reply: Done | Cancelled | Failed) -> None:
        try:
            self.channel.send(reply)
        except Exception as error:  # the result cannot be pickled
            self.channel.send(Failed(portable(error)))

    async def _renew(self) -> None:
        if self.checker is not None:
            checker, self.checker = self.checker, None
            await checker.aclose()
        self.channel.send(Done(None, Standing()))

    async def _put_away(self) -> None:
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
        if self.checker is not None:
            await self.checker.aclose()


def portable(error: Exception) -> Exception:
    """The exception, or one that says the same, as it can be pickled; with its trace as a note."""
    trace = "".join(traceback.format_exception(error))
    try:
        portable: Exception = pickle.loads(pickle.dumps(error))
    except Exception:
        portable = RuntimeError(f"{type(error).__name__}: {error}")
    portable.add_note(trace)
    return portable


def _on_loop_error(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    if isinstance(context.get("exception"), MemoryError):
        os._exit(NO_MEMORY)
    loop.default_exception_handler(context)


def end_with(parent: int) -> None:
    """End on SIGTERM, not on Ctrl+C, and at once when the process `parent` has ended."""
    signal.set_wakeup_fd(-1)  # A forked process has that of its parent's event loop.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform != "win32":  # Whoever ignores the ends of processes hands that down.
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)

    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)
    else:
        threading.Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def let_go_of_the_terminal() -> None:
    """Read nothing, and print to standard error only: the output is the parent's."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
