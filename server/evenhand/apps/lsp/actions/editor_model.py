"""Models that the editor reaches for us: its own, or an endpoint whose key it keeps."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from evenhand.apps.lsp.configuration.repair_settings import EDITOR, RepairSettings
from evenhand.apps.lsp.lsp_extensions import API_KEY, ASK_MODEL
from evenhand.apps.lsp.markup import message
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.models.language_model import Answer, Message, Model, ModelError, Usage
from evenhand.models.openai_endpoint import Endpoint
from evenhand.models.openai_model import OpenAIModel

LONGEST_ANSWER = 60_000
"""Characters of an answer."""
SEND, CANCEL = "Send", "Cancel"


@dataclass(frozen=True, slots=True)
class EditorModel:
    """A language model of the editor, asked through the client."""

    server: EvenhandServer
    name: str = "your editor's language model"

    async def ask(self, messages: Sequence[Message]) -> Answer:
        """The model's answer; raises `ModelError`."""
        params = {"messages": [asdict(message) for message in messages]}
        try:
            reply = await self.server.ask(ASK_MODEL, params)
        except JsonRpcException as error:
            raise ModelError(str(error.message or error)) from error

        text = getattr(reply, "text", None)
        if not isinstance(text, str) or not text.strip():
            raise ModelError(f"{self.name} gave an empty answer")
        if len(text) > LONGEST_ANSWER:
            raise ModelError(f"{self.name} does not stop writing")
        usage = Usage(getattr(reply, "sent", None), getattr(reply, "received", None))
        return Answer(text, usage)


async def permitted_model(server: EvenhandServer, function: str) -> Model:
    """The model that the user chose, once the user agrees to what is sent.

    Raises `ModelError` if there is no such model, or if the user does not agree.
    """
    settings = server.session.settings
    model = await _chosen_model(server, settings.configuration.repair)
    if model.name not in settings.models_allowed:
        if not await _agrees(server, function, model):
            raise ModelError("Nothing was sent.")
        settings.models_allowed.add(model.name)
    return model


async def _chosen_model(server: EvenhandServer, settings: RepairSettings) -> Model:
    abilities = server.session.settings.abilities
    if settings.provider == EDITOR:
        if "askModel" not in abilities:
            raise ModelError("this editor offers no language models to Evenhand")
        return EditorModel(server)

    key = os.environ.get("EVENHAND_API_KEY") or os.environ.get("OPENAI_API_KEY", "")
    if "apiKey" in abilities:
        reply = await server.ask(API_KEY, {"endpoint": settings.endpoint})
        key = str(getattr(reply, "key", None) or key)
    return OpenAIModel(Endpoint(settings.model, settings.endpoint, key))


async def _agrees(server: EvenhandServer, function: str, model: Model) -> bool:
    question = message(
        f"Evenhand will send the text of `{function}`, what it uses in the same file, and the "
        f"calls that fail with their outcomes to {model.name}. Later requests of this session "
        "go there without asking."
    )
    actions = [types.MessageActionItem(SEND), types.MessageActionItem(CANCEL)]
    params = types.ShowMessageRequestParams(types.MessageType.Info, question, actions)
    answer = await server.ask(types.WINDOW_SHOW_MESSAGE_REQUEST, params)
    return answer is not None and answer.title == SEND
