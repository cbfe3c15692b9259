"""An event loop for a Python that has no files to wait for: it runs what is ready."""

from __future__ import annotations

import asyncio
import asyncio.events
from typing import Any


class WaitingLoop(asyncio.BaseEventLoop):
    """Tasks and timers; nothing comes from outside."""

    def __init__(self) -> None:
        super().__init__()
        self._selector = _Nothing()

    def _process_events(self, events: list[Any]) -> None:
        """There are none."""

    def _write_to_self(self) -> None:
        """Nobody else could wake it."""


class _Nothing:
    """What an event loop asks for the files that are ready."""

    def select(self, timeout: float | None) -> list[Any]:
        return []


def install() -> None:
    """Let `asyncio.run` and its like use this loop, and not that of a browser."""
    events: Any = asyncio.events
    base = events._BaseDefaultEventLoopPolicy
    policy = type("WaitingPolicy", (base,), {"_loop_factory": WaitingLoop})
    events._set_event_loop_policy(policy())
    events._set_running_loop(None)
    asyncio.run = asyncio.runners.run
