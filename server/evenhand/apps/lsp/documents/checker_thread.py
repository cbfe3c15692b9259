"""The engine in a thread of its own, so that reading a long file delays no answer."""

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


class Engine(Protocol):
    """What the server asks of `evenhand.check.checking.Checker`."""

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
    """An engine that another thread's event loop drives; it starts with the first check."""

    def __init__(self, factory: Callable[[], Engine]) -> None:
        self._factory = factory
        self._engine: Engine | None = None
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

        Where the caller is cancelled, this returns only when the worker is gone.
        """
        here = asyncio.get_running_loop()
        allowed = functools.cache(lambda: allowances(source))

        def tell(report: FunctionReport) -> None:
            (silenced,), _ = apply_allowances([report], allowed(), judged=False)
            here.call_soon_threadsafe(on_function, silenced)

        return await self._there(lambda: self._current().check(source, path, options, tell, first))

    async def work(self, job: Callable[[Checker], Coroutine[Any, Any, T]]) -> T:
        """Carry out a longer job with the engine; a cancellation reaches it."""
        return await self._there(lambda: job(cast(Checker, self._current())))

    async def restart(self) -> None:
        """End every worker; the next check begins with a new engine."""
        if self._engine is not None:
            engine, self._engine = self._engine, None
            await self._there(engine.aclose)

    @property
    def standing(self) -> Standing | None:
        """What stands around the code that runs; None before the first check."""
        return self._engine.standing if self._engine is not None else None

    def close(self) -> None:
        """End the engine and its thread; waits some seconds at most."""
        loop, thread = self._loop, self._thread
        if loop is None or thread is None or not thread.is_alive():
            return
        asyncio.run_coroutine_threadsafe(self._end(), loop)
        thread.join(CLOSING_SECONDS)

    def _current(self) -> Engine:
        if self._engine is None:
            self._engine = self._factory()
        return self._engine

    async def _end(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)
            if self._engine is not None:
                await self._engine.aclose()
        finally:
            loop.stop()

    def _running_loop(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(
                target=_run, args=(self._loop,), name="evenhand-engine", daemon=True
            )
            self._thread.start()
        return self._loop

    async def _there(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Run `work` in the engine's loop, and pass a cancellation on to it."""
        here = asyncio.get_running_loop()
        there = self._running_loop()
        done: asyncio.Future[T] = here.create_future()
        started: list[asyncio.Task[T]] = []

        def start() -> None:
            task = there.create_task(work())
            started.append(task)
            task.add_done_callback(finish)

        def finish(task: asyncio.Task[T]) -> None:
            if not here.is_closed():
                here.call_soon_threadsafe(_settle, done, task)

        there.call_soon_threadsafe(start)
        try:
            return await asyncio.shield(done)
        except asyncio.CancelledError:
            if not done.done():
                there.call_soon_threadsafe(lambda: started[0].cancel())
                await asyncio.wait([done])
            raise


def _run(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    loop.run_forever()
    loop.close()


def _settle(done: asyncio.Future[T], task: asyncio.Task[T]) -> None:
    if done.cancelled():
        return
    if task.cancelled():
        done.cancel()
    elif (error := task.exception()) is not None:
        done.set_exception(error)
        done.exception()  # Nobody may be left to ask for it.
    else:
        done.set_result(task.result())
