"""What a client of OpenAI's chat protocol can do, whatever library carries it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from http.client import HTTPMessage
from typing import Any, Protocol

from evenhand.models.endpoint_errors import EndpointError, Failure, Trouble

Json = Mapping[str, Any]
MODELS_SECONDS = 15.0
"""For the list of models, which needs no model to be loaded."""

LONGEST_EVENT = 1_000_000
"""Bytes of what is parsed at once in a stream."""
LONGEST_DOCUMENT = 2_000_000
"""Bytes of an answer that is parsed as a whole: a list of models, an error."""
LONGEST_STREAM = 64_000_000
"""Bytes; some endpoints spend hundreds on each token."""


@dataclass(slots=True)
class AnswerBound:
    """Counts the bytes of an answer before anything of it is parsed."""

    whole: int
    """The most bytes of it."""
    line: int
    """The most bytes of a line."""
    seen: int = 0
    since_line_end: int = 0

    def take(self, data: bytes) -> None:
        """Count the next bytes; raises `EndpointError` if an answer does not have as many."""
        _, line_end, rest = data.rpartition(b"\n")
        self.seen += len(data)
        self.since_line_end = len(rest) if line_end else self.since_line_end + len(rest)
        if self.seen > self.whole or self.since_line_end > self.line:
            raise EndpointError(Failure(Trouble.ENDLESS))


def answer_bound(headers: Mapping[str, str] | HTTPMessage) -> AnswerBound:
    """The bound of an answer with these headers; raises `EndpointError` for a packed one."""
    packing = headers.get("Content-Encoding", "identity")
    if packing.lower() != "identity":
        raise EndpointError(Failure(Trouble.ENDLESS, f"packed as {packing}"))
    if headers.get("Content-Type", "").startswith("text/event-stream"):
        return AnswerBound(LONGEST_STREAM, LONGEST_EVENT)
    return AnswerBound(LONGEST_DOCUMENT, LONGEST_DOCUMENT)


class ChatClient(Protocol):
    """Sends requests to one endpoint; its methods raise `EndpointError`, and can be cancelled."""

    async def models(self) -> Sequence[str]:
        """The names of the models that the endpoint lists."""
        ...

    def chat(self, request: Json) -> AsyncGenerator[Json]:
        """The pieces of the streamed answer to a request; closing it hangs up."""
        ...

    def complete(self, request: Json) -> AsyncGenerator[Json]:
        """The pieces of what a base model goes on with, streamed like an answer."""
        ...

    async def aclose(self) -> None:
        """Let go of all connections."""
        ...


def model_names(listed: object) -> tuple[str, ...]:
    """The names in the answer to a request for the list of models; raises `EndpointError`."""
    models = listed.get("data") if isinstance(listed, Mapping) else None
    if not isinstance(models, list):
        raise EndpointError(Failure(Trouble.GARBLED))
    names = [model.get("id") for model in models if isinstance(model, Mapping)]
    return tuple(name for name in names if isinstance(name, str))


def status_failure(status: int, body: object, headers: Mapping[str, str]) -> Failure:
    """The failure that an error status means.

    `body` is what came with it, parsed if it could be; the names of `headers` are in lower case.
    """
    error = body.get("error", body) if isinstance(body, Mapping) else body
    words, code = error, None
    if isinstance(error, Mapping):
        words = error.get("message") or error.get("detail")
        code = error.get("code")

    text = words if isinstance(words, str) else ""
    is_page = text.lstrip().startswith("<")  # a web page, which says nothing in a sentence
    return Failure(
        Trouble.STATUS,
        "" if is_page else text,
        status,
        code if isinstance(code, str) else "",
        _wait(headers),
    )


def _wait(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait, by the headers that OpenAI and others send."""
    for name, factor in (("retry-after-ms", 1e-3), ("retry-after", 1.0)):
        try:
            return float(headers.get(name, "")) * factor
        except ValueError:
            continue
    return None
