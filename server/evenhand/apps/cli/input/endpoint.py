"""The endpoint of the model that the command line names."""

from __future__ import annotations

import os
from collections.abc import Mapping

import click

from evenhand.models.language_model import ModelError, Remedy
from evenhand.models.openai_endpoint import OPENAI, SECONDS, Endpoint, base_url_of, sign_in_of
from evenhand.models.openai_model import OpenAIModel

HINTS: Mapping[Remedy, str] = {
    Remedy.KEY: "the key is read from EVENHAND_API_KEY or OPENAI_API_KEY",
    Remedy.ENDPOINT: "the address is that of --base-url",
    Remedy.MODEL: "the model is that of --model",
    Remedy.TIMEOUT: "--timeout allows more seconds",
    Remedy.LENGTH: "--max-tokens allows longer answers",
}
"""Which option or variable to change."""


def endpoint(
    model: str | None,
    base_url: str | None,
    seconds: float | None = None,
    tokens: int | None = None,
    temperature: float | None = None,
) -> Endpoint:
    """Which model to ask, where and how, with the key from the environment; raises `UsageError`."""
    if not model:
        raise click.UsageError("which model? Name it with --model or EVENHAND_MODEL")
    try:
        address, sign_in = base_url_of(base_url or OPENAI), sign_in_of(base_url or OPENAI)
    except ModelError as error:
        raise click.UsageError(_with_hint(error)) from error

    key = os.environ.get("EVENHAND_API_KEY") or os.environ.get("OPENAI_API_KEY", "")
    return Endpoint(
        model,
        address,
        key,
        seconds or SECONDS,
        temperature=temperature,
        tokens=tokens,
        sign_in=sign_in,
    )


async def try_out(endpoint: Endpoint) -> None:
    """Find out whether a model answers before any work begins; raises `UsageError` if not."""
    try:
        await OpenAIModel(endpoint).try_out()
    except ModelError as error:
        raise click.UsageError(_with_hint(error)) from error


def _with_hint(error: ModelError) -> str:
    hint = HINTS.get(error.remedy)
    return f"{error} ({hint})" if hint else str(error)
