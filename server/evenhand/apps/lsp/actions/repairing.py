"""Repairs in the editor: made in the checker's thread, offered, and applied with one click."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from evenhand.apps.lsp.actions.editor_model import permitted_model
from evenhand.apps.lsp.actions.repair_offers import (
    Offer,
    RepairedVersion,
    not_applied,
    offer_repairs,
)
from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.apps.lsp.work_done_progress import LongWork
from evenhand.check.checking import Checker
from evenhand.check.sandbox import WorkerError
from evenhand.models.language_model import Model, ModelError
from evenhand.options import CheckOptions
from evenhand.repair.by_model.conversation import Round, by_model
from evenhand.repair.offline import offline_repairs
from evenhand.repair.repairs import Repair, Repairs
from evenhand.repair.survey.repair_case import NoRepairError, examine
from evenhand.repair.whole_files import FileRepair, most_favourable, repair_file

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
        except (ModelError, WorkerError) as error:
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
        except WorkerError as error:
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
    source, path, options = _checked(server, document)

    async def job(checker: Checker) -> Repairs:
        return await offline_repairs(checker, source, path, options, function, attribute)

    return await server.checker.work(job)


async def _with_model(
    server: EvenhandServer,
    document: Document,
    function: str,
    attribute: str | None,
    model: Model,
    work: LongWork,
) -> Repairs:
    source, path, options = _checked(server, document)
    asking = server.session.settings.configuration.repair.asking
    clients_loop = asyncio.get_running_loop()

    def on_round(ended: Round) -> None:
        clients_loop.call_soon_threadsafe(work.report, _round_message(ended))

    async def job(checker: Checker) -> Repairs:
        try:
            case = await examine(checker, source, path, options, function, attribute)
        except NoRepairError as error:
            return Repairs(function, problem=str(error))
        return await by_model(checker, case, model, asking, on_round)

    return await server.checker.work(job)


async def _whole_file(server: EvenhandServer, document: Document, work: LongWork) -> FileRepair:
    source, path, options = _checked(server, document)
    clients_loop = asyncio.get_running_loop()

    def on_function(name: str, number: int, count: int) -> None:
        message = f"{name} ({number + 1} of {count})"
        percentage = 100 * number // max(count, 1)
        clients_loop.call_soon_threadsafe(work.report, message, percentage)

    async def job(checker: Checker) -> FileRepair:
        async def make(source: str, function: str) -> Repairs:
            return await offline_repairs(checker, source, path, options, function, most=1)

        return await repair_file(checker, source, path, options, make, most_favourable, on_function)

    return await server.checker.work(job)


def _checked(server: EvenhandServer, document: Document) -> tuple[str, Path, CheckOptions]:
    """What a document's check would get: its text, its path and its options."""
    path = document.path
    return document.text.python, path, server.session.settings.of(path).options


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
