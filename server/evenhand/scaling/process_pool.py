"""Do work in several processes of this machine, one for each lane."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import time
from collections.abc import AsyncGenerator, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import connection
from typing import Generic

from evenhand.scaling.lane_process import GRACE, arrive, do_here, leave
from evenhand.scaling.work import R, T, Work

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


async def in_processes(work: Work[T, R], items: Iterable[T], lanes: int) -> AsyncGenerator[R, None]:
    """The results in the order of the items, from `lanes` processes."""
    belt = _Belt(work, iter(items), asyncio.Semaphore(lanes * AHEAD))
    tasks = [asyncio.create_task(_lane(belt)) for _ in range(lanes)]
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
        await asyncio.to_thread(_end_processes)
        await asyncio.gather(*tasks, ended, return_exceptions=True)


async def _lane(belt: _Belt[T, R]) -> None:
    """Take item after item; a process that dies takes only its own item with it."""
    loop = asyncio.get_running_loop()
    work, pool = belt.work, _pool()
    try:
        while (next_item := await belt.take()) is not None:
            item, future = next_item
            try:
                result = await loop.run_in_executor(pool, do_here, work.do, item)
            except BrokenProcessPool:
                await asyncio.to_thread(pool.shutdown)
                pool = _pool()
                result = work.failed(item, "the process that checked it died")
            except Exception as error:
                result = work.failed(item, f"{type(error).__name__}: {error}")
            future.set_result(result)

        with suppress(BrokenProcessPool):
            await loop.run_in_executor(pool, leave)
    finally:
        # At its exit Python wakes the threads of pools, and fails if one is just ending.
        await asyncio.to_thread(pool.shutdown, cancel_futures=True)


def _end_processes() -> None:
    """Ask all lanes to end, and kill those that do not in time."""
    processes = multiprocessing.active_children()
    for process in processes:
        process.terminate()

    deadline = time.monotonic() + GRACE
    for process in processes:
        connection.wait([process.sentinel], max(0.0, deadline - time.monotonic()))
        process.kill()


def _pool() -> ProcessPoolExecutor:
    # Otherwise the new Python would import modules of the current folder before its own.
    os.environ["PYTHONSAFEPATH"] = "1"
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(max_workers=1, mp_context=context, initializer=arrive)
