"""The endpoint of the model that the command line names."""

from __future__ import annotations

import os
from importlib.util import find_spec

import click

from evenhand.models.openai_endpoint import OPENAI, Endpoint
from evenhand.models.openai_model import MISSING


def endpoint(model: str | None, base_url: str | None) -> Endpoint:
    """Which model to ask and where, with the key from the environment; raises `UsageError`."""
    if not model:
        raise click.UsageError("which model? Name it with --model or EVENHAND_MODEL")
    if find_spec("openai") is None:
        raise click.UsageError(MISSING)

    key = os.environ.get("EVENHAND_API_KEY") or os.environ.get("OPENAI_API_KEY", "")
    return Endpoint(model, base_url or OPENAI, key)
