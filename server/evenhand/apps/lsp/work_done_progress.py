"""Shows the progress of long work in the editor."""

from __future__ import annotations

import asyncio
import logging
import uuid
from concurrent.futures import Future
from types import TracebackType
from typing import Any, Self

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from evenhand.apps.lsp.markup import message

logger = logging.getLogger(__name__)

PATIENCE_SECONDS = 2.0
"""How long work lasts before it is shown."""


class LongWork:
    """Shows the progress of the current task; cancelling it in the editor cancels the task.

    Use it as `async with LongWork(...) as work`. Without a `percentage` to begin with, it shows
    only that something is going on.
    """

    def __init__(
        self,
        server: LanguageServer,
        title: str,
        patience: float = PATIENCE_SECONDS,
        percentage: int | None = None,
    ) -> None:
        window = server.client_capabilities.window
        self._possible = bool(window and window.work_done_progress)
        self._progress = server.work_done_progress
        self._title = message(title)
        self._patience = patience
        self._percentage = percentage
        self._token: str | None = None
        self._opening: asyncio.Task[None] | None = None
        self._last: types.WorkDoneProgressReport | None = None

    async def __aenter__(self) -> Self:
        worker = asyncio.current_task()
        if self._possible and worker is not None:
            self._opening = asyncio.create_task(self._open(worker))
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._opening is not None:
            self._opening.cancel()
        if self._token is not None:
            self._progress.end(self._token, types.WorkDoneProgressEnd())
            self._progress.tokens.pop(self._token, None)

    def report(self, text: str, percentage: int | None = None) -> None:
        """Show how far the work is, now or once the progress is visible."""
        self._last = types.WorkDoneProgressReport(message=message(text), percentage=percentage)
        if self._token is not None:
            self._progress.report(self._token, self._last)

    async def _open(self, worker: asyncio.Task[object]) -> None:
        await asyncio.sleep(self._patience)

        token = str(uuid.uuid4())
        try:
            # A cancelled request would make pygls fail when the client's answer arrives.
            await asyncio.shield(self._progress.create_async(token))
        except Exception:
            logger.warning("The editor shows no progress of %r", self._title, exc_info=True)
            return

        def pass_on(ended: Future[Any]) -> None:
            if ended.cancelled():
                worker.cancel()

        self._progress.tokens[token].add_done_callback(pass_on)
        self._token = token
        start = types.WorkDoneProgressBegin(
            title=self._title, cancellable=True, percentage=self._percentage
        )
        self._progress.begin(token, start)
        if self._last is not None:
            self._progress.report(token, self._last)
