"""Any endpoint that speaks OpenAI's chat protocol: OpenAI, Azure, Ollama, vLLM, llama.cpp.

The `openai` package has native parts and is no dependency; it is imported when it is needed.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from evenhand.models.messages import (
    Answer,
    DeclinedError,
    Message,
    ModelError,
    TurnedAwayError,
    Usage,
)

if TYPE_CHECKING:
    from openai import AsyncOpenAI

OPENAI = "https://api.openai.com/v1"
LONGEST_ANSWER = 60_000
"""Characters; whoever writes more does not write a function."""
MISSING = "the openai package is missing: pip install 'evenhand[openai]'"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a model is and how to ask it; no folder may choose any of this."""

    model: str
    base_url: str = OPENAI
    key: str = ""
    seconds: float = 120.0
    """For one answer, retries included."""
    retries: int = 3
    temperature: float | None = None
    tokens: int | None = None
    """The longest answer, where the endpoint is to cut it off."""

    @property
    def name(self) -> str:
        return f"{self.model} at {self.host}"

    @property
    def host(self) -> str:
        return urlsplit(self.base_url).netloc or self.base_url


@dataclass(frozen=True, slots=True)
class OpenAIModel:
    """A model behind an endpoint, to be asked now and then."""

    endpoint: Endpoint

    @property
    def name(self) -> str:
        return self.endpoint.name

    async def ask(self, messages: Sequence[Message]) -> Answer:
        """The whole answer, read as it is written; raises `ModelError`."""
        async with connected(self.endpoint) as connection:
            return await connection.ask(messages)


@asynccontextmanager
async def connected(endpoint: Endpoint) -> AsyncIterator[Connection]:
    """A connection for many questions; raises `ModelError` where the package is missing."""
    openai = _openai()
    client = openai.AsyncOpenAI(
        base_url=endpoint.base_url,
        api_key=endpoint.key or "none",
        max_retries=endpoint.retries,
        timeout=endpoint.seconds,
    )
    async with client:
        yield Connection(endpoint, client)


@dataclass(frozen=True, slots=True)
class Connection:
    """An open way to a model."""

    endpoint: Endpoint
    client: AsyncOpenAI

    async def ask(self, messages: Sequence[Message], seed: int | None = None) -> Answer:
        """The whole answer; raises `DeclinedError` for one without use, else `ModelError`."""
        import openai

        endpoint = self.endpoint
        try:
            async with asyncio.timeout(endpoint.seconds):
                return await self._read(messages, seed)
        except TimeoutError as error:
            raise ModelError(f"{endpoint.host} gave no answer in {endpoint.seconds:g} s") from error
        except openai.OpenAIError as error:
            raise _kind_of(error)(_sentence(error, endpoint)) from error
        except ValueError as error:  # what the endpoint sent is not the protocol
            raise ModelError(
                f"{endpoint.host} does not speak OpenAI's protocol: {error}"
            ) from error

    async def _read(self, messages: Sequence[Message], seed: int | None) -> Answer:
        turns: Any = [{"role": m.role, "content": m.text} for m in messages]
        stream = await self.client.chat.completions.create(
            model=self.endpoint.model,
            messages=turns,
            stream=True,
            stream_options={"include_usage": True},
            **self._parameters(seed),
        )
        parts, usage, reason, refusal = list[str](), Usage(), "", ""
        async with stream:
            async for chunk in stream:
                if chunk.usage is not None:
                    usage = Usage(chunk.usage.prompt_tokens, chunk.usage.completion_tokens)
                for choice in chunk.choices[:1]:
                    parts.append(choice.delta.content or "")
                    refusal += choice.delta.refusal or ""
                    reason = choice.finish_reason or reason
                if sum(map(len, parts)) > LONGEST_ANSWER:
                    raise ModelError(f"{self.endpoint.name} does not stop writing")
        text = "".join(parts)
        problem = self._problem(text, reason, refusal)
        if problem:
            refused = bool(refusal) or reason == "content_filter"
            raise DeclinedError(problem, Answer(text or refusal, usage), refused)
        return Answer(text, usage)

    def _parameters(self, seed: int | None) -> dict[str, Any]:
        # OpenAI's own endpoint has another name for what the others call by the old one.
        longest = "max_completion_tokens" if self.endpoint.base_url == OPENAI else "max_tokens"
        wanted = {"temperature": self.endpoint.temperature, longest: self.endpoint.tokens}
        return {name: v for name, v in {**wanted, "seed": seed}.items() if v is not None}

    def _problem(self, text: str, reason: str, refusal: str) -> str:
        """Why an answer is of no use; empty where it is. Raises `ModelError` for half of one."""
        name = self.endpoint.name
        if refusal or reason == "content_filter":
            said = f": {refusal}" if refusal else ""
            return f"{name} refuses to answer{said}"
        if reason == "length":
            return f"{name} stopped in the middle: the answer grew too long"
        if not reason:
            raise ModelError(f"the connection to {self.endpoint.host} broke off in an answer")
        return "" if text.strip() else f"{name} gave an empty answer"


def _openai() -> ModuleType:
    """The package; raises `ModelError` where it is missing.

    The editor starts the server with nothing but the standard library and its own libraries
    (`python -S`); the packages of that Python come behind them, and for this alone.
    """
    try:
        return import_module("openai")
    except ImportError:
        if not sys.flags.no_site:
            raise ModelError(MISSING) from None
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    prefix = Path(sys.executable).parent.parent
    sys.path += [str(prefix / "lib" / version / "site-packages")]
    try:
        return import_module("openai")
    except ImportError as error:
        raise ModelError(f"{MISSING} (into {sys.executable}, which runs Evenhand)") from error


def _kind_of(error: Exception) -> type[ModelError]:
    """An endpoint that was silent or broke off may have written all the same."""
    import openai

    answered = isinstance(error, openai.APIStatusError)
    return TurnedAwayError if answered or _unreachable(error) else ModelError


def _unreachable(error: Exception) -> bool:
    # The HTTP library below openai has changed its name, and may again.
    return type(error.__cause__).__name__ == "ConnectError"


def _sentence(error: Exception, endpoint: Endpoint) -> str:
    import openai

    host = endpoint.host
    if isinstance(error, openai.APITimeoutError):
        return f"{host} gave no answer in {endpoint.seconds:g} s"
    if isinstance(error, openai.APIConnectionError) and _unreachable(error):
        return f"{host} cannot be reached ({error.__cause__})"
    if isinstance(error, openai.APIConnectionError):
        return f"the connection to {host} broke off ({error.__cause__ or error})"
    if isinstance(error, openai.AuthenticationError):
        return f"{host} does not accept the key" if endpoint.key else f"{host} wants a key"
    if isinstance(error, openai.PermissionDeniedError):
        return f"{host} does not allow {endpoint.model} with this key"
    if isinstance(error, openai.NotFoundError):
        return f"{host} has no model {endpoint.model}, or {endpoint.base_url} is wrong"
    if isinstance(error, openai.RateLimitError):
        return f"{host} takes no more requests now (429), nor did after {endpoint.retries} retries"
    if isinstance(error, openai.APIStatusError):
        said = error.message.removeprefix(f"Error code: {error.status_code} - ")
        return f"{host} answers {error.status_code}: {_short(said)}"
    return f"{host} failed: {_short(str(error))}"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 200 else line[:199] + "…"
