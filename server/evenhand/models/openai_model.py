"""A model at any endpoint with OpenAI's chat protocol: OpenAI, Azure, Ollama, vLLM, llama.cpp.

The `openai` package carries the requests where it is installed, and the standard library elsewhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from evenhand.models.chat_client import ChatClient, Json
from evenhand.models.endpoint_errors import (
    EndpointError,
    Failure,
    Trouble,
    model_error,
    quoted,
    silence,
)
from evenhand.models.language_model import (
    Answer,
    DeclinedError,
    Message,
    ModelError,
    Progress,
    Remedy,
    Usage,
    usage_of,
)
from evenhand.models.openai_endpoint import Endpoint
from evenhand.models.plain_client import PlainClient

LONGEST_ANSWER = 60_000
"""Characters; a model that writes more is not writing a function."""
LONGEST_THOUGHTS = 400_000
"""Characters of what a model thinks before it answers."""
GREETING = (Message("user", "Answer with one word: yes."),)
"""What is asked to find out whether there are answers; hung up on after the first piece."""
Send = Callable[[Json], AsyncGenerator[Json]]
"""Sends a request, and has the pieces of the answer."""
_UNKNOWN_FIELD = frozenset({400, 422})
"""Statuses of an endpoint that may not know `stream_options`."""


@dataclass(frozen=True, slots=True)
class OpenAIModel:
    """A model at an endpoint, asked now and then."""

    endpoint: Endpoint

    @property
    def name(self) -> str:
        return self.endpoint.name

    async def ask(self, messages: Sequence[Message], on_progress: Progress | None = None) -> Answer:
        """The whole answer; raises `ModelError`."""
        async with connected(self.endpoint) as connection:
            return await connection.ask(messages, on_progress=on_progress)

    async def try_out(self) -> None:
        """Find out cheaply whether it answers; raises `ModelError` if it does not."""
        async with connected(self.endpoint) as connection:
            await connection.try_out()


@asynccontextmanager
async def connected(endpoint: Endpoint) -> AsyncIterator[Connection]:
    """A connection for many questions."""
    client = _client(endpoint)
    try:
        yield Connection(endpoint, client)
    finally:
        await client.aclose()


@dataclass(slots=True)
class Connection:
    """A way to ask a model many questions."""

    endpoint: Endpoint
    client: ChatClient
    models: Sequence[str] = ()
    """Those that the endpoint has; empty if it was not asked, or does not say."""

    async def ask(
        self,
        messages: Sequence[Message],
        seed: int | None = None,
        on_progress: Progress | None = None,
    ) -> Answer:
        """The whole answer; raises `DeclinedError` for a useless one, and `ModelError`."""
        async with self._errors_explained():
            request = self._request(_turns(messages), seed)
            reply = await self._read(self.client.chat, request, on_progress)
        return _answer(reply, self.endpoint)

    async def complete(self, text: str, stops: Sequence[str], seed: int | None = None) -> Answer:
        """What a base model goes on with, up to one of `stops` or the longest answer.

        Raises `DeclinedError` if it writes nothing, and `ModelError`.
        """
        request = self._request({"prompt": text, "stop": list(stops)}, seed)
        async with self._errors_explained():
            reply = await self._read(self.client.complete, request, None)
        # It never knows that it is done, so the longest answer is a usual end.
        reply.finish_reason = "stop" if reply.finish_reason == "length" else reply.finish_reason
        return _answer(reply, self.endpoint)

    async def try_out(self) -> None:
        """Find out cheaply whether the model answers; raises `ModelError` if it does not.

        Where the endpoint lists the model, nothing is asked of it.
        """
        async with self._errors_explained():
            self.models = await self._listed()
            if self.endpoint.model not in self.models:
                request = self._request(_turns(GREETING), None)
                async with aclosing(self._pieces(self.client.chat, request)) as pieces:
                    await anext(pieces, None)

    async def _listed(self) -> Sequence[str]:
        """The models of the endpoint; empty if it does not say, or not to everybody."""
        try:
            return await self.client.models()
        except EndpointError as error:
            if error.failure.trouble in {Trouble.STATUS, Trouble.GARBLED, Trouble.ENDLESS}:
                return ()
            raise

    @asynccontextmanager
    async def _errors_explained(self) -> AsyncIterator[None]:
        """What fails within it, or takes too long, is a `ModelError`."""
        try:
            async with asyncio.timeout(self.endpoint.seconds):
                yield
        except TimeoutError as error:
            raise ModelError(silence(self.endpoint), Remedy.TIMEOUT) from error
        except EndpointError as error:
            raise model_error(error.failure, self.endpoint, self.models) from error

    async def _read(self, send: Send, request: Json, on_progress: Progress | None) -> _Reply:
        reply = _Reply()
        async with aclosing(self._pieces(send, request)) as pieces:
            async for piece in pieces:
                reply.add(piece)
                if on_progress is not None:
                    on_progress(reply.length + reply.thoughts)
                if reply.length > LONGEST_ANSWER or reply.thoughts > LONGEST_THOUGHTS:
                    raise ModelError(f"{self.endpoint.name} does not stop writing")
        return reply

    async def _pieces(self, send: Send, request: Json) -> AsyncGenerator[Json]:
        """The pieces of an answer, with the count of tokens if the endpoint can count them."""
        counted = {**request, "stream_options": {"include_usage": True}}
        begun = False
        try:
            async with aclosing(send(counted)) as pieces:
                async for piece in pieces:
                    begun = True
                    yield piece
            return
        except EndpointError as error:
            if begun or error.failure.status not in _UNKNOWN_FIELD:
                raise
        async with aclosing(send(request)) as pieces:
            async for piece in pieces:
                yield piece

    def _request(self, asked: Json, seed: int | None) -> Json:
        parameters = {
            "temperature": self.endpoint.temperature,
            "top_p": self.endpoint.top_p,
            self.endpoint.limit_name: self.endpoint.tokens,
            "seed": seed,
        }
        given = {name: value for name, value in parameters.items() if value is not None}
        return {"model": self.endpoint.model, **asked, "stream": True, **given}


def _turns(messages: Sequence[Message]) -> Json:
    """A conversation as the protocol has it."""
    turns = [{"role": message.role, "content": message.text} for message in messages]
    return {"messages": turns}


@dataclass(slots=True)
class _Reply:
    """What has come of an answer so far."""

    texts: list[str] = field(default_factory=list)
    length: int = 0
    """Characters of all texts."""
    thoughts: int = 0
    """Characters of what it thinks before, which some endpoints send apart."""
    refusal: str = ""
    finish_reason: str = ""
    """Why the model stopped, in the protocol's words; empty if it has not."""
    usage: Usage = field(default_factory=Usage)
    served: str = ""
    """The model that the endpoint says it used."""
    fingerprint: str = ""

    def add(self, piece: Json) -> None:
        """Take in the next piece; raises `EndpointError` if it is none."""
        try:
            self.served = str(piece.get("model") or self.served)
            self.fingerprint = str(piece.get("system_fingerprint") or self.fingerprint)
            self._count(piece.get("usage"))
            for choice in (piece.get("choices") or [])[:1]:
                # A base model's text has no turns, and so no delta.
                self._write(choice.get("delta") or {"content": choice.get("text")})
                self.finish_reason = _text(choice, "finish_reason") or self.finish_reason
        except (AttributeError, TypeError, KeyError) as error:
            raise EndpointError(Failure(Trouble.GARBLED)) from error

    def _count(self, usage: object) -> None:
        if isinstance(usage, Mapping) and usage:
            self.usage = usage_of(usage.get("prompt_tokens"), usage.get("completion_tokens"))

    def _write(self, delta: Mapping[str, Any]) -> None:
        text, refusal = _text(delta, "content"), _text(delta, "refusal")
        self.texts.append(text)
        self.refusal += refusal
        self.length += len(text) + len(refusal)
        self.thoughts += len(_text(delta, "reasoning_content") or _text(delta, "reasoning"))


def _text(part: Mapping[str, Any], key: str) -> str:
    """A text of the protocol, empty if it is not there; raises `TypeError` if it is no text."""
    value = part.get(key) or ""
    if not isinstance(value, str):
        raise TypeError
    return value


def _answer(reply: _Reply, endpoint: Endpoint) -> Answer:
    """The answer; raises `DeclinedError` if it is of no use, and `ModelError` for half of one."""
    text = "".join(reply.texts)
    refused = bool(reply.refusal) or reply.finish_reason == "content_filter"
    answer = Answer(text or reply.refusal, reply.usage, reply.served, reply.fingerprint)

    if refused:
        problem = f"{endpoint.name} refuses to answer{quoted(reply.refusal)}"
        raise DeclinedError(problem, answer, refused=True)
    if reply.finish_reason == "length":
        problem = f"{endpoint.name} stopped in the middle: the answer grew too long"
        raise DeclinedError(problem, answer, refused=False, remedy=Remedy.LENGTH)
    if not reply.finish_reason:
        raise ModelError(f"the connection to {endpoint.host} broke off in an answer; try again")
    if not text.strip():
        raise DeclinedError(f"{endpoint.name} gave an empty answer", answer, refused=False)
    return answer


def _client(endpoint: Endpoint) -> ChatClient:
    with suppress(ImportError):
        from evenhand.models.openai_package import PackageClient

        return PackageClient(endpoint)
    return PlainClient(endpoint)
