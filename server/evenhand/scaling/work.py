"""Work that can be done anywhere, and the door to whoever does it."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from evenhand.check.checking import Checker

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Work(Generic[T, R]):
    """What is to be done with each item. It travels to other processes: name module functions."""

    do: Callable[[Checker, T], Coroutine[Any, Any, R]]
    failed: Callable[[T, str], R]
    """The result for an item whose process died or that Evenhand failed on, and why."""


@dataclass(frozen=True, slots=True)
class Engine:
    """Who does the work."""

    lanes: int = 1
    """Processes on this machine, where there is no `address`."""
    address: str = ""
    """A scheduler of Dask, such as `tcp://10.0.0.1:8786`."""


HERE = Engine()
"""This process."""


class EngineError(Exception):
    """Why an engine cannot be used, in one sentence for the user."""


def lanes_for(count: int, wanted: int | None, least: int) -> int:
    """How many processes are worth it for so many items; fewer than `least` do not pay for one."""
    pays_off = min(os.cpu_count() or 1, count // least)
    return max(1, min(wanted or pays_off, count))


async def each(work: Work[T, R], items: Iterable[T], engine: Engine) -> AsyncGenerator[R, None]:
    """The results in the order of the items, which are taken only as fast as they are done.

    Closing the iterator, or cancelling its task, ends all that it started.
    """
    async with aclosing(_chosen(work, items, engine)) as results:
        async for result in results:
            yield result


def _chosen(work: Work[T, R], items: Iterable[T], engine: Engine) -> AsyncGenerator[R, None]:
    if engine.address:
        from evenhand.scaling.cluster import on_cluster

        return on_cluster(work, items, engine.address)
    if engine.lanes == 1:
        return _here(work, items)
    from evenhand.scaling.process_pool import in_processes

    return in_processes(work, items, engine.lanes)


async def _here(work: Work[T, R], items: Iterable[T]) -> AsyncGenerator[R, None]:
    async with Checker() as checker:
        for item in items:
            yield await work.do(checker, item)
