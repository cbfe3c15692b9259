"""Repairs in the editor: made in a checker's process, offered, and applied with one click."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from evenhand.apps.lsp.actions.dead_ends import DeadEnd, not_repaired
from evenhand.apps.lsp.actions.editor_model import permitted_model
from evenhand.apps.lsp.actions.model_conversation import Conversation, model_failed
from evenhand.apps.lsp.actions.patience import patience
from evenhand.apps.lsp.actions.repair_jobs import (
    FileProgress,
    Step,
    Text,
    prompt_to_repair,
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
from evenhand.apps.lsp.user_questions import UnableToAskError, answer_of_user
from evenhand.apps.lsp.wording import function_title
from evenhand.apps.lsp.work_done_progress import LongWork
from evenhand.check.sandbox import WorkerError
from evenhand.models.language_model import Model, ModelError
from evenhand.options import Baseline
from evenhand.repair.repairs import Repair, Repairs
from evenhand.repair.survey.repair_case import NoRepairError
from evenhand.repair.whole_files import Done, FileRepair
from evenhand.scaling.engine_process import EngineLostError, Listener

SHOW_IT = "Show the Repair"
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
    name = function_title(function)
    longer = f"The repair of {name} takes longer. It goes on in the background."
    title = f"Repairing {function}"
    async with (
        server.long_work(title, PATIENCE_SECONDS) as work,
        patience(server, longer) as waiting,
    ):
        try:
            if with_model:
                model = await permitted_model(server, function)
                repairs = await _with_model(server, document, function, attribute, model, work)
            else:
                repairs = await _offline(server, document, function, attribute, work)
        except ModelError as error:
            return model_failed(server, error)
        except (WorkerError, EngineLostError) as error:
            return not_applied(server, str(error))

    end = _dead_end(server, document, function, attribute, repairs, with_model=with_model)
    if end is not None:
        return not_repaired(server, end)
    offers = [_function_offer(function, repair) for repair in repairs.offered]
    if waiting.is_over and not await _is_wanted_now(server, name):
        return {"applied": False, "reason": "it was not looked at"}
    return await offer_repairs(server, repaired, offers)


async def _is_wanted_now(server: EvenhandServer, name: str) -> bool:
    """Whether to show a repair that was made in the background; where nobody can be asked, yes."""
    try:
        return await answer_of_user(server, f"A repair of {name} is ready.", [SHOW_IT]) == SHOW_IT
    except UnableToAskError:
        return True


def _dead_end(
    server: EvenhandServer,
    document: Document,
    function: str,
    attribute: str | None,
    repairs: Repairs,
    *,
    with_model: bool,
) -> DeadEnd | None:
    """Why nothing is repaired; None if something is. To allow a difference is no repair."""
    name, offered = function_title(function), repairs.offered
    if any(not repair.is_allowance for repair in offered):
        return None

    why, reason = f"{name} was not repaired: {repairs.problem}.", ""
    if offered:
        proposal, reason = offered[0].title, offered[0].reason_to_allow
        why = f"{name} was not repaired. Rather {proposal[:1].lower()}{proposal[1:]}."
    asked = (server, document, function, attribute)
    return DeadEnd(
        document,
        function,
        attribute,
        why,
        reason,
        None if with_model else partial(repair_one, *asked, with_model=True),
        partial(_prompt, *asked),
    )


async def _prompt(
    server: EvenhandServer, document: Document, function: str, attribute: str | None
) -> str | None:
    """What an assistant can be asked; None if it cannot be written, which the user is told."""
    strategy = server.session.settings.configuration.repair.asking.strategy
    text = _checked(server, document)
    arguments = (text, function, attribute, strategy)
    try:
        async with server.long_work("Writing the prompt", PATIENCE_SECONDS):
            return await server.checker.work(text.path, prompt_to_repair, *arguments)
    except (NoRepairError, WorkerError, EngineLostError) as error:
        not_applied(server, f"There is no prompt: {error}.")
        return None


async def repair_all(server: EvenhandServer, document: Document) -> dict[str, Any]:
    """Repair one function after the other, and offer all of it as one diff."""
    repaired = RepairedVersion.present(document)
    title = f"Repairing {document.path.name}"
    async with server.long_work(title, PATIENCE_SECONDS, percentage=0) as work:
        try:
            result = await whole_file(server, document, work)
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
    server: EvenhandServer,
    document: Document,
    function: str,
    attribute: str | None,
    work: LongWork,
) -> Repairs:
    text = _checked(server, document)
    arguments = (text, function, attribute)
    return await server.checker.work(text.path, repairs_offline, *arguments, listener=_Shown(work))


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
    talk = Conversation(model, work)
    repairs = await server.checker.work(text.path, repairs_by_model, *arguments, listener=talk)
    if talk.failure is not None and not repairs.offered:
        problem = f"`{function}` was not repaired: {talk.failure}"
        raise ModelError(problem, talk.failure.remedy) from talk.failure
    return repairs


async def whole_file(server: EvenhandServer, document: Document, work: LongWork) -> FileRepair:
    """All functions of a document repaired; raises `WorkerError` and `EngineLostError`."""
    text = _checked(server, document)
    return await server.checker.work(text.path, repaired_file, text, listener=_Shown(work))


def _checked(server: EvenhandServer, document: Document) -> Text:
    """What a document's check would get, and the baseline that the user has chosen."""
    path, settings = document.path, server.session.settings
    options = settings.of(path).options
    chosen = settings.configuration.repair.baseline
    if chosen is not Baseline.AUTO:
        options = replace(options, baseline=chosen)
    return Text(document.text.python, path, options)


class _Shown(Listener):
    """Shows how far the repair of a function or a file is."""

    def __init__(self, work: LongWork) -> None:
        self._work = work

    def hear(self, event: FileProgress | Step) -> None:
        if isinstance(event, Step):
            self._work.report(event.words)
            return
        message = f"{event.function} ({event.number + 1} of {event.count})"
        self._work.report(message, 100 * event.number // max(event.count, 1))


def _function_offer(function: str, repair: Repair) -> Offer:
    evidence = "; ".join(filter(None, (repair.note, repair.evidence, repair.by_model)))
    strategies = {function: repair.strategy}
    return Offer(
        repair.title,
        repair.effects,
        evidence,
        repair.text,
        strategies,
        repair.awaits_word,
        repair.is_allowance,
    )


def _file_title(result: FileRepair) -> str:
    """Which functions change, and which are repaired with them."""
    changed = [function_title(done.function) for done in result.done]
    along = [function_title(along.function) for along in result.along]
    functions = "1 function" if len(changed) == 1 else f"{len(changed)} functions"
    with_them = f"; with {'it' if len(changed) == 1 else 'them'} {', '.join(along)}"
    return f"Repair {functions}: {', '.join(changed)}{with_them if along else ''}"


def _in_short(done: Done) -> str:
    """What changes in a function, and for whom."""
    changes = "; ".join(done.repair.effects)
    effect = f" ({changes})" if changes else ""
    return f"{done.function}: {done.repair.title.lower()}{effect}"


def _file_offer(result: FileRepair, left: str) -> Offer:
    """All repairs of a file in one offer; `left` says what was not repaired."""
    return Offer(
        title=_file_title(result),
        effects=[left] if left else [],
        evidence="; ".join(map(_in_short, result.done)),
        text=result.after,
        strategies={done.function: done.repair.strategy for done in result.done},
    )
