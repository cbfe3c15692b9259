"""An engine in a process of its own, as the process that started it sees it.

Reading is done there: a text that takes too long, or too much memory, ends that process and
nothing else. Workers end with it.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import socket
from collections.abc import Callable, Coroutine
from contextlib import suppress
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from evenhand.causes import Explanation
from evenhand.check.checking import Checker
from evenhand.check.sentences import explain
from evenhand.isolation import Standing
from evenhand.scaling.channel import Channel
from evenhand.scaling.inside_engine import Closable, main
from evenhand.scaling.limits import DEFAULT_LIMITS, Limits
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

R = TypeVar("R")
SAFE_PATH = "PYTHONSAFEPATH"
"""Set, a Python imports nothing from the folder that it is started in."""
GRACE = 2.0
"""Seconds that an engine has to cancel its work, or to end, before it is killed."""


class EngineLostError(Exception):
    """The process ended before its work did; the message is a clause."""

    def __init__(self, explanation: Explanation) -> None:
        super().__init__(explanation)
        self.explanation = explanation

    def __str__(self) -> str:
        return explain(self.explanation)


class Listener:
    """Hears what work that talks has to say; this one hears nothing."""

    def hear(self, event: Any) -> None:
        """Take an event."""

    async def answer(self, question: Any) -> Any:
        """The answer to a question."""


class EngineProcess:
    """Does one piece of work at a time; once it is lost or closed, it does no more."""

    def __init__(
        self, make_checker: Callable[[], Closable] = Checker, limits: Limits = DEFAULT_LIMITS
    ) -> None:
        self.standing: Standing | None = None
        """The isolation in force; None before the first work has ended."""
        self.lost = False
        self._limits = limits
        self._socket, theirs = socket.socketpair()
        self._channel: Channel | None = None
        self._listening: asyncio.Task[None] | None = None
        self._messages: asyncio.Queue[Any] = asyncio.Queue()
        """What the engine says; None comes last."""

        method = start_method()
        other_end = self._socket if method == "fork" else None
        self._process = multiprocessing.get_context(method).Process(  # type: ignore[attr-defined]
            target=main,
            args=(theirs, other_end, os.getpid(), make_checker, self._limits),
            daemon=True,
        )
        start(self._process)
        theirs.close()

    async def do(
        self,
        function: Callable[..., Coroutine[Any, Any, R]],
        *arguments: Any,
        listener: Listener | None = None,
    ) -> R:
        """The result of `function`, called with the checker and the arguments.

        With a `listener`, it gets a `Line` to it as well. Raises what the function raises, and
        `EngineLostError`. If the caller is cancelled, this returns only when nothing of the work
        runs any more.
        """
        order = Do(function, arguments, listener is not None)
        return await self._outcome(order, listener or Listener())  # type: ignore[no-any-return]

    async def renew(self) -> None:
        """End the workers; the next work begins with a new checker."""
        await self._outcome(Renew(), Listener())
        self.standing = None

    @property
    def alive(self) -> bool:
        """Whether it can work: it may have died without having been asked for anything."""
        return not self.lost and self._process.is_alive()

    def kill(self) -> None:
        """End the process at once."""
        self.lost = True
        self._process.kill()

    async def aclose(self) -> None:
        """End the process, and wait until it is gone."""
        if self._channel is not None and not self.lost:
            self._channel.send(Leave())
            assert self._listening is not None
            await asyncio.wait([self._listening], timeout=GRACE)
        self.kill()
        self._put_away()

    async def _outcome(self, order: Do | Renew, listener: Listener) -> Any:
        if self.lost:
            raise EngineLostError(self._why_lost())
        try:
            channel = await self._opened()
            channel.send(order)
            return await self._next_outcome(channel, listener)
        except asyncio.CancelledError:
            await _to_its_end(asyncio.create_task(self._cancel()))
            raise

    async def _opened(self) -> Channel:
        if self._channel is None:
            self._channel = await Channel.over(self._socket)
            self._listening = asyncio.create_task(self._listen(self._channel))
        return self._channel

    async def _listen(self, channel: Channel) -> None:
        try:
            while True:
                self._messages.put_nowait(await channel.receive())
        except EOFError:
            self.lost = True
            self._messages.put_nowait(None)
            channel.close()

    async def _next_outcome(self, channel: Channel, listener: Listener) -> Any:
        while True:
            message = await self._messages.get()
            if isinstance(message, Done):
                self.standing = message.standing
                return message.result
            if isinstance(message, Failed):
                raise message.error
            if isinstance(message, Cancelled):
                raise asyncio.CancelledError
            if isinstance(message, Told):
                listener.hear(message.event)
            elif isinstance(message, Asked):
                channel.send(Answer(await listener.answer(message.question)))
            else:
                raise EngineLostError(self._why_lost())

    async def _cancel(self) -> None:
        """Have the work cancelled; a process that does not hear that is killed."""
        if self._channel is None or self.lost:
            self.kill()
            return

        self._channel.send(Cancel())
        try:
            async with asyncio.timeout(GRACE):
                while not isinstance(await self._messages.get(), Done | Failed | Cancelled | None):
                    pass
        except TimeoutError:
            self.kill()

    def _why_lost(self) -> Explanation:
        self.kill()
        self._put_away()
        return self._limits.why_ended(self._process.exitcode)

    def _put_away(self) -> None:
        self._process.join()
        if self._listening is not None:
            self._listening.cancel()
        if self._channel is not None:
            self._channel.close()
        else:
            self._socket.close()


async def _to_its_end(task: asyncio.Task[None]) -> None:
    """Wait for a task, even if whoever waits is cancelled once more."""
    while not task.done():
        with suppress(asyncio.CancelledError):
            await asyncio.shield(task)


def start_method() -> str:
    """How to start a process: a copy of this one where that is safe, else from scratch."""
    if hasattr(os, "fork") and _has_one_thread():
        return "fork"
    return "spawn"


def start(process: BaseProcess) -> None:
    """Start a process, whose Python imports no modules of the current folder before its own."""
    before = os.environ.get(SAFE_PATH)
    os.environ[SAFE_PATH] = "1"
    try:
        process.start()
    finally:
        if before is None:
            del os.environ[SAFE_PATH]
        else:
            os.environ[SAFE_PATH] = before


def _has_one_thread() -> bool:
    """Whether Linux says that this process has one thread: others do not survive a fork."""
    try:
        return len(os.listdir("/proc/self/task")) == 1
    except OSError:
        return False
