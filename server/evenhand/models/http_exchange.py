"""One request over HTTP, whose answer comes line by line and can be cancelled at any moment.

`urllib` knows proxies and certificates, and waits; so it waits in a thread. To hang up, the
thread's socket is shut down, which ends whatever it waits for.
"""

from __future__ import annotations

import asyncio
import json
import socket
import ssl
import threading
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import (
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    Request,
    build_opener,
)

from evenhand.models.chat_client import LONGEST_EVENT, answer_bound, status_failure
from evenhand.models.endpoint_errors import EndpointError, Failure, Trouble

LINES_AHEAD = 1_000
"""Lines that have come and that nobody has taken yet; more wait in the connection."""
LONGEST_ERROR = 64_000
"""Bytes that are read of an answer that is an error."""


async def lines_of_answer(request: Request, seconds: float) -> AsyncGenerator[bytes]:
    """The lines of the answer to a request; raises `EndpointError`.

    `seconds` is how long the endpoint may be silent. Closing the generator hangs up.
    """
    loop = asyncio.get_running_loop()
    arrived: asyncio.Queue[bytes | Failure | None] = asyncio.Queue()

    def deliver(item: bytes | Failure | None) -> None:
        with suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(arrived.put_nowait, item)

    exchange = _Exchange(request, seconds, deliver)
    threading.Thread(target=exchange.carry_out, daemon=True).start()
    try:
        while (item := await arrived.get()) is not None:
            if isinstance(item, Failure):
                raise EndpointError(item)
            exchange.room.release()
            yield item
    finally:
        exchange.hang_up()


@dataclass(slots=True)
class _Exchange:
    """A request that a thread carries out."""

    request: Request
    seconds: float
    deliver: Callable[[bytes | Failure | None], None]
    """Takes each line, then why it ended too early, or None at the end."""
    connection: socket.socket | None = None
    hung_up: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)
    room: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(LINES_AHEAD))
    """For lines that nobody has taken yet."""

    def carry_out(self) -> None:
        """Send the request, and deliver what comes back."""
        try:
            with _opener(self).open(self.request, timeout=self.seconds) as response:
                bound = answer_bound(response.headers)
                while (line := response.readline(LONGEST_EVENT)) and not self.hung_up:
                    bound.take(line)
                    self.room.acquire()
                    self.deliver(line)
            self.deliver(None)
        except EndpointError as error:
            self.deliver(error.failure)
        except Exception as error:
            self.deliver(_failure(error))

    def connected(self, connection: socket.socket) -> None:
        """Remember what to shut down; raises `ConnectionAbortedError` if it is too late."""
        with self.lock:
            self.connection = connection
            if self.hung_up:
                raise ConnectionAbortedError

    def hang_up(self) -> None:
        """End the exchange at once, if it has not ended; may be called from any thread."""
        with self.lock:
            self.hung_up = True
            self.room.release()
            if self.connection is not None:
                with suppress(OSError):
                    self.connection.shutdown(socket.SHUT_RDWR)


def _opener(exchange: _Exchange) -> OpenerDirector:
    class Plain(HTTPConnection):
        def connect(self) -> None:
            super().connect()
            exchange.connected(self.sock)

    class Encrypted(HTTPSConnection):
        def connect(self) -> None:
            super().connect()
            exchange.connected(self.sock)

    class OpenPlain(HTTPHandler):
        def http_open(self, request: Request) -> HTTPResponse:
            return self.do_open(Plain, request)

    class OpenEncrypted(HTTPSHandler):
        def https_open(self, request: Request) -> HTTPResponse:
            return self.do_open(Encrypted, request)

    return build_opener(OpenPlain, OpenEncrypted, _NoRedirect)


class _NoRedirect(HTTPRedirectHandler):
    """Follows no redirection: the key is for one address alone."""

    def redirect_request(self, *_: Any) -> None:
        return None


def _failure(error: Exception) -> Failure:
    """What an error of `urllib`, or of the socket below it, means."""
    match error:
        case HTTPError():
            with suppress(OSError, HTTPException):
                body = error.read(LONGEST_ERROR)
                headers = {name.lower(): value for name, value in error.headers.items()}
                return status_failure(error.code, _as_json(body), headers)
            return Failure(Trouble.STATUS, status=error.code)
        case URLError(reason=TimeoutError()) | TimeoutError():
            return Failure(Trouble.SILENT)
        case URLError(reason=ssl.SSLCertVerificationError() as problem):
            return Failure(Trouble.NOT_TRUSTED, problem.verify_message)
        case URLError(reason=(ConnectionRefusedError() | socket.gaierror()) as problem):
            return Failure(Trouble.UNREACHABLE, problem.strerror or str(problem))
        case URLError(reason=ConnectionResetError() | ssl.SSLError() as problem):
            return Failure(Trouble.BROKEN_OFF, str(problem))
        case URLError():
            return Failure(Trouble.UNREACHABLE, str(error.reason))
        case HTTPException() if not isinstance(error, ConnectionError):
            return Failure(Trouble.GARBLED, str(error))
    return Failure(Trouble.BROKEN_OFF, str(error))


def _as_json(body: bytes) -> object:
    """The body parsed, or as text."""
    text = body.decode("utf-8", "replace")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
