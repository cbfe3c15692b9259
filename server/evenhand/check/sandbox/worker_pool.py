"""A bounded number of warm workers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from evenhand.check.sandbox.warm_worker import Limits, Worker, noon
from evenhand.isolation import Isolation, Standing


@dataclass(slots=True)
class WorkerPool:
    """Warm workers, lent one at a time; one that died is replaced."""

    size: int = 1
    limits: Limits = field(default_factory=Limits)
    standing: Standing = field(default_factory=Standing)
    """The isolation around the last worker that was started."""
    _idle: list[Worker] = field(default_factory=list)
    _lent: list[Worker] = field(default_factory=list)
    _slots: asyncio.Semaphore | None = None

    @asynccontextmanager
    async def worker(
        self, python: str, isolation: Isolation = Isolation.AUTO
    ) -> AsyncIterator[Worker]:
        """Lend a worker of this interpreter; a cancelled borrower's worker is killed."""
        if self._slots is None:
            self._slots = asyncio.Semaphore(self.size)

        async with self._slots:
            worker = await self._take(python, isolation)
            self._lent.append(worker)
            try:
                yield worker
            except BaseException:
                worker.kill()
                raise
            finally:
                await self._take_back(worker)

    async def aclose(self) -> None:
        """End all workers, also those that are lent."""
        for worker in self._lent:
            worker.kill()
        while self._idle:
            await self._idle.pop().aclose()

    async def _take(self, python: str, isolation: Isolation) -> Worker:
        """An idle worker of this interpreter; if there is none, a new one in place of another."""
        suitable = [w for w in self._idle if (w.python, w.wanted) == (python, isolation)]
        for worker in suitable:
            self._idle.remove(worker)
            if not worker.process.has_ended:
                worker.now = noon()
                return worker
            await worker.aclose()

        while self._idle and len(self._idle) + len(self._lent) >= self.size:
            await self._idle.pop(0).aclose()

        worker = await Worker.start(python, self.limits, isolation=isolation)
        self.standing = worker.standing
        return worker

    async def _take_back(self, worker: Worker) -> None:
        """Keep a worker for the next borrower, unless it was killed."""
        self._lent.remove(worker)
        if worker.alive:
            self._idle.append(worker)
        else:
            await asyncio.shield(worker.aclose())
