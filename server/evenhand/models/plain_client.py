"""A client of OpenAI's chat protocol that needs nothing but the standard library.

The editor starts the server without any package that is not pure Python, so it asks with this one.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.request import Request

from evenhand.models.chat_client import MODELS_SECONDS, Json, model_names
from evenhand.models.endpoint_errors import EndpointError, Failure, Trouble
from evenhand.models.http_exchange import lines_of_answer
from evenhand.models.openai_endpoint import Endpoint

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0
"""Seconds before a request is sent again, doubled each time, unless the endpoint names others."""
LONGEST_WAIT = 60.0
"""Seconds that an endpoint may ask for."""
PASSING = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.CONFLICT, HTTPStatus.TOO_MANY_REQUESTS})
"""Statuses that another try may not meet; so do those of the server's own errors."""
_DATA = b"data:"
_OF_EVENTS = (_DATA, b"event:", b"id:", b"retry:", b":")
"""How the lines of an event stream begin."""
_DONE = b"[DONE]"


@dataclass(frozen=True, slots=True)
class PlainClient:
    """Asks with `urllib`, each time over a connection of its own."""

    endpoint: Endpoint

    async def models(self) -> Sequence[str]:
        request = self._request("/models")
        async with aclosing(lines_of_answer(request, MODELS_SECONDS)) as lines:
            body = b"".join([line async for line in lines])
        return model_names(_parsed(body))

    def chat(self, request: Json) -> AsyncGenerator[Json]:
        return self._streamed("/chat/completions", request)

    def complete(self, request: Json) -> AsyncGenerator[Json]:
        return self._streamed("/completions", request)

    async def aclose(self) -> None:
        """Nothing stays open."""

    async def _streamed(self, path: str, request: Json) -> AsyncGenerator[Json]:
        sent = self._request(path, request)
        for attempt in range(self.endpoint.retries + 1):
            try:
                async with aclosing(lines_of_answer(sent, self.endpoint.seconds)) as lines:
                    first = await anext(lines, b"")
                    async for piece in _pieces(first, lines):
                        yield piece
                return
            except EndpointError as error:
                if attempt == self.endpoint.retries or not _may_pass(error.failure):
                    raise
                await asyncio.sleep(_pause(error.failure, attempt))

    def _request(self, path: str, content: Json | None = None) -> Request:
        headers = {"Accept": "application/json, text/event-stream", "User-Agent": "evenhand"}
        if self.endpoint.authorization:
            headers["Authorization"] = self.endpoint.authorization
        if content is None:
            return Request(self.endpoint.base_url + path, headers=headers)

        headers["Content-Type"] = "application/json"
        data = json.dumps(content).encode()
        return Request(self.endpoint.base_url + path, data, headers, method="POST")


def _may_pass(failure: Failure) -> bool:
    """Whether the same request may succeed in a moment; nothing of an answer has come yet."""
    if failure.trouble is Trouble.STATUS:
        return failure.status in PASSING or failure.status >= HTTPStatus.INTERNAL_SERVER_ERROR
    return failure.trouble is Trouble.UNREACHABLE


def _pause(failure: Failure, attempt: int) -> float:
    if failure.wait is not None and 0 <= failure.wait <= LONGEST_WAIT:
        return failure.wait
    pause: float = FIRST_PAUSE * 2**attempt
    return min(pause, LONGEST_PAUSE)


async def _pieces(first: bytes, lines: AsyncIterator[bytes]) -> AsyncIterator[Json]:
    """The pieces of an answer, from the lines of an event stream or from a whole document."""
    if first.strip() and not first.startswith(_OF_EVENTS):
        rest = [line async for line in lines]
        yield _whole_answer(_parsed(b"".join([first, *rest])))
        return

    async for event in _events(first, lines):
        if event == _DONE:
            return
        piece = _parsed(event)
        if not isinstance(piece, dict):
            raise EndpointError(Failure(Trouble.GARBLED))
        if piece.get("error"):
            raise EndpointError(Failure(Trouble.FAILED, _error_text(piece["error"])))
        yield piece


async def _events(first: bytes, lines: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """What follows `data:` in each line that begins so."""
    if first.startswith(_DATA):
        yield first.removeprefix(_DATA).strip()
    async for line in lines:
        if line.startswith(_DATA):
            yield line.removeprefix(_DATA).strip()


def _whole_answer(answer: Any) -> Json:
    """An answer of an endpoint that does not stream, as if it were one piece of a stream."""
    choices = answer.get("choices") if isinstance(answer, Mapping) else None
    if not isinstance(choices, list):
        raise EndpointError(Failure(Trouble.GARBLED))
    pieces = [{"delta": choice.get("message"), **choice} for choice in choices]
    return {**answer, "choices": pieces}


def _parsed(text: bytes) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise EndpointError(Failure(Trouble.GARBLED)) from error


def _error_text(error: object) -> str:
    message = error.get("message") if isinstance(error, Mapping) else error
    return str(message)
