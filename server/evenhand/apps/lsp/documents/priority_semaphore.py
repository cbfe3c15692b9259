"""A door through which a few go at a time, and whoever is in a hurry goes first."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Gate:
    """Like `asyncio.Semaphore`, with two queues."""

    def __init__(self, slots: int) -> None:
        self._free = slots
        self._hurried: deque[asyncio.Future[None]] = deque()
        self._waiting: deque[asyncio.Future[None]] = deque()

    @asynccontextmanager
    async def entered(self, hurried: bool) -> AsyncIterator[None]:
        """Wait for a slot, and give it back."""
        await self._enter(self._hurried if hurried else self._waiting)
        try:
            yield
        finally:
            self._leave()

    async def _enter(self, queue: deque[asyncio.Future[None]]) -> None:
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave()  # the slot was given to somebody who does not want it any more
            raise

    def _leave(self) -> None:
        for queue in (self._hurried, self._waiting):
            while queue:
                turn = queue.popleft()
                if not turn.done():
                    turn.set_result(None)
                    return
        self._free += 1
