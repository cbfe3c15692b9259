"""Work on a cluster of Dask Distributed, which is no dependency and is imported when it is needed.

Dask places the work, sends it again when a worker is lost, and shows it on its dashboard. What is
sent ahead is limited, so that neither the scheduler nor this process holds a whole data set.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from evenhand import __version__
from evenhand.scaling.cluster_worker import do_there, leave_there, version_there
from evenhand.scaling.work import EngineError, R, T, Work

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

AHEAD = 32
"""Items for each thread of the cluster that are sent before the oldest result is back."""
PATIENCE = 30
"""Seconds to reach the scheduler, and for the first worker to be there."""
MISSING = "a cluster needs Dask: pip install 'evenhand[cluster]'"


async def on_cluster(work: Work[T, R], items: Iterable[T], address: str) -> AsyncGenerator[R, None]:
    """The results in the order of the items; raises `EngineError`."""
    async with _connected(address) as client:
        sent: deque[tuple[T, Any]] = deque()
        most = AHEAD * sum((await client.nthreads()).values())
        for item in items:
            sent.append((item, client.submit(do_there, work.do, item, pure=False)))
            if len(sent) >= most:
                yield await _result(work, *sent.popleft())
        while sent:
            yield await _result(work, *sent.popleft())


async def _result(work: Work[T, R], item: T, future: Any) -> R:
    from distributed import KilledWorker

    try:
        done: R = await future.result()
    except KilledWorker:
        return work.failed(item, "every process that checked it died")
    except Exception as error:
        return work.failed(item, f"{type(error).__name__}: {error}")
    return done


@asynccontextmanager
async def _connected(address: str) -> AsyncIterator[Any]:
    try:
        from distributed import Client
    except ImportError as error:
        raise EngineError(MISSING) from error
    try:
        client: Any = await Client(address, asynchronous=True, timeout=PATIENCE)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise EngineError(f"there is no scheduler of Dask at {address} ({error})") from error
    async with client:
        await _ready(client, address)
        try:
            yield client
        finally:
            await client.run(leave_there, on_error="ignore")


async def _ready(client: Any, address: str) -> None:
    """Wait for a worker; raises `EngineError` where there is none, or one cannot do the work."""
    try:
        await client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError as error:
        raise EngineError(f"the scheduler at {address} has no workers") from error
    try:
        versions = await client.run(version_there)
    except Exception as error:
        raise EngineError(f"its workers cannot import Evenhand ({error})") from error
    for worker, version in versions.items():
        if version != __version__:
            raise EngineError(f"{worker} has Evenhand {version}, and this is {__version__}")
