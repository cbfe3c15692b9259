"""Between a search, which only asks, and a worker, which only runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from evenhand.check.outcomes.requests import Expect, Open, Outcome, Run, Steps

if TYPE_CHECKING:
    from evenhand.check.sandbox import Worker

T = TypeVar("T")


async def drive(steps: Steps[T], worker: Worker, seconds: float) -> T:
    """Pass each request of `steps` to `worker` and its answer back, until `steps` is done.

    `seconds` bounds one `Open`; the bound on calls is the worker's own.
    """
    current = worker
    answer: Any = None
    while True:
        try:
            request = steps.send(answer)
        except StopIteration as done:
            result: T = done.value
            return result

        match request:
            case Run():
                answer = await _run(request, current)
            case Open():
                current = await _worker_for(request, worker)
                answer = await current.open(
                    request.module, watch=request.watch, deadline=seconds, endless=request.endless
                )
            case Expect(opening):
                other = await _worker_for(opening, worker)
                await other.expect(
                    opening.module, watch=opening.watch, deadline=seconds, endless=opening.endless
                )
                answer = None


async def _worker_for(opening: Open, worker: Worker) -> Worker:
    return await worker.twin() if opening.other_hashes else worker


async def _run(request: Run, worker: Worker) -> list[Outcome]:
    return await worker.run(request.calls, fresh=request.fresh, watched=request.watched)
