"""Writes to the ledger in a thread of its own, so that no answer waits for a disk."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import TypeVar

from evenhand.assistants.ledger.store import ASIDE_SECONDS, ERRORS, opened

logger = logging.getLogger(__name__)
T = TypeVar("T")
REST_SECONDS = 30.0
"""How long a ledger is let be that could not be read or written: others may wait for the thread."""


class LedgerThread:
    """One thread that does one piece of work after the other, in the order of the requests."""

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(1, "evenhand-ledger")
        self._open = ExitStack()
        self._connection: sqlite3.Connection | None = None
        self._path: Path | None = None
        self._warned = False
        self._rests: tuple[Path, float] | None = None
        """The ledger that is let be, and until when."""

    async def run(self, work: Callable[[], T]) -> T:
        """Do work that takes a while and needs no ledger."""
        return await asyncio.get_running_loop().run_in_executor(self._executor, work)

    async def with_ledger(self, path: Path, work: Callable[[sqlite3.Connection], T]) -> T | None:
        """Do work with the ledger at `path`; None if it cannot be read or written."""
        return await self.run(lambda: self._attempt(path, work))

    async def close(self) -> None:
        """Wait for the work under way, and close the file."""
        await self.run(self._disconnect)

    def _attempt(self, path: Path, work: Callable[[sqlite3.Connection], T]) -> T | None:
        if self._rests is not None and self._rests[0] == path and time.monotonic() < self._rests[1]:
            return None
        try:
            return work(self._connect(path))
        except ERRORS as error:
            self._disconnect()
            self._rests = path, time.monotonic() + REST_SECONDS
            if not self._warned:
                logger.warning("Nothing is recorded in %s: %s", path, error)
            self._warned = True
            return None

    def _connect(self, path: Path) -> sqlite3.Connection:
        if self._connection is None or path != self._path:
            self._disconnect()
            self._connection = self._open.enter_context(opened(path, ASIDE_SECONDS))
            self._path = path
        return self._connection

    def _disconnect(self) -> None:
        self._connection = None
        self._open.close()
