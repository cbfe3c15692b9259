"""Models that the editor reaches for us: its own, or an endpoint whose key it keeps."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

from pygls.exceptions import JsonRpcException

from evenhand.apps.lsp.actions.repair_settings import EDITOR, RepairSettings
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.models.language_model import Answer, Message, Model, ModelError, Usage
from evenhand.models.openai_endpoint import Endpoint
from evenhand.models.openai_model import OpenAIModel

T = TypeVar("T")
ASK_MODEL = "evenhand/askModel"
"""Request to the client: `{messages: [{role, text}]}`; it answers `{text, sent?, received?}`."""
API_KEY = "evenhand/apiKey"
"""Request to the client: `{endpoint}`; it answers `{key}`, which it keeps in a safe place."""
LONGEST_ANSWER = 60_000


@dataclass(frozen=True, slots=True)
class EditorModel:
    """The editor's own language models, asked through the client."""

    server: EvenhandServer
    loop: asyncio.AbstractEventLoop
    """The one that talks to the client; the engine has another."""
    name: str = "your editor's language model"

    async def ask(self, messages: Sequence[Message]) -> Answer:
        params = {"messages": [asdict(m) for m in messages]}
        try:
            said = await _across(self.server.ask(ASK_MODEL, params), self.loop)
        except JsonRpcException as error:
            raise ModelError(str(error.message or error)) from error
        text = getattr(said, "text", None)
        if not isinstance(text, str) or not text.strip():
            raise ModelError(f"{self.name} gave an empty answer")
        if len(text) > LONGEST_ANSWER:
            raise ModelError(f"{self.name} does not stop writing")
        return Answer(text, Usage(getattr(said, "sent", None), getattr(said, "received", None)))


async def model_of(server: EvenhandServer, settings: RepairSettings) -> Model:
    """The model that the user chose; raises `ModelError` where there is none to be had."""
    if settings.provider == EDITOR:
        if "askModel" not in server.session.surroundings.client:
            raise ModelError("this editor offers no language models to Evenhand")
        return EditorModel(server, asyncio.get_running_loop())
    key = os.environ.get("EVENHAND_API_KEY") or os.environ.get("OPENAI_API_KEY", "")
    if "apiKey" in server.session.surroundings.client:
        said = await server.ask(API_KEY, {"endpoint": settings.endpoint})
        key = str(getattr(said, "key", None) or key)
    return OpenAIModel(Endpoint(settings.model, settings.endpoint, key))


async def _across(work: Coroutine[Any, Any, T], loop: asyncio.AbstractEventLoop) -> T:
    """Wait in this loop for work in another; a cancellation goes along."""
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, loop))
