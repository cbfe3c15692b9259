"""Many files at once: one process per lane, results in the order of the jobs."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import time
from collections.abc import AsyncGenerator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import aclosing, suppress
from multiprocessing import connection

from evenhand.checking import Checker
from evenhand.cli.jobs import Checked, Job, check_job, failed
from evenhand.cli.lane_process import GRACE, arrive, check_here, leave


async def check_all(jobs: Sequence[Job], lanes: int) -> AsyncGenerator[Checked, None]:
    """Check `jobs` with `lanes` of them at once, and yield the results in their order.

    Closing the iterator, or cancelling its task, ends every process that it started.
    """
    results = _in_this_process(jobs) if lanes == 1 else _in_processes(jobs, lanes)
    async with aclosing(results):
        async for checked in results:
            yield checked


async def _in_this_process(jobs: Sequence[Job]) -> AsyncGenerator[Checked, None]:
    async with Checker() as checker:
        for job in jobs:
            yield await check_job(checker, job)


async def _in_processes(jobs: Sequence[Job], lanes: int) -> AsyncGenerator[Checked, None]:
    loop = asyncio.get_running_loop()
    results: list[asyncio.Future[Checked]] = [loop.create_future() for _ in jobs]
    queue = iter(zip(jobs, results, strict=True))
    tasks = [asyncio.create_task(_lane(queue)) for _ in range(lanes)]
    try:
        for result in results:
            yield await result
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.to_thread(_end_processes)
        await asyncio.gather(*tasks, return_exceptions=True)


async def _lane(queue: Iterator[tuple[Job, asyncio.Future[Checked]]]) -> None:
    """Take job after job; a process that dies takes only its own job with it."""
    loop = asyncio.get_running_loop()
    pool = _pool()
    try:
        for job, result in queue:
            try:
                checked = await loop.run_in_executor(pool, check_here, job)
            except BrokenProcessPool:
                pool.shutdown(wait=False)
                pool, checked = _pool(), failed(job, "the process that checked it died")
            except Exception as error:
                checked = failed(job, f"{type(error).__name__}: {error}")
            result.set_result(checked)
        with suppress(BrokenProcessPool):
            await loop.run_in_executor(pool, leave)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


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
