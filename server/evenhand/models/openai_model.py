"""A model at any endpoint with OpenAI's chat protocol: OpenAI, Azure, Ollama, vLLM, llama.cpp.

The `openai` package has native parts and is optional; it is imported when a model is asked.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from evenhand.models.language_model import Answer, DeclinedError, Message, ModelError, Usage
from evenhand.models.openai_endpoint import OPENAI, Endpoint

if TYPE_CHECKING:
    from openai import AsyncOpenAI
    from openai.types.chat import ChatCompletionChunk

LONGEST_ANSWER = 60_000
"""Characters; a model that writes more is not writing a function."""
MISSING = "the openai package is missing: pip install 'evenhand[openai]'"


@dataclass(frozen=True, slots=True)
class OpenAIModel:
    """A model at an endpoint, asked now and then."""

    endpoint: Endpoint

    @property
    def name(self) -> str:
        return self.endpoint.name

    async def ask(self, messages: Sequence[Message]) -> Answer:
        """The whole answer; raises `ModelError`."""
        async with connected(self.endpoint) as connection:
            return await connection.ask(messages)


@asynccontextmanager
async def connected(endpoint: Endpoint) -> AsyncIterator[Connection]:
    """A connection for many questions; raises `ModelError` if the package is missing."""
    client = _openai().AsyncOpenAI(
        base_url=endpoint.base_url,
        api_key=endpoint.key or "none",
        max_retries=endpoint.retries,
        timeout=endpoint.seconds,
    )
    async with client:
        yield Connection(endpoint, client)


@dataclass(frozen=True, slots=True)
class Connection:
    """An open connection to a model."""

    endpoint: Endpoint
    client: AsyncOpenAI

    async def ask(self, messages: Sequence[Message], seed: int | None = None) -> Answer:
        """The whole answer; raises `DeclinedError` for a useless one, and `ModelError`."""
        import openai

        from evenhand.models.openai_errors import model_error

        host, seconds = self.endpoint.host, self.endpoint.seconds
        try:
            async with asyncio.timeout(seconds):
                reply = await self._read(messages, seed)
        except TimeoutError as error:
            raise ModelError(f"{host} gave no answer in {seconds:g} s") from error
        except openai.OpenAIError as error:
            raise model_error(error, self.endpoint) from error
        except ValueError as error:
            raise ModelError(f"{host} does not speak OpenAI's protocol: {error}") from error
        return _answer(reply, self.endpoint)

    async def _read(self, messages: Sequence[Message], seed: int | None) -> _Reply:
        turns: Any = [{"role": message.role, "content": message.text} for message in messages]
        stream = await self.client.chat.completions.create(
            model=self.endpoint.model,
            messages=turns,
            stream=True,
            stream_options={"include_usage": True},
            **self._parameters(seed),
        )

        reply = _Reply()
        async with stream:
            async for chunk in stream:
                reply.add(chunk)
                if reply.length > LONGEST_ANSWER:
                    raise ModelError(f"{self.endpoint.name} does not stop writing")
        return reply

    def _parameters(self, seed: int | None) -> dict[str, Any]:
        # OpenAI's own endpoint has renamed the limit; all others know it by the old name.
        limit = "max_completion_tokens" if self.endpoint.base_url == OPENAI else "max_tokens"
        parameters = {
            "temperature": self.endpoint.temperature,
            limit: self.endpoint.tokens,
            "seed": seed,
        }
        return {name: value for name, value in parameters.items() if value is not None}


@dataclass(slots=True)
class _Reply:
    """What has come of an answer so far."""

    texts: list[str] = field(default_factory=list)
    length: int = 0
    """Characters of all texts."""
    refusal: str = ""
    finish_reason: str = ""
    """Why the model stopped, in the protocol's words; empty if it has not."""
    usage: Usage = field(default_factory=Usage)

    def add(self, chunk: ChatCompletionChunk) -> None:
        """Take in the next piece."""
        if chunk.usage is not None:
            self.usage = Usage(chunk.usage.prompt_tokens, chunk.usage.completion_tokens)
        for choice in chunk.choices[:1]:
            text = choice.delta.content or ""
            self.texts.append(text)
            self.length += len(text)
            self.refusal += choice.delta.refusal or ""
            self.finish_reason = choice.finish_reason or self.finish_reason


def _answer(reply: _Reply, endpoint: Endpoint) -> Answer:
    """The answer; raises `DeclinedError` if it is of no use, and `ModelError` for half of one."""
    text = "".join(reply.texts)
    refused = bool(reply.refusal) or reply.finish_reason == "content_filter"
    answer = Answer(text or reply.refusal, reply.usage)

    if refused:
        words = f": {reply.refusal}" if reply.refusal else ""
        raise DeclinedError(f"{endpoint.name} refuses to answer{words}", answer, refused=True)
    if reply.finish_reason == "length":
        problem = f"{endpoint.name} stopped in the middle: the answer grew too long"
        raise DeclinedError(problem, answer, refused=False)
    if not reply.finish_reason:
        raise ModelError(f"the connection to {endpoint.host} broke off in an answer")
    if not text.strip():
        raise DeclinedError(f"{endpoint.name} gave an empty answer", answer, refused=False)
    return answer


def _openai() -> ModuleType:
    """The package; raises `ModelError` if it is missing.

    The editor starts the server with nothing but the standard library and its own libraries
    (`python -S`). The packages of that Python are added behind them, for this import alone.
    """
    try:
        return import_module("openai")
    except ImportError:
        if not sys.flags.no_site:
            raise ModelError(MISSING) from None

    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    prefix = Path(sys.executable).parent.parent
    sys.path.append(str(prefix / "lib" / version / "site-packages"))
    try:
        return import_module("openai")
    except ImportError as error:
        raise ModelError(f"{MISSING} (into {sys.executable}, which runs Evenhand)") from error
