"""Work that lasts: after a while the user hears that it goes on in the background."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from evenhand.apps.lsp.server import EvenhandServer
from evenhand.apps.lsp.user_questions import tell_user


@dataclass(slots=True)
class Patience:
    """Whether somebody still waits for some work."""

    is_over: bool = False


@asynccontextmanager
async def patience(server: EvenhandServer, sentence: str) -> AsyncIterator[Patience]:
    """Tell the user the `sentence` once the work within has lasted too long to wait for it."""
    waiting = Patience()

    def give_up() -> None:
        waiting.is_over = True
        tell_user(server, sentence)

    seconds = server.session.settings.timing.foreground
    timer = asyncio.get_running_loop().call_later(seconds, give_up)
    try:
        yield waiting
    finally:
        timer.cancel()
