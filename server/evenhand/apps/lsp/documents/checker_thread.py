"""The checker in a thread of its own, so that reading a long file delays no answer."""

from __future__ import annotations

import asyncio
import functools
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

from evenhand.check.checking import Checker, Lines
from evenhand.check.reading.allowances import allowances
from evenhand.check.verdicts import apply_allowances
from evenhand.findings import FileReport, FunctionReport
from evenhand.isolation import Standing
from evenhand.options import CheckOptions

T = TypeVar("T")
OnFunction = Callable[[FunctionReport], None]
CLOSING_SECONDS = 5.0


class TextChecker(Protocol):
    """What the server needs of `evenhand.check.checking.Checker`."""

    async def check(
        self,
        source: str,
        path: Path,
        options: CheckOptions,
        on_function: OnFunction | None = None,
        first: Lines | None = None,
    ) -> FileReport: ...

    async def aclose(self) -> None: ...

    @property
    def standing(self) -> Standing: ...


class CheckerThread:
    """A checker that another thread's event loop drives; it is made for the first check."""

    def __init__(self, factory: Callable[[], TextChecker]) -> None:
        self._factory = factory
        self._checker: TextChecker | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    async def check(
        self,
        source: str,
        path: Path,
        options: CheckOptions,
        on_function: OnFunction,
        first: Lines | None = None,
    ) -> FileReport:
        """Check `source`; `on_function` is called in the caller's own event loop.

        If the caller is cancelled, this returns only when the worker is gone.
        """
        callers_loop = asyncio.get_running_loop()
        allowed = functools.cache(lambda: allowances(source))

        def report_function(report: FunctionReport) -> None:
            (silenced,), _ = apply_allowances([report], allowed(), judged=False)
            callers_loop.call_soon_threadsafe(on_function, silenced)

        return await self._run_there(
            lambda: self._current().check(source, path, options, report_function, first)
        )

    async def work(self, job: Callable[[Checker], Coroutine[Any, Any, T]]) -> T:
        """Carry out a longer job with the checker; a cancellation reaches it."""
        return await self._run_there(lambda: job(cast(Checker, self._current())))

    async def restart(self) -> None:
        """End every worker; the next check begins with a new checker."""
        if self._checker is not None:
            checker, self._checker = self._checker, None
            await self._run_there(checker.aclose)

    @property
    def standing(self) -> Standing | None:
        """The isolation in force; None before the first check."""
        return self._checker.standing if self._checker is not None else None

    def close(self) -> None:
        """End the checker and its thread; waits at most `CLOSING_SECONDS`."""
        loop, thread = self._loop, self._thread
        if loop is None or thread is None or not thread.is_alive():
            return
        asyncio.run_coroutine_threadsafe(self._end(), loop)
        thread.join(CLOSING_SECONDS)

    def _current(self) -> TextChecker:
        if self._checker is None:
            self._checker = self._factory()
        return self._checker

    async def _end(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)

            if self._checker is not None:
                await self._checker.aclose()
        finally:
            loop.stop()

    def _running_loop(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(
                target=_run_loop, args=(self._loop,), name="evenhand-checker", daemon=True
            )
            self._thread.start()
        return self._loop

    async def _run_there(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Run `work` in the checker's loop, and pass a cancellation on to it."""
        here, there = asyncio.get_running_loop(), self._running_loop()
        outcome: asyncio.Future[T] = here.create_future()
        started: list[asyncio.Task[T]] = []

        def start() -> None:
            task = there.create_task(work())
            started.append(task)
            task.add_done_callback(finish)

        def finish(task: asyncio.Task[T]) -> None:
            if not here.is_closed():
                here.call_soon_threadsafe(_settle, outcome, task)

        there.call_soon_threadsafe(start)
        try:
            return await asyncio.shield(outcome)
        except asyncio.CancelledError:
            if not outcome.done():
                there.call_soon_threadsafe(lambda: started[0].cancel())
                await asyncio.wait([outcome])
            raise


def _run_loop(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    loop.run_forever()
    loop.close()


def _settle(outcome: asyncio.Future[T], task: asyncio.Task[T]) -> None:
    """Give the future of one thread the result of a task in another."""
    if outcome.cancelled():
        return

    if task.cancelled():
        outcome.cancel()
    elif (error := task.exception()) is not None:
        outcome.set_exception(error)
        outcome.exception()  # a caller that is gone never asks, and asyncio would complain
    else:
        outcome.set_result(task.result())
