"""Do work on an engine: in processes of this machine, or on a cluster."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing

from evenhand.scaling.cluster import on_cluster
from evenhand.scaling.process_pool import in_processes
from evenhand.scaling.work import Engine, R, T, Work


def lanes_for(count: int, wanted: int | None, least: int) -> int:
    """Number of processes for `count` items: `wanted`, or one for each `least` items."""
    worthwhile = min(os.cpu_count() or 1, count // least)
    return max(1, min(wanted or worthwhile, count))


async def each(work: Work[T, R], items: Iterable[T], engine: Engine) -> AsyncGenerator[R, None]:
    """The results in the order of the items, which are taken only as fast as they are done.

    Closing the iterator, or cancelling its task, ends all processes that it started. Raises
    `EngineError` if the engine cannot be used.
    """
    async with aclosing(_results(work, items, engine)) as results:
        async for result in results:
            yield result


def _results(work: Work[T, R], items: Iterable[T], engine: Engine) -> AsyncGenerator[R, None]:
    if engine.address:
        return on_cluster(work, items, engine.address)
    return in_processes(work, items, engine)
