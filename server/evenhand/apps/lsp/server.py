"""The server object: pygls's, with a session, and with errors that stay in the log."""

from __future__ import annotations

import asyncio
import logging
import os
import uuid
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.exceptions import JsonRpcException, JsonRpcRequestCancelled
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from evenhand import __version__
from evenhand.apps.lsp.client_session import Session
from evenhand.apps.lsp.document_uris import local_path
from evenhand.apps.lsp.documents.checker_processes import CheckerProcesses, TextChecker
from evenhand.apps.lsp.documents.server_status import Status
from evenhand.apps.lsp.documents.text_positions import Text
from evenhand.apps.lsp.lsp_extensions import CHECK_ENDED, LEDGER_CHANGED, STATUS
from evenhand.apps.lsp.parent_process import gone
from evenhand.apps.lsp.suggestions.watched_files import WatchedFiles
from evenhand.apps.lsp.work_done_progress import PATIENCE_SECONDS, LongWork
from evenhand.doors.files import Unreadable
from evenhand.doors.project import project_of
from evenhand.workspace.sources import read_source

logger = logging.getLogger(__name__)

CLIENT_GONE = 1
CLOSING_SECONDS = 5.0
"""How long the checks have to end when the client is gone."""


@dataclass(frozen=True, slots=True)
class Handler:
    """What answers a request of the protocol, or hears a notification."""

    method: str
    """Such as `textDocument/hover`."""
    handle: Callable[[EvenhandServer, Any], Any]
    """Called with the server and the method's parameters; may be a coroutine function."""
    options: Any = None
    """What the server says about itself for this method, as the protocol defines it."""


@dataclass(frozen=True, slots=True)
class Command:
    """What carries out a command of the server."""

    name: str
    """Such as `evenhand.server.checkWorkspace`."""
    carry_out: Callable[[EvenhandServer, Sequence[Any]], Awaitable[Any]]
    """Called with the server and the command's arguments."""


class AnsweringProtocol(LanguageServerProtocol):
    """Answers a request whose parameters cannot be read, as those that can."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """A message as an object; raises `JsonRpcException`."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            number = data.get("id")
            if "method" in data and isinstance(number, (int, str)):
                self._send_response(number, error=error.to_response_error())
            raise


class EvenhandServer(LanguageServer):
    """One client's server."""

    def __init__(
        self,
        checker_factory: Callable[[], TextChecker],
        handlers: Iterable[Handler],
        commands: Iterable[Command],
        notebook_sync: types.NotebookDocumentSyncOptions | None = None,
    ) -> None:
        super().__init__(
            "evenhand",
            __version__,
            protocol_cls=AnsweringProtocol,
            notebook_document_sync=notebook_sync,
        )
        self.checker = CheckerProcesses(checker_factory)
        self.session = Session(self, self.checker)
        self.watched_files = WatchedFiles(self.session, self.read)
        self.asked_to_stop = False
        self.loop: asyncio.AbstractEventLoop | None = None
        """The loop that talks to the client, once it has said hello."""
        self._watching: asyncio.Task[None] | None = None
        self._running: set[asyncio.Task[Any]] = set()

        for handler in handlers:
            self.feature(handler.method, handler.options)(self._isolated(handler))
        for command in commands:
            self.command(command.name)(self._cancellable(command))

    # What handlers ask

    def can(self, capability: str) -> bool:
        """Whether the client has a capability, such as `workspace.code_lens.refresh_support`."""
        return bool(get_capability(self.client_capabilities, capability, False))

    def read(self, path: Path) -> Text | Unreadable:
        """A file as it is on disk; links may not leave its folder, or the project around that."""
        folder = self.session.settings.folder_of(path) or path.parent
        source = read_source(path, within=project_of(folder).root)
        if isinstance(source, Unreadable):
            return source
        return Text(source, self.workspace.position_codec)

    def forget_copy(self, uri: str) -> None:
        """Empty the text that pygls keeps of a document that is too long to be checked.

        It needs that of any other: it reads the columns of an edit by its own text.
        """
        document = self.session.documents.get(uri)
        if document is not None and document.text.left_out:
            self.workspace.put_text_document(types.TextDocumentItem(uri, "", 0, ""))

    def path_of(self, uri: str) -> Path | None:
        """Where a document is, or would be if it were saved; None if that is not on disk."""
        path = local_path(uri)
        if path is not None:
            return Path(path)
        if urlsplit(uri).scheme != "untitled":
            return None

        name = Path(unquote(urlsplit(uri).path)).name
        return (self.session.settings.first_folder() / name).with_suffix(".py")

    async def ask(self, method: str, params: Any) -> Any:
        """The client's answer to a request; a cancellation is passed on to the client.

        Raises `JsonRpcException` if the client answers with an error.
        """
        number = str(uuid.uuid4())
        answer = self.protocol.send_request_async(method, params, msg_id=number)
        try:
            # A cancelled request would make pygls fail when the client's answer arrives.
            return await asyncio.shield(answer)
        except asyncio.CancelledError:
            answer.add_done_callback(lambda late: late.cancelled() or late.exception())
            self.protocol.notify(types.CANCEL_REQUEST, types.CancelParams(number))
            raise

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something while nobody waits for it, until the server is asked to stop."""

        async def carry_out() -> None:
            try:
                await work
            except Exception:
                logger.exception("an error in Evenhand")

        task = asyncio.create_task(carry_out())
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    # What a session tells the editor

    def publish(self, uri: str, version: int | None, diagnostics: list[types.Diagnostic]) -> None:
        """Show the diagnostics of a document."""
        if not self.can("text_document.publish_diagnostics.related_information"):
            for diagnostic in diagnostics:
                diagnostic.related_information = None
        params = types.PublishDiagnosticsParams(uri, diagnostics, version)
        self.text_document_publish_diagnostics(params)

    def check_ended(self, uri: str, version: int, unequal: int) -> None:
        """Tell the client that all diagnostics of a version have been published."""
        told = {"uri": uri, "version": version, "unequal": unequal}
        self.protocol.notify(CHECK_ENDED, told)

    def refresh_code_lenses(self) -> None:
        """Have the client fetch code lenses again."""
        if self.can("workspace.code_lens.refresh_support"):
            self.workspace_code_lens_refresh(None)

    def show_status(self, status: Status) -> None:
        """Tell the client the server's state."""
        self.protocol.notify(STATUS, asdict(status))

    def ledger_changed(self) -> None:
        """Tell the client that something was written to the ledger."""
        self.protocol.notify(LEDGER_CHANGED, {})

    def long_work(
        self, title: str, patience: float = PATIENCE_SECONDS, percentage: int | None = None
    ) -> LongWork:
        """Progress for work that lasts longer than `patience` seconds."""
        return LongWork(self, title, patience, percentage)

    # Errors, cancellation and the end

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Keep errors in the log; pygls would open a window for each."""
        level = logging.INFO if isinstance(error, JsonRpcRequestCancelled) else logging.ERROR
        logger.log(level, "%s: %s", source.__name__, error)

    async def cancel_commands(self) -> None:
        """Cancel the commands that are being carried out, and wait for their end."""
        running = list(self._running)
        for command in running:
            command.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    def watch_client(self, process: int | None) -> None:
        """End this process when the client's has ended, in whatever way."""
        if process is not None:
            self._watching = asyncio.create_task(self._end_with(process))

    async def _end_with(self, process: int) -> None:
        await gone(process)
        with suppress(TimeoutError):
            await asyncio.wait_for(self.session.stop(), CLOSING_SECONDS)
        # A clean exit would wait for standard input, which another process may hold open.
        os._exit(CLIENT_GONE)

    def _isolated(self, handler: Handler) -> Callable[..., Any]:
        """The handler, with its errors in the log and an empty answer to the client."""
        message = "%s failed, which is an error in Evenhand"

        async def answer_later(params: Any) -> Any:
            try:
                return await handler.handle(self, params)
            except asyncio.CancelledError:
                # pygls would never answer the request of a handler that is cancelled.
                raise JsonRpcRequestCancelled(f"{handler.method} was cancelled") from None
            except Exception:
                logger.exception(message, handler.method)

        def answer(params: Any) -> Any:
            try:
                return handler.handle(self, params)
            except Exception:
                logger.exception(message, handler.method)

        return answer_later if asyncio.iscoroutinefunction(handler.handle) else answer

    def _cancellable(self, command: Command) -> Callable[..., Any]:
        """The command; a request that is cancelled is answered with an error."""

        async def carry_out(*arguments: Any) -> Any:
            task = asyncio.current_task()
            assert task is not None
            self._running.add(task)
            try:
                return await command.carry_out(self, arguments)
            except asyncio.CancelledError:
                # pygls would never answer the request of a handler that is cancelled.
                raise JsonRpcRequestCancelled(f"{command.name} was cancelled") from None
            finally:
                self._running.discard(task)

        return carry_out
