"""Writing to the ledger in a thread of its own, so that no answer waits for a disk."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import TypeVar

from evenhand.assistants.ledger.schema import NewerLedgerError
from evenhand.assistants.ledger.store import opened

logger = logging.getLogger(__name__)
T = TypeVar("T")


class Recorder:
    """One thread that does what is asked in the order in which it is asked."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "evenhand-ledger")
        self._open = ExitStack()
        self._connection: sqlite3.Connection | None = None
        self._path: Path | None = None
        self._complained = False

    async def think(self, work: Callable[[], T]) -> T:
        """The result of something that needs no ledger and takes a while."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def ledger(self, path: Path, work: Callable[[sqlite3.Connection], T]) -> T | None:
        """The result of something done to the ledger at `path`; None where it cannot be opened."""
        return await self.think(lambda: self._done(path, work))

    async def close(self) -> None:
        """Wait for what is under way, and let go of the file."""
        await self.think(self._let_go)

    def _done(self, path: Path, work: Callable[[sqlite3.Connection], T]) -> T | None:
        try:
            return work(self._connected(path))
        except (OSError, sqlite3.Error, NewerLedgerError) as error:
            self._let_go()
            if not self._complained:
                logger.warning("Nothing is recorded in %s: %s", path, error)
            self._complained = True
            return None

    def _connected(self, path: Path) -> sqlite3.Connection:
        if self._connection is None or path != self._path:
            self._let_go()
            self._connection, self._path = self._open.enter_context(opened(path)), path
        return self._connection

    def _let_go(self) -> None:
        self._connection = None
        self._open.close()
