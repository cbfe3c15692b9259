"""Turns errors of the `openai` package into a `ModelError` with a sentence for the user.

That package is optional, so this module is imported only where a model is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import openai

from evenhand.models.language_model import ModelError, TurnedAwayError
from evenhand.models.openai_endpoint import Endpoint

LONGEST_QUOTE = 200
"""Characters of an endpoint's own words."""


def model_error(error: openai.OpenAIError, endpoint: Endpoint) -> ModelError:
    """What `error` means for a question to `endpoint`."""
    kind = next(kind for kind in type(error).__mro__ if kind in SENTENCES)
    sentence = SENTENCES[kind](error, endpoint)
    return TurnedAwayError(sentence) if _turned_away(error) else ModelError(sentence)


def _turned_away(error: openai.OpenAIError) -> bool:
    """Whether no answer was begun; an endpoint that was silent or broke off may have begun one."""
    return isinstance(error, openai.APIStatusError) or _is_unreachable(error)


def _is_unreachable(error: openai.OpenAIError) -> bool:
    # By name: the HTTP library below openai has changed before, and may change again.
    return type(error.__cause__).__name__ == "ConnectError"


def _timeout(error: openai.APITimeoutError, endpoint: Endpoint) -> str:
    return f"{endpoint.host} gave no answer in {endpoint.seconds:g} s"


def _connection(error: openai.APIConnectionError, endpoint: Endpoint) -> str:
    if _is_unreachable(error):
        return f"{endpoint.host} cannot be reached ({error.__cause__})"
    return f"the connection to {endpoint.host} broke off ({error.__cause__ or error})"


def _authentication(error: openai.AuthenticationError, endpoint: Endpoint) -> str:
    if endpoint.key:
        return f"{endpoint.host} does not accept the key"
    return f"{endpoint.host} wants a key"


def _permission(error: openai.PermissionDeniedError, endpoint: Endpoint) -> str:
    return f"{endpoint.host} does not allow {endpoint.model} with this key"


def _not_found(error: openai.NotFoundError, endpoint: Endpoint) -> str:
    return f"{endpoint.host} has no model {endpoint.model}, or {endpoint.base_url} is wrong"


def _rate_limit(error: openai.RateLimitError, endpoint: Endpoint) -> str:
    return (
        f"{endpoint.host} takes no more requests now (429), "
        f"nor did after {endpoint.retries} retries"
    )


def _status(error: openai.APIStatusError, endpoint: Endpoint) -> str:
    message = error.message.removeprefix(f"Error code: {error.status_code} - ")
    return f"{endpoint.host} answers {error.status_code}: {_cut(message)}"


def _other(error: openai.OpenAIError, endpoint: Endpoint) -> str:
    return f"{endpoint.host} failed: {_cut(str(error))}"


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_QUOTE else line[: LONGEST_QUOTE - 1] + "…"


SENTENCES: Mapping[type, Callable[[Any, Endpoint], str]] = {
    openai.APITimeoutError: _timeout,
    openai.APIConnectionError: _connection,
    openai.AuthenticationError: _authentication,
    openai.PermissionDeniedError: _permission,
    openai.NotFoundError: _not_found,
    openai.RateLimitError: _rate_limit,
    openai.APIStatusError: _status,
    openai.OpenAIError: _other,
}
"""By the most special class of an error that is listed."""
