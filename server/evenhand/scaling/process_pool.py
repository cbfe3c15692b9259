"""Do work in several processes of this machine, one for each lane."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Generic

from evenhand.check import mistakes
from evenhand.check.checking import Checker
from evenhand.scaling.engine_process import EngineLostError, EngineProcess
from evenhand.scaling.work import Engine, R, T, Work

AHEAD = 64
"""Most items for each lane that are taken before the oldest of them is done."""


@dataclass(slots=True)
class _Belt(Generic[T, R]):
    """Items on their way through the lanes, with results in the order of the items."""

    work: Work[T, R]
    items: Iterator[T]
    room: asyncio.Semaphore
    """Limits how many items are on the way."""
    results: asyncio.Queue[asyncio.Future[R] | None] = field(default_factory=asyncio.Queue)
    """Of the items in their order; None comes last."""

    async def take(self) -> tuple[T, asyncio.Future[R]] | None:
        """The next item, and the future of its result; None if no item is left."""
        await self.room.acquire()
        for item in self.items:
            result: asyncio.Future[R] = asyncio.get_running_loop().create_future()
            self.results.put_nowait(result)
            return item, result

        self.room.release()
        return None


async def in_processes(
    work: Work[T, R], items: Iterable[T], engine: Engine
) -> AsyncGenerator[R, None]:
    """The results in the order of the items, from a process for each lane."""
    belt = _Belt(work, iter(items), asyncio.Semaphore(engine.lanes * AHEAD))
    lanes = range(engine.lanes)
    tasks = [asyncio.create_task(_lane(belt, engine)) for _ in lanes]
    ended = asyncio.gather(*tasks)
    ended.add_done_callback(lambda _: belt.results.put_nowait(None))

    try:
        while (result := await belt.results.get()) is not None:
            yield await result
            belt.room.release()
        await ended
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, ended, return_exceptions=True)


async def _lane(belt: _Belt[T, R], engine: Engine) -> None:
    """Take item after item; a process that is lost takes only its own item with it."""
    work, process = belt.work, EngineProcess(engine.make_checker, engine.limits)
    try:
        while (next_item := await belt.take()) is not None:
            item, future = next_item
            engine.onlooker.begin(item)
            try:
                result = await process.do(_result, work, item)
            except EngineLostError as lost:
                process = EngineProcess(engine.make_checker, engine.limits)
                result = work.failed(item, lost.explanation)
            engine.onlooker.end(item)
            future.set_result(result)
    finally:
        await process.aclose()


async def _result(checker: Checker, work: Work[T, R], item: T) -> R:
    """The result of one item, in the process of the engine; a bug takes only that item with it."""
    try:
        return await work.do(checker, item)
    except MemoryError:
        raise
    except Exception as error:
        return work.failed(item, mistakes.explained(error))
