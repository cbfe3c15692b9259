"""A semaphore whose urgent waiters go first."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class PrioritySemaphore:
    """Like `asyncio.Semaphore`, with one queue for urgent waiters and one for all others."""

    def __init__(self, slots: int) -> None:
        self._free = slots
        self._urgent: deque[asyncio.Future[None]] = deque()
        self._ordinary: deque[asyncio.Future[None]] = deque()

    @asynccontextmanager
    async def slot(self, *, urgent: bool) -> AsyncIterator[None]:
        """Wait for a slot, and give it back at the end of the block."""
        await self._acquire(self._urgent if urgent else self._ordinary)
        try:
            yield
        finally:
            self._release()

    async def _acquire(self, queue: deque[asyncio.Future[None]]) -> None:
        if self._free:
            self._free -= 1
            return

        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            granted = turn.done() and not turn.cancelled()
            if granted:  # the slot was handed over after the cancellation: pass it on
                self._release()
            raise

    def _release(self) -> None:
        for queue in (self._urgent, self._ordinary):
            while queue:
                turn = queue.popleft()
                if not turn.done():
                    turn.set_result(None)
                    return

        self._free += 1
