"""Many pieces of work at once: one process per lane."""

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
"""Items for each lane that may be taken before the one whose result is waited for is done."""


@dataclass(slots=True)
class _Belt(Generic[T, R]):
    """Items on their way through the lanes, results in the order of the items."""

    work: Work[T, R]
    items: Iterator[T]
    room: asyncio.Semaphore
    results: asyncio.Queue[asyncio.Future[R] | None] = field(default_factory=asyncio.Queue)

    async def take(self) -> tuple[T, asyncio.Future[R]] | None:
        """The next item, and where its result goes; None where no item is left."""
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
        while (taken := await belt.take()) is not None:
            item, result = taken
            try:
                done = await loop.run_in_executor(pool, do_here, work.do, item)
            except BrokenProcessPool:
                await asyncio.to_thread(pool.shutdown)
                pool, done = _pool(), work.failed(item, "the process that checked it died")
            except Exception as error:
                done = work.failed(item, f"{type(error).__name__}: {error}")
            result.set_result(done)
        with suppress(BrokenProcessPool):
            await loop.run_in_executor(pool, leave)
    finally:
        # Python wakes the threads of pools that are left, and complains of one that is just ending.
        await asyncio.to_thread(pool.shutdown, cancel_futures=True)


def _end_processes() -> None:
    """Tell all lanes to end, and end those that do not."""
    processes = multiprocessing.active_children()
    for process in processes:
        process.terminate()
    deadline = time.monotonic() + GRACE
    for process in processes:
        connection.wait([process.sentinel], max(0.0, deadline - time.monotonic()))
        process.kill()


def _pool() -> ProcessPoolExecutor:
    # A new Python would look for its own modules in the current folder first.
    os.environ["PYTHONSAFEPATH"] = "1"
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(max_workers=1, mp_context=context, initializer=arrive)
