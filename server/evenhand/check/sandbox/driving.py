"""Between probing, which only asks, and a worker, which only runs."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, TypeVar

from evenhand.check.probing.requests import Open, Outcome, Run

if TYPE_CHECKING:
    from evenhand.check.sandbox import Worker

T = TypeVar("T")


async def drive(steps: Generator[Open | Run, Any, T], worker: Worker, seconds: float) -> T:
    """Pass each request of `steps` to `worker` and its answer back, until `steps` is done.

    `seconds` bounds one `Open`; the bound on calls is the worker's own.
    """
    twin: Worker | None = None
    current = worker
    answer: Any = None
    try:
        while True:
            try:
                request = steps.send(answer)
            except StopIteration as done:
                result: T = done.value
                return result

            if isinstance(request, Run):
                answer = await _run(request, current)
                continue

            current = worker
            if request.other_hashes:
                twin = current = twin or await worker.twin()
                twin.files = worker.files
            answer = await current.open(
                request.module, watch=request.watch, deadline=seconds, endless=request.endless
            )
    finally:
        if twin is not None:
            await twin.aclose()


async def _run(request: Run, worker: Worker) -> list[Outcome]:
    return await worker.run(request.calls, fresh=request.fresh, watched=request.watched)
