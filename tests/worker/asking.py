"""Short ways to ask a worker."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import Protocol

from evenhand.check.outcomes.requests import Call, Module, Outcome
from evenhand.check.sandbox import Limits, Worker
from evenhand.isolation import Isolation


class Lend(Protocol):
    """Gives a worker with some limits for a while."""

    def __call__(
        self, limits: Limits, isolation: Isolation = Isolation.AUTO
    ) -> AbstractAsyncContextManager[Worker]: ...


async def outcomes(worker: Worker, code: str, *calls: str, fresh: bool = False) -> list[Outcome]:
    """What calls of `code` give, one after another in one process."""
    loaded = await worker.open(Module(code, "subject.py"))
    assert loaded.problem is None
    return await worker.run([Call(c) for c in calls], fresh=fresh)


async def outcome(worker: Worker, code: str, call: str = "f()") -> Outcome:
    return (await outcomes(worker, code, call))[0]
