"""The server object: pygls's, with a session, and with errors that stay in the log."""

from __future__ import annotations

import asyncio
import functools
import logging
import os
import uuid
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.exceptions import JsonRpcRequestCancelled
from pygls.lsp.server import LanguageServer

from evenhand import __version__
from evenhand.apps.lsp.documents.checker_thread import CLOSING_SECONDS, CheckerThread, Engine
from evenhand.apps.lsp.documents.checks import Status
from evenhand.apps.lsp.documents.session import Session
from evenhand.apps.lsp.documents.text_positions import Text
from evenhand.apps.lsp.parent_process import gone
from evenhand.apps.lsp.work_done_progress import PATIENCE_SECONDS, LongWork
from evenhand.workspace.decoding import decode

logger = logging.getLogger(__name__)
Handler = TypeVar("Handler", bound=Callable[..., Any])
AsyncHandler = TypeVar("AsyncHandler", bound=Callable[..., Coroutine[Any, Any, Any]])

STATUS = "evenhand/status"
TRUST = "evenhand/trust"
CHECK_ENDED = "evenhand/checkEnded"
LEDGER_CHANGED = "evenhand/ledgerChanged"
CLIENT_GONE = 1


class EvenhandServer(LanguageServer):
    """One client's server."""

    def __init__(self, engine_factory: Callable[[], Engine]) -> None:
        super().__init__("evenhand", __version__)
        self.engine = CheckerThread(engine_factory)
        self.session = Session(self, self.engine)
        self.asked_to_stop = False
        self.loop: asyncio.AbstractEventLoop | None = None
        """The loop that talks to the client, once it has said hello."""
        self._watching: asyncio.Task[None] | None = None
        self._commands: set[asyncio.Task[Any]] = set()

    def on(self, method: str, options: Any = None) -> Callable[[Handler], Handler]:
        """Handle `method`; an error is logged, and the client gets an empty answer."""

        def register(handler: Handler) -> Handler:
            self.feature(method, options)(_isolated(method, handler))
            return handler

        return register

    def offer(self, name: str) -> Callable[[AsyncHandler], AsyncHandler]:
        """Carry out the command `name`; whoever cancels it gets an answer that says so."""

        def register(handler: AsyncHandler) -> AsyncHandler:
            @functools.wraps(handler)
            async def carry_out(*given: Any) -> Any:
                task = asyncio.current_task()
                assert task is not None
                self._commands.add(task)
                try:
                    return await handler(*given)
                except asyncio.CancelledError:
                    # pygls would never answer the request of a handler that is cancelled.
                    raise JsonRpcRequestCancelled(f"{name} was cancelled") from None
                finally:
                    self._commands.discard(task)

            self.command(name)(carry_out)
            return handler

        return register

    async def cancel_commands(self) -> None:
        """Cancel commands that are being carried out, and wait for their end."""
        commands = list(self._commands)
        for command in commands:
            command.cancel()
        await asyncio.gather(*commands, return_exceptions=True)

    async def ask(self, method: str, params: Any) -> Any:
        """The client's answer to a request; one that is cancelled is cancelled there, too.

        Raises `JsonRpcException` where the client answers with an error.
        """
        number = str(uuid.uuid4())
        answer = self.protocol.send_request_async(method, params, msg_id=number)
        try:
            # A cancelled request would make pygls fail when the client's answer arrives.
            return await asyncio.shield(answer)
        except asyncio.CancelledError:
            answer.add_done_callback(lambda done: done.cancelled() or done.exception())
            self.protocol.notify(types.CANCEL_REQUEST, types.CancelParams(number))
            raise

    def can(self, capability: str) -> bool:
        """Whether the client has a capability, such as `workspace.code_lens.refresh_support`."""
        return bool(get_capability(self.client_capabilities, capability, False))

    def read(self, path: Path) -> Text:
        """A file as it is on disk; raises `OSError` and `NotTextError`."""
        return Text(decode(path.read_bytes()), self.workspace.position_codec)

    def publish(self, uri: str, version: int | None, diagnostics: list[types.Diagnostic]) -> None:
        if not self.can("text_document.publish_diagnostics.related_information"):
            for diagnostic in diagnostics:
                diagnostic.related_information = None
        params = types.PublishDiagnosticsParams(uri, diagnostics, version)
        self.text_document_publish_diagnostics(params)

    def check_ended(self, uri: str, version: int) -> None:
        self.protocol.notify(CHECK_ENDED, {"uri": uri, "version": version})

    def refresh_code_lenses(self) -> None:
        if self.can("workspace.code_lens.refresh_support"):
            self.workspace_code_lens_refresh(None)

    def show_status(self, status: Status) -> None:
        self.protocol.notify(STATUS, asdict(status))

    def ledger_changed(self) -> None:
        self.protocol.notify(LEDGER_CHANGED, {})

    def long_work(
        self, title: str, patience: float = PATIENCE_SECONDS, percentage: int | None = None
    ) -> LongWork:
        return LongWork(self, title, patience, percentage)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Keep errors in the log, where pygls would open a window for each."""
        level = logging.INFO if isinstance(error, JsonRpcRequestCancelled) else logging.ERROR
        logger.log(level, "%s: %s", source.__name__, error)

    def watch_client(self, process: int | None) -> None:
        """End this process when the client's has ended, in whatever way."""
        if process is not None:
            self._watching = asyncio.create_task(self._end_with(process))

    async def _end_with(self, process: int) -> None:
        await gone(process)
        with suppress(TimeoutError):
            await asyncio.wait_for(self.session.stop(), CLOSING_SECONDS)
        # A clean exit would wait for standard input, which somebody else may hold open.
        os._exit(CLIENT_GONE)


class ClientLog(logging.Handler):
    """Sends what is logged to the client's log."""

    def __init__(self, server: EvenhandServer) -> None:
        super().__init__()
        self._server = server

    def emit(self, record: logging.LogRecord) -> None:
        loop = self._server.loop
        if loop is None or loop.is_closed():
            return
        params = types.LogMessageParams(
            type=_message_type(record.levelno), message=self.format(record)
        )
        loop.call_soon_threadsafe(self._server.window_log_message, params)


def _message_type(level: int) -> types.MessageType:
    if level >= logging.ERROR:
        return types.MessageType.Error
    if level >= logging.WARNING:
        return types.MessageType.Warning
    return types.MessageType.Info if level >= logging.INFO else types.MessageType.Log


def _isolated(method: str, handler: Callable[..., Any]) -> Callable[..., Any]:
    if asyncio.iscoroutinefunction(handler):

        @functools.wraps(handler)
        async def later(*given: Any) -> Any:
            try:
                return await handler(*given)
            except Exception:
                logger.exception("%s failed, which is an error in Evenhand", method)

        return later

    @functools.wraps(handler)
    def at_once(*given: Any) -> Any:
        try:
            return handler(*given)
        except Exception:
            logger.exception("%s failed, which is an error in Evenhand", method)

    return at_once
