"""A few engine processes, for work that comes at any time; one that is lost is replaced."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from contextlib import suppress
from typing import Any, TypeVar

from evenhand.causes import Cause, Explanation
from evenhand.check.checking import Checker
from evenhand.isolation import Standing
from evenhand.scaling.engine_process import EngineLostError, EngineProcess, Listener
from evenhand.scaling.inside_engine import Closable
from evenhand.scaling.limits import DEFAULT_LIMITS, Limits

R = TypeVar("R")


class EnginePool:
    """Hands each piece of work to a process that is free; the others do not wait for it."""

    def __init__(
        self,
        make_checker: Callable[[], Closable] = Checker,
        most: int = 1,
        limits: Limits = DEFAULT_LIMITS,
    ) -> None:
        self.standing: Standing | None = None
        """The isolation in force; None before the first work has ended."""
        self._make_checker = make_checker
        self._limits = limits
        self._room = asyncio.Semaphore(most)
        self._engines: list[EngineProcess] = []
        self._busy: set[EngineProcess] = set()
        self._closed = False
        self._usual: dict[Hashable, EngineProcess] = {}
        """Which process had the last work about a topic, and remembers its reports."""

    def start(self, count: int = 1) -> None:
        """Start so many processes ahead of the work: best before this one starts any thread."""
        for _ in range(count):
            self._engines.append(EngineProcess(self._make_checker, self._limits))

    async def do(
        self,
        function: Callable[..., Coroutine[Any, Any, R]],
        *arguments: Any,
        topic: Hashable = None,
        listener: Listener | None = None,
    ) -> R:
        """As `EngineProcess.do`; work about the same topic goes to the same process if it can."""
        async with self._room:
            if self._closed:
                raise EngineLostError(Explanation(Cause.ENGINE_DIED))
            engine = self._free_engine(topic)
            self._busy.add(engine)
            try:
                return await engine.do(function, *arguments, listener=listener)
            finally:
                self._busy.remove(engine)
                self._take_back(engine)

    async def rest(self) -> None:
        """End the workers of all processes that have nothing to do; their reports stay."""
        await self._with_idle(lambda engine: engine.do(_end_workers))

    async def renew(self) -> None:
        """End every worker; later work begins with new checkers."""
        self.standing = None
        for engine in self._busy:
            engine.kill()
        await self._with_idle(EngineProcess.renew)

    async def aclose(self) -> None:
        """End every process, and wait until all are gone."""
        self._closed = True
        engines, self._engines = self._engines, []
        await asyncio.gather(*(engine.aclose() for engine in engines))

    def close(self) -> None:
        """End every process at once, where no event loop runs any more."""
        self._closed = True
        engines, self._engines = self._engines, []
        for engine in engines:
            engine.kill()

    async def _with_idle(self, do: Callable[[EngineProcess], Awaitable[None]]) -> None:
        """Do something with the processes that are idle, and keep them busy meanwhile."""
        idle = [engine for engine in self._engines if engine not in self._busy]
        self._busy.update(idle)
        await asyncio.gather(*(self._kept_busy(engine, do) for engine in idle))

    async def _kept_busy(
        self, engine: EngineProcess, do: Callable[[EngineProcess], Awaitable[None]]
    ) -> None:
        try:
            async with self._room:
                with suppress(EngineLostError):
                    await do(engine)
        finally:
            self._busy.remove(engine)
            self._take_back(engine)

    def _free_engine(self, topic: Hashable) -> EngineProcess:
        for engine in set(self._engines) - self._busy:
            self._take_back(engine)
        usual = self._usual.get(topic)
        free = [engine for engine in self._engines if engine not in self._busy]
        if usual in free:
            return usual
        if not free:
            self.start()
            free = self._engines[-1:]

        self._usual[topic] = free[0]
        return free[0]

    def _take_back(self, engine: EngineProcess) -> None:
        if engine.alive:
            self.standing = engine.standing or self.standing
        elif engine in self._engines:
            engine.kill()
            self._engines.remove(engine)
            self._usual = {t: e for t, e in self._usual.items() if e is not engine}
            self.start()  # at once, so that the next work need not wait for it


async def _end_workers(checker: Closable) -> None:
    """In the process: its warm workers hold much memory."""
    await checker.aclose()
