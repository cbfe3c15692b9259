"""Asks the user a question in the editor, which not every editor can show."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from evenhand.apps.lsp.lsp_extensions import PICK
from evenhand.apps.lsp.markup import message
from evenhand.apps.lsp.server import EvenhandServer

UNDO = "Undo"


class UnableToAskError(Exception):
    """The editor shows no questions, as Helix and JupyterLab do not."""


async def answer_of_user(
    server: EvenhandServer,
    question: str,
    answers: Sequence[str],
    kind: types.MessageType = types.MessageType.Info,
) -> str | None:
    """Which of `answers` the user picks; None if none of them.

    Raises `UnableToAskError`. No capability tells that beforehand: Emacs announces none, and asks.
    """
    titles = {message(answer): answer for answer in answers}
    actions = [types.MessageActionItem(title) for title in titles]
    params = types.ShowMessageRequestParams(kind, message(question), actions)
    try:
        reply = await server.ask(types.WINDOW_SHOW_MESSAGE_REQUEST, params)
    except JsonRpcException as error:
        raise UnableToAskError from error
    return None if reply is None else titles.get(reply.title)


async def is_taken_back(server: EvenhandServer, sentence: str) -> bool:
    """Say what was done; whether the user wants it undone. Who cannot be asked is only told."""
    try:
        return await answer_of_user(server, sentence, [UNDO]) == UNDO
    except UnableToAskError:
        tell_user(server, sentence)
        return False


async def pick(
    server: EvenhandServer, question: str, choices: Sequence[tuple[str, str]]
) -> int | None:
    """Which of some choices, each a label with what it does, the user picks; None if none.

    An editor that shows no list shows the labels as buttons. Raises `UnableToAskError`.
    """
    if "pick" not in server.session.settings.abilities:
        labels = [label for label, _ in choices]
        answer = await answer_of_user(server, question, labels)
        return labels.index(answer) if answer is not None else None

    items = [{"label": message(label), "detail": message(detail)} for label, detail in choices]
    try:
        reply = await server.ask(PICK, {"title": message(question), "items": items})
    except JsonRpcException as error:
        raise UnableToAskError from error
    number = getattr(reply, "picked", None)
    return number if isinstance(number, int) and 0 <= number < len(choices) else None


async def select(server: EvenhandServer, uri: str, range_: types.Range) -> None:
    """Show a place of a document, and select it, where the editor can do that."""
    if server.can("window.show_document.support"):
        params = types.ShowDocumentParams(uri, take_focus=True, selection=range_)
        await asyncio.shield(server.window_show_document_async(params))


def tell_user(
    server: EvenhandServer, sentence: str, kind: types.MessageType = types.MessageType.Info
) -> None:
    """Show a message that needs no answer."""
    server.window_show_message(types.ShowMessageParams(kind, message(sentence)))
