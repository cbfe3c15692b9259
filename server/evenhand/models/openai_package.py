"""The `openai` package as a client; imported only where that package is installed."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Sequence

import httpx2  # which openai brings
import openai
from openai import AsyncOpenAI, AsyncStream  # which versions before 1 lack

from evenhand.models.chat_client import (
    MODELS_SECONDS,
    Json,
    answer_bound,
    model_names,
    status_failure,
)
from evenhand.models.endpoint_errors import EndpointError, Failure, Trouble
from evenhand.models.openai_endpoint import Endpoint


class PackageClient:
    """Asks with the `openai` package."""

    def __init__(self, endpoint: Endpoint) -> None:
        headers = {"Accept-Encoding": "identity"}
        if endpoint.authorization:
            headers["Authorization"] = endpoint.authorization
        self._client = AsyncOpenAI(
            base_url=endpoint.base_url,
            api_key=endpoint.key or "none",
            max_retries=endpoint.retries,
            timeout=endpoint.seconds,
            default_headers=headers,
            http_client=openai.DefaultAsyncHttpxClient(
                follow_redirects=False, event_hooks={"response": [_bind]}
            ),
        )

    async def models(self) -> Sequence[str]:
        quick = self._client.with_options(max_retries=0, timeout=MODELS_SECONDS)
        try:
            return model_names(await quick.get("/models", cast_to=object))
        except openai.OpenAIError as error:
            raise EndpointError(_failure(error)) from error
        except (ValueError, RecursionError) as error:
            raise EndpointError(Failure(Trouble.GARBLED)) from error

    def chat(self, request: Json) -> AsyncGenerator[Json]:
        return self._streamed("/chat/completions", request)

    def complete(self, request: Json) -> AsyncGenerator[Json]:
        return self._streamed("/completions", request)

    async def _streamed(self, path: str, request: Json) -> AsyncGenerator[Json]:
        try:
            answer = self._client.post(
                path, cast_to=object, body=request, stream=True, stream_cls=AsyncStream[Json]
            )
            async with await answer as stream:
                async for piece in stream:
                    yield piece
        except openai.OpenAIError as error:
            raise EndpointError(_failure(error)) from error
        except (ValueError, AttributeError, RecursionError) as error:
            raise EndpointError(Failure(Trouble.GARBLED)) from error

    async def aclose(self) -> None:
        await self._client.close()


class _BoundStream(httpx2.AsyncByteStream):
    """The bytes of an answer, as long as there are not too many."""

    def __init__(self, response: httpx2.Response) -> None:
        self._headers = response.headers
        self._stream = response.stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        bound = answer_bound(self._headers)
        assert isinstance(self._stream, httpx2.AsyncByteStream)
        async for data in self._stream:
            bound.take(data)
            yield data

    async def aclose(self) -> None:
        assert isinstance(self._stream, httpx2.AsyncByteStream)
        await self._stream.aclose()


async def _bind(response: httpx2.Response) -> None:
    response.stream = _BoundStream(response)


def _failure(error: openai.OpenAIError) -> Failure:
    cause = error.__cause__
    match error:
        case openai.APITimeoutError():
            return Failure(Trouble.SILENT)
        case openai.APIConnectionError():
            # By name: the HTTP library below openai has changed before, and may change again.
            unreached = type(cause).__name__ == "ConnectError"
            if "CERTIFICATE_VERIFY_FAILED" in str(cause):
                return Failure(Trouble.NOT_TRUSTED, str(cause))
            trouble = Trouble.UNREACHABLE if unreached else Trouble.BROKEN_OFF
            return Failure(trouble, str(cause or error))
        case openai.APIStatusError():
            return status_failure(error.status_code, error.body, error.response.headers)
        case openai.APIError():
            return Failure(Trouble.FAILED, error.message)
    return Failure(Trouble.FAILED, str(error))
