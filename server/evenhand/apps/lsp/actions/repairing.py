"""Repairs in the editor: made in a checker's process, offered, and applied with one click."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evenhand.apps.lsp.actions.editor_model import permitted_model
from evenhand.apps.lsp.actions.repair_jobs import (
    Progress,
    Text,
    repaired_file,
    repairs_by_model,
    repairs_offline,
)
from evenhand.apps.lsp.actions.repair_offers import (
    Offer,
    RepairedVersion,
    not_applied,
    offer_repairs,
)
from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.apps.lsp.work_done_progress import LongWork
from evenhand.check.sandbox import WorkerError
from evenhand.models.language_model import Answer, Message, Model, ModelError
from evenhand.repair.by_model.conversation import Round
from evenhand.repair.repairs import Repair, Repairs
from evenhand.repair.whole_files import FileRepair
from evenhand.scaling.engine_process import EngineLostError, Listener

PATIENCE_SECONDS = 0.3
"""How long a repair lasts before its progress is shown."""


async def repair_one(
    server: EvenhandServer,
    document: Document,
    function: str,
    attribute: str | None,
    *,
    with_model: bool,
) -> dict[str, Any]:
    """Make repairs of one function, let the user choose, and apply the chosen one."""
    repaired = RepairedVersion.present(document)
    async with server.long_work(f"Repairing {function}", PATIENCE_SECONDS) as work:
        try:
            if with_model:
                model = await permitted_model(server, function)
                repairs = await _with_model(server, document, function, attribute, model, work)
            else:
                repairs = await _offline(server, document, function, attribute)
        except (ModelError, WorkerError, EngineLostError) as error:
            return not_applied(server, str(error))

    if not repairs.offered:
        return not_applied(server, f"`{function}` was not repaired: {repairs.problem}.")
    offers = [_function_offer(function, repair) for repair in repairs.offered]
    return await offer_repairs(server, repaired, offers)


async def repair_all(server: EvenhandServer, document: Document) -> dict[str, Any]:
    """Repair one function after the other, and offer all of it as one diff."""
    repaired = RepairedVersion.present(document)
    title = f"Repairing {document.path.name}"
    async with server.long_work(title, PATIENCE_SECONDS, percentage=0) as work:
        try:
            result = await _whole_file(server, document, work)
        except (WorkerError, EngineLostError) as error:
            return not_applied(server, str(error))

    left = "; ".join(f"`{left.function}` was not repaired: {left.reason}" for left in result.left)
    if not result.done:
        return not_applied(server, left or "Nothing is left to repair in this file.")

    answer = await offer_repairs(server, repaired, [_file_offer(result, left)])
    if answer["applied"] and left:
        not_applied(server, left)
    return answer


async def _offline(
    server: EvenhandServer, document: Document, function: str, attribute: str | None
) -> Repairs:
    text = _checked(server, document)
    return await server.checker.work(text.path, repairs_offline, text, function, attribute)


async def _with_model(
    server: EvenhandServer,
    document: Document,
    function: str,
    attribute: str | None,
    model: Model,
    work: LongWork,
) -> Repairs:
    text = _checked(server, document)
    asking = server.session.settings.configuration.repair.asking
    arguments = (text, function, attribute, model.name, asking)
    listener = _Conversation(model, work)
    return await server.checker.work(text.path, repairs_by_model, *arguments, listener=listener)


async def _whole_file(server: EvenhandServer, document: Document, work: LongWork) -> FileRepair:
    text = _checked(server, document)
    return await server.checker.work(text.path, repaired_file, text, listener=_Shown(work))


def _checked(server: EvenhandServer, document: Document) -> Text:
    """What a document's check would get: its text, its path and its options."""
    path = document.path
    return Text(document.text.python, path, server.session.settings.of(path).options)


class _Conversation(Listener):
    """Asks the model for a repair, and shows how far it is."""

    def __init__(self, model: Model, work: LongWork) -> None:
        self._model = model
        self._work = work

    def hear(self, event: Round) -> None:
        self._work.report(_round_message(event))

    async def answer(self, question: Sequence[Message]) -> Answer | str:
        """The model's answer, or why there is none."""
        try:
            return await self._model.ask(question)
        except ModelError as error:
            return str(error)


class _Shown(Listener):
    """Shows how far the repair of a file is."""

    def __init__(self, work: LongWork) -> None:
        self._work = work

    def hear(self, event: Progress) -> None:
        message = f"{event.function} ({event.number + 1} of {event.count})"
        self._work.report(message, 100 * event.number // max(event.count, 1))


def _round_message(ended: Round) -> str:
    sent, received = ended.usage.sent, ended.usage.received
    tokens = f", {sent:,} + {received:,} tokens" if sent is not None else ""
    return f"answer {ended.number}: {ended.problem or 'proved'}{tokens}"


def _function_offer(function: str, repair: Repair) -> Offer:
    evidence = "; ".join(filter(None, (repair.evidence, repair.by_model)))
    return Offer(repair.title, repair.effect, evidence, repair.text, {function: repair.strategy})


def _file_offer(result: FileRepair, left: str) -> Offer:
    """All repairs of a file in one offer; `left` says what was not repaired."""
    count = len(result.done)
    return Offer(
        title="Repair 1 function" if count == 1 else f"Repair {count} functions",
        effect=left,
        evidence="; ".join(f"{done.function}: {done.repair.title.lower()}" for done in result.done),
        text=result.after,
        strategies={done.function: done.repair.strategy for done in result.done},
    )
