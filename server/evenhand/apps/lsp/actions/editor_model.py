"""Models that the editor reaches for us: its own, or an endpoint whose key it keeps."""

from __future__ import annotations

import os
import uuid
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from pygls.exceptions import JsonRpcException

from evenhand.apps.lsp.configuration.repair_settings import ENDPOINT, RepairSettings
from evenhand.apps.lsp.lsp_extensions import API_KEY, ASK_MODEL, FIND_MODEL, MAY_SEND
from evenhand.apps.lsp.markup import message
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.apps.lsp.user_questions import UnableToAskError, answer_of_user
from evenhand.models.language_model import (
    Answer,
    Message,
    Model,
    ModelError,
    Progress,
    Remedy,
    usage_of,
)
from evenhand.models.openai_model import OpenAIModel

LONGEST_ANSWER = 60_000
"""Characters of an answer."""
SEND, CANCEL = "Send", "Cancel"


@dataclass(frozen=True, slots=True)
class EditorModel:
    """A language model of the editor, asked through the client."""

    server: EvenhandServer
    name: str = "your editor's language model"
    id: str | None = None
    """As the editor tells it from others, which may have the same name."""

    async def ask(self, messages: Sequence[Message], on_progress: Progress | None = None) -> Answer:
        """The model's answer; raises `ModelError`."""
        question, awaited = str(uuid.uuid4()), self.server.session.answers_awaited
        params = {
            "messages": [asdict(message) for message in messages],
            "question": question,
            "id": self.id,
        }
        if on_progress is not None:
            awaited[question] = on_progress
        try:
            reply = await self.server.ask(ASK_MODEL, params)
        except JsonRpcException as error:
            raise ModelError(str(error.message or error), Remedy.MODEL) from error
        finally:
            awaited.pop(question, None)

        text = getattr(reply, "text", None)
        if not isinstance(text, str) or not text.strip():
            raise ModelError(f"{self.name} gave an empty answer")
        if len(text) > LONGEST_ANSWER:
            raise ModelError(f"{self.name} does not stop writing")
        usage = usage_of(getattr(reply, "sent", None), getattr(reply, "received", None))
        return Answer(text, usage)


async def permitted_model(server: EvenhandServer, function: str) -> Model:
    """The model that the user chose, once the user agrees to what is sent.

    Raises `ModelError` if there is no such model, or if the user does not agree.
    """
    settings = server.session.settings
    model = await _chosen_model(server, settings.configuration.repair)
    goal = _goal(model)
    if goal not in settings.models_allowed:
        if not await _agrees(server, function, model):
            raise ModelError("Nothing was sent.")
        settings.models_allowed.add(goal)
    if isinstance(model, OpenAIModel):
        await model.try_out()  # before the search, which takes longer
    return model


async def is_model_at_hand(server: EvenhandServer) -> bool:
    """Whether the user has chosen an endpoint, or the editor has a model."""
    if server.session.settings.configuration.repair.provider == ENDPOINT:
        return server.session.settings.configuration.repair.model_wanted
    if "askModel" not in server.session.settings.abilities:
        return False
    try:
        await _editor_model(server)
    except ModelError:
        return False
    return True


async def _chosen_model(server: EvenhandServer, settings: RepairSettings) -> Model:
    abilities = server.session.settings.abilities
    if settings.provider != ENDPOINT:
        if "askModel" not in abilities:
            raise ModelError("this editor offers no language models to Evenhand")
        return await _editor_model(server)

    key = os.environ.get("EVENHAND_API_KEY") or os.environ.get("OPENAI_API_KEY", "")
    if "apiKey" in abilities:
        reply = await server.ask(API_KEY, {"endpoint": settings.endpoint})
        key = str(getattr(reply, "key", None) or key)
    return OpenAIModel(settings.endpoint_with(key))


async def _editor_model(server: EvenhandServer) -> EditorModel:
    """The editor's model, by its name if the editor says it."""
    if "findModel" not in server.session.settings.abilities:
        return EditorModel(server)
    try:
        reply = await server.ask(FIND_MODEL, {})
    except JsonRpcException as error:
        raise ModelError(str(error.message or error), Remedy.MODEL) from error
    name, id_ = getattr(reply, "name", "a model"), getattr(reply, "id", None)
    return EditorModel(server, f"{name} of your editor", str(id_) if id_ is not None else None)


def _goal(model: Model) -> tuple[str, ...]:
    """Where exactly a text goes: an answer to the question whether it may counts for no other."""
    if isinstance(model, OpenAIModel):
        return "endpoint", model.endpoint.base_url, model.endpoint.model
    return "editor", model.name, getattr(model, "id", None) or ""


async def _agrees(server: EvenhandServer, function: str, model: Model) -> bool:
    """Whether the user allows it; nothing but the choice to send counts as that."""
    question = f"May Evenhand send code to {model.name}?"
    detail = (
        f"It will send the text of `{function}`, what it uses in the same file, and the calls "
        "that fail with their outcomes. Later requests of this session go there without asking."
    )
    if "maySend" in server.session.settings.abilities:
        params = {"question": message(question), "detail": message(detail)}
        reply = await server.ask(MAY_SEND, params)
        return getattr(reply, "agreed", None) is True

    try:
        return await answer_of_user(server, f"{question} {detail}", [SEND, CANCEL]) == SEND
    except UnableToAskError as error:
        raise ModelError(
            "Nothing was sent: this editor cannot ask you whether it may be."
        ) from error
