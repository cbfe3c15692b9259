"""Do work on a cluster of Dask Distributed, which is optional and imported on use.

Dask distributes the work, sends it again when a worker is lost, and shows it on its dashboard. Few
items are sent ahead, so that neither the scheduler nor this process holds a whole data set.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from evenhand import __version__
from evenhand.causes import Cause, Explanation
from evenhand.check import mistakes
from evenhand.scaling.cluster_worker import do_on_cluster, end_workers, installed_version
from evenhand.scaling.work import EngineError, R, T, Work

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

AHEAD = 32
"""Most items for each thread of the cluster whose results are not back."""
PATIENCE = 30
"""Seconds to wait for the scheduler, and for its first worker."""
MISSING = "a cluster needs Dask: pip install 'evenhand[cluster]'"


async def on_cluster(work: Work[T, R], items: Iterable[T], address: str) -> AsyncGenerator[R, None]:
    """The results in the order of the items; raises `EngineError`."""
    async with _connected(address) as client:
        pending: deque[tuple[T, Any]] = deque()
        threads = sum((await client.nthreads()).values())

        for item in items:
            future = client.submit(do_on_cluster, work.do, item, pure=False)
            pending.append((item, future))
            if len(pending) >= AHEAD * threads:
                yield await _result(client, work, *pending.popleft())
        while pending:
            yield await _result(client, work, *pending.popleft())


async def _result(client: Any, work: Work[T, R], item: T, future: Any) -> R:
    """What came of an item, done once more if it is said to have killed its workers.

    It may only have been beside another one that does.
    """
    from distributed import KilledWorker

    again = partial(client.submit, do_on_cluster, work.do, item, pure=False)
    try:
        try:
            result: R = await future.result()
        except KilledWorker:
            result = await again()
    except KilledWorker:
        return work.failed(item, Explanation(Cause.ENGINE_DIED))
    except Exception as error:
        return work.failed(item, mistakes.explained(error))
    return result


@asynccontextmanager
async def _connected(address: str) -> AsyncIterator[Any]:
    """A client of the scheduler; raises `EngineError`."""
    try:
        from distributed import Client
    except ImportError as error:
        raise EngineError(MISSING) from error

    try:
        client: Any = await Client(address, asynchronous=True, timeout=PATIENCE)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise EngineError(f"there is no Dask scheduler at {address} ({error})") from error

    async with client:
        await _wait_until_ready(client, address)
        try:
            yield client
        finally:
            await client.run(end_workers, on_error="ignore")


async def _wait_until_ready(client: Any, address: str) -> None:
    """Wait for a worker; raises `EngineError` if none comes, or one cannot do the work."""
    try:
        await client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError as error:
        raise EngineError(f"the scheduler at {address} has no workers") from error

    try:
        versions = await client.run(installed_version)
    except Exception as error:
        raise EngineError(f"its workers cannot import Evenhand ({error})") from error

    for worker, version in versions.items():
        if version != __version__:
            raise EngineError(f"{worker} has Evenhand {version}, and this is {__version__}")
