"""Repairs in the editor: found in the background, shown as a diff, and applied with one click.

A text that has changed since the repair was found is left as it is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from evenhand.apps.lsp.actions.code_actions import REPAIR, REPAIR_FILE
from evenhand.apps.lsp.actions.editor_model import model_of
from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.documents.text_positions import Text
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.apps.lsp.work_done_progress import LongWork
from evenhand.check.checking import Checker
from evenhand.check.sandbox import WorkerError
from evenhand.findings import Span
from evenhand.models.language_model import Model, ModelError
from evenhand.repair.by_model.conversation import Round, by_model
from evenhand.repair.offline import offline_repairs
from evenhand.repair.repairs import Repair, Repairs
from evenhand.repair.survey.repair_case import NoRepairError, examine
from evenhand.repair.whole_files import FileRepair, most_favourable, repair_file

CHOOSE_REPAIR = "evenhand/chooseRepair"
"""Request to the client: show repairs as a diff; it answers `{chosen}`, a number or null."""
SEND, CANCEL = "Send", "Cancel"


@dataclass(frozen=True, slots=True)
class Offer:
    """A new text of a document, as it is shown to the user."""

    title: str
    effect: str
    evidence: str
    text: str
    repaired: Mapping[str, str]
    """The functions, each with the strategy: `offline`, or how a model was asked."""


def register(server: EvenhandServer) -> None:
    @server.offer(REPAIR)
    async def repair_command(*given: Any) -> dict[str, Any]:
        document = _document(server, given)
        function = str(given[1]) if len(given) > 1 else ""
        attribute = given[2] if len(given) > 2 and isinstance(given[2], str) else None
        by = len(given) > 3 and given[3] is True
        return await repair(server, document, function, attribute, by_a_model=by)

    @server.offer(REPAIR_FILE)
    async def repair_file_command(*given: Any) -> dict[str, Any]:
        return await repair_all(server, _document(server, given))


async def repair(
    server: EvenhandServer,
    document: Document,
    function: str,
    attribute: str | None,
    *,
    by_a_model: bool,
) -> dict[str, Any]:
    """Find repairs of one function, let the user choose, and apply the chosen one."""
    version, text = document.version, document.text
    async with server.long_work(f"Repairing {function}", patience=0.3) as work:
        try:
            model = await _allowed_model(server, function) if by_a_model else None
            found = await _found(server, document, function, attribute, model, work)
        except (ModelError, WorkerError) as error:
            return _said(server, str(error))
    if not found.offered:
        return _said(server, f"`{function}` was not repaired: {found.problem}.")
    return await _offer(
        server, document, version, text, [_as_offer(function, r) for r in found.offered]
    )


async def repair_all(server: EvenhandServer, document: Document) -> dict[str, Any]:
    """Repair one function after the other; one diff and one summary for all of them."""
    version, text = document.version, document.text
    options = server.session.checks.options_of(document.path)
    async with server.long_work(f"Repairing {document.path.name}", 0.3, percentage=0) as work:
        here = asyncio.get_running_loop()

        def on_function(name: str, number: int, count: int) -> None:
            said = f"{name} ({number + 1} of {count})"
            here.call_soon_threadsafe(work.report, said, 100 * number // max(count, 1))

        async def job(checker: Checker) -> FileRepair:
            async def make(source: str, function: str) -> Repairs:
                path = document.path
                return await offline_repairs(checker, source, path, options, function, most=1)

            return await repair_file(
                checker, text.python, document.path, options, make, most_favourable, on_function
            )

        try:
            made = await server.engine.work(job)
        except WorkerError as error:
            return _said(server, str(error))
    left = "; ".join(f"`{one.function}` was not repaired: {one.reason}" for one in made.left)
    if not made.done:
        return _said(server, left or "Nothing is left to repair in this file.")
    count = len(made.done)
    title = "Repair 1 function" if count == 1 else f"Repair {count} functions"
    told = "; ".join(f"{d.function}: {d.repair.title.lower()}" for d in made.done)
    repaired = {d.function: d.repair.strategy for d in made.done}
    offer = Offer(title, left, told, made.after, repaired)
    done = await _offer(server, document, version, text, [offer])
    if done["applied"] and left:
        _said(server, left)
    return done


async def _found(
    server: EvenhandServer,
    document: Document,
    function: str,
    attribute: str | None,
    model: Model | None,
    work: LongWork,
) -> Repairs:
    options = server.session.checks.options_of(document.path)
    source, path = document.text.python, document.path
    asking = server.session.surroundings.configuration.repair.asking

    def on_round(done: Round) -> None:
        sent, received = done.usage.sent, done.usage.received
        tokens = f", {sent:,} + {received:,} tokens" if sent is not None else ""
        said = f"answer {done.number}: {done.problem or 'proved'}{tokens}"
        here.call_soon_threadsafe(work.report, said)

    async def job(checker: Checker) -> Repairs:
        if model is None:
            return await offline_repairs(checker, source, path, options, function, attribute)
        try:
            case = await examine(checker, source, path, options, function, attribute)
        except NoRepairError as error:
            return Repairs(function, problem=str(error))
        return await by_model(checker, case, model, asking, on_round)

    here = asyncio.get_running_loop()
    return await server.engine.work(job)


async def _allowed_model(server: EvenhandServer, function: str) -> Model:
    """The model that the user chose, once the user knows what goes where."""
    model = await model_of(server, server.session.surroundings.configuration.repair)
    allowed = server.session.surroundings.models_allowed
    if model.name not in allowed:
        message = (
            f"Evenhand will send the text of `{function}`, what it uses in the same file, and the "
            f"calls that fail with their outcomes to {model.name}. Later requests of this session "
            "go there without asking."
        )
        actions = [types.MessageActionItem(SEND), types.MessageActionItem(CANCEL)]
        params = types.ShowMessageRequestParams(types.MessageType.Info, message, actions)
        answer = await server.ask(types.WINDOW_SHOW_MESSAGE_REQUEST, params)
        if answer is None or answer.title != SEND:
            raise ModelError("Nothing was sent.")
        allowed.add(model.name)
    return model


async def _offer(
    server: EvenhandServer,
    document: Document,
    version: int,
    text: Text,
    offers: Sequence[Offer],
) -> dict[str, Any]:
    chosen = await _chosen(server, document, version, offers)
    if chosen is None:
        return {"applied": False, "reason": "none was chosen"}
    if document.version != version or server.session.documents.get(document.uri) is not document:
        return _said(server, "The text has changed meanwhile, and was left as it is.")
    identifier = types.OptionalVersionedTextDocumentIdentifier(uri=document.uri, version=version)
    edits = edits_between(text, chosen.text)
    server.session.suggestions.own_result(document.uri, chosen.text)
    edit = types.TextDocumentEdit(identifier, edits)
    params = types.ApplyWorkspaceEditParams(
        types.WorkspaceEdit(document_changes=[edit]), label=f"Evenhand: {chosen.title}"
    )
    done = await server.ask(types.WORKSPACE_APPLY_EDIT, params)
    if not done.applied:
        return _said(server, f"The text was left as it is: {done.failure_reason or 'refused'}.")
    server.session.suggestions.repaired(document.uri, chosen.repaired)
    return {"applied": True, "title": chosen.title}


async def _chosen(
    server: EvenhandServer, document: Document, version: int, offers: Sequence[Offer]
) -> Offer | None:
    """The repair that the user picks: in a diff where the client can, in a message elsewhere."""
    if CHOOSE_REPAIR.rpartition("/")[2] in server.session.surroundings.client:
        params = {
            "uri": document.uri,
            "version": version,
            "repairs": [
                {"title": o.title, "effect": o.effect, "evidence": o.evidence, "text": o.text}
                for o in offers
            ],
        }
        said = await server.ask(CHOOSE_REPAIR, params)
        number = getattr(said, "chosen", None)
        inside = isinstance(number, int) and 0 <= number < len(offers)
        return offers[number] if inside else None  # type: ignore[index]
    lines = [" — ".join(filter(None, (o.title, o.effect, o.evidence))) for o in offers]
    actions = [types.MessageActionItem(o.title) for o in offers]
    message = types.ShowMessageRequestParams(types.MessageType.Info, "\n".join(lines), actions)
    answer = await server.ask(types.WINDOW_SHOW_MESSAGE_REQUEST, message)
    title = answer.title if answer is not None else None
    return next((o for o in offers if o.title == title), None)


def edits_between(before: Text, after: str) -> list[types.TextEdit]:
    """Edits of whole lines that make `after` out of `before`, with its line ends."""
    old, new = before.python.split("\n"), after.split("\n")
    end = "\r\n" if "\r\n" in before.source else "\n"
    edits: list[types.TextEdit] = []
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        if b < len(old):
            span = Span(a + 1, 0, b + 1, 0)
            text = "".join(line + end for line in new[c:d])
        elif a == 0:
            span = Span(1, 0, b, len(old[b - 1]))
            text = end.join(new[c:d])
        else:  # the last line has no end of its own, so that the one before has to give its
            span = Span(a, len(old[a - 1]), b, len(old[b - 1]))
            text = "".join(end + line for line in new[c:d])
        edits.append(types.TextEdit(before.range(span), text))
    return edits


def _as_offer(function: str, repair: Repair) -> Offer:
    evidence = "; ".join(filter(None, (repair.evidence, repair.by_model)))
    repaired = {function: repair.strategy}
    return Offer(repair.title, repair.effect, evidence, repair.text, repaired)


def _said(server: EvenhandServer, sentence: str) -> dict[str, Any]:
    """Tell the user why nothing was done."""
    server.window_show_message(types.ShowMessageParams(types.MessageType.Warning, sentence))
    return {"applied": False, "reason": sentence}


def _document(server: EvenhandServer, given: Sequence[Any]) -> Document:
    document = server.session.documents.get(given[0]) if given else None
    if document is None:
        raise JsonRpcInvalidParams("the first argument must be the URI of an open document")
    return document
