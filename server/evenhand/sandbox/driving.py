"""Between probing, which only asks, and a worker, which only runs."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, TypeVar

from evenhand.probing.runs import Open, Run

if TYPE_CHECKING:
    from evenhand.sandbox import Worker

T = TypeVar("T")


async def drive(steps: Generator[Open | Run, Any, T], worker: Worker, seconds: float) -> T:
    """Pass each request of `steps` to `worker` and its answer back, until `steps` is done.

    `seconds` bounds one `Open`; the bound on calls is the worker's own.
    """
    answer: Any = None
    while True:
        try:
            request = steps.send(answer)
        except StopIteration as done:
            result: T = done.value
            return result
        if isinstance(request, Open):
            answer = await worker.open(request.module, watch=request.watch, deadline=seconds)
        else:
            answer = await worker.run(request.calls, fresh=request.fresh)
