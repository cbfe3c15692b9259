"""The `openai` package as a client; imported only where that package is installed."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from typing import Any

import openai
from openai import AsyncOpenAI  # which versions before 1 lack

from evenhand.models.chat_client import MODELS_SECONDS, Json, status_failure
from evenhand.models.endpoint_errors import EndpointError, Failure, Trouble
from evenhand.models.openai_endpoint import Endpoint


class PackageClient:
    """Asks with the `openai` package."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._client = AsyncOpenAI(
            base_url=endpoint.base_url,
            api_key=endpoint.key or "none",
            max_retries=endpoint.retries,
            timeout=endpoint.seconds,
        )

    async def models(self) -> Sequence[str]:
        quick = self._client.with_options(max_retries=0, timeout=MODELS_SECONDS)
        try:
            return tuple([model.id async for model in quick.models.list()])
        except openai.OpenAIError as error:
            raise EndpointError(_failure(error)) from error
        except (ValueError, TypeError, AttributeError) as error:
            raise EndpointError(Failure(Trouble.GARBLED)) from error

    def chat(self, request: Json) -> AsyncGenerator[Json]:
        return self._streamed(self._client.chat.completions.create, request)

    def complete(self, request: Json) -> AsyncGenerator[Json]:
        return self._streamed(self._client.completions.create, request)

    async def _streamed(self, create: Any, request: Json) -> AsyncGenerator[Json]:
        try:
            async with await create(**request) as stream:
                async for chunk in stream:
                    yield chunk.model_dump()
        except openai.OpenAIError as error:
            raise EndpointError(_failure(error)) from error
        except (ValueError, AttributeError) as error:
            raise EndpointError(Failure(Trouble.GARBLED)) from error

    async def aclose(self) -> None:
        await self._client.close()


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
