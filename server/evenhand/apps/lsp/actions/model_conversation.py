"""Asks a model for a checker's process, shows how far it is, and says what to do if it fails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evenhand.apps.lsp.actions.repair_offers import not_applied
from evenhand.apps.lsp.lsp_extensions import MODEL_FAILED
from evenhand.apps.lsp.markup import message
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.apps.lsp.work_done_progress import LongWork
from evenhand.models.language_model import Answer, Message, Model, ModelError
from evenhand.repair.by_model.conversation import CHARACTERS_PER_REPORT, Round, Writing
from evenhand.scaling.engine_process import Listener


class Conversation(Listener):
    """Asks the model for a repair, and shows how far it is."""

    def __init__(self, model: Model, work: LongWork) -> None:
        self.failure: ModelError | None = None
        """Why the model gave no answer; None if it always has."""
        self._model = model
        self._work = work
        self._asked = 0
        self._shown = 0

    def hear(self, event: Round | Writing) -> None:
        if isinstance(event, Round):
            self._work.report(_round_message(event))

    async def answer(self, question: Sequence[Message]) -> Answer | str:
        """The model's answer, or why there is none."""
        self._asked, self._shown = self._asked + 1, 0
        self._work.report(f"asking {self._model.name}")
        try:
            return await self._model.ask(question, self._show)
        except ModelError as error:
            self.failure = error
            return str(error)

    def _show(self, characters: int) -> None:
        if characters >= self._shown + CHARACTERS_PER_REPORT:
            self._shown = characters
            self._work.report(f"answer {self._asked}: {characters:,} characters")


def model_failed(server: EvenhandServer, error: ModelError) -> dict[str, Any]:
    """Tell the user why a model gave no repair, with what to do about it; the command's answer."""
    if "modelFailed" not in server.session.settings.abilities:
        return not_applied(server, str(error))
    problem = message(str(error))
    server.protocol.notify(MODEL_FAILED, {"problem": problem, "remedy": error.remedy.name.lower()})
    return {"applied": False, "reason": problem}


def _round_message(ended: Round) -> str:
    sent, received = ended.usage.sent, ended.usage.received
    tokens = f", {sent:,} + {received:,} tokens" if sent is not None else ""
    return f"answer {ended.number}: {ended.problem or 'proved'}{tokens}"
