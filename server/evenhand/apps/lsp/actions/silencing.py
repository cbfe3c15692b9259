"""What leaves findings out: answers on this machine, and the project's settings; with Undo."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from lsprotocol import types

from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.markup import message
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.apps.lsp.user_questions import (
    UnableToAskError,
    answer_of_user,
    is_taken_back,
    tell_user,
)
from evenhand.apps.lsp.wording import capitalised
from evenhand.doors.printable import printable
from evenhand.doors.project import project_of
from evenhand.doors.writing import NotWritten, leads_out
from evenhand.user_answers import Answer
from evenhand.workspace import answers_file, settings_file
from evenhand.workspace.answers_file import AnswersError
from evenhand.workspace.settings_file import Change, Written, settings_file_for

GO_ON, CANCEL = "Go On", "Cancel"
_NOT_TRUSTED = "the workspace is not trusted"
_OUTSIDE = "it is outside of the open folder"
_UNASKED = "this editor cannot ask you whether it may be"
_NOT_AGREED = "you did not agree"


def settings_path(server: EvenhandServer, document: Document) -> Path:
    """Where settings that hold for a document are, or would be."""
    settings = server.session.settings
    source = settings.of(document.path).settings.source
    return settings_file_for(document.path, source, settings.folder_of(document.path))


async def write_setting(
    server: EvenhandServer, document: Document, change: Change, deed: str
) -> dict[str, Any]:
    """Write a change of the project's settings if the user agrees to the `deed`; with Undo."""
    path, settings = settings_path(server, document), server.session.settings
    within = settings.folder_of(document.path) or project_of(document.path.parent).root
    question = f"{capitalised(deed)}? It is written to {path}, for everyone on the project."

    refused = None if settings.trusted else _NOT_TRUSTED
    refused = refused or (_OUTSIDE if leads_out(path, within) else None)
    refused = refused or await _refusal(server, question)
    if refused is not None:
        return _unwritten(server, f"{path} was not written: {refused}.")
    written = await asyncio.to_thread(settings_file.change_settings, path, change, within)
    if isinstance(written, NotWritten):
        return _unwritten(server, f"{path} was not written: {written.reason}.")

    server.session.check_all()
    sentence = f"Written to {path}: {deed}."
    server.later(_offer_undo(server, sentence, lambda: _take_back_setting(written, within)))
    return {"written": True}


async def keep_answers(
    server: EvenhandServer, document: Document, answers: Sequence[Answer], deed: str = ""
) -> dict[str, Any]:
    """Keep answers on this machine, and check what is open again; with Undo.

    A `deed` is about more than one function, so that the user is asked about it.
    """
    question = f"{capitalised(deed)}? It is kept on this machine."
    refused = await _refusal(server, question) if deed else None
    if refused is not None:
        return _unwritten(server, f"Nothing was hidden: {refused}.")

    root = project_of(document.path.parent).root
    try:
        await asyncio.to_thread(answers_file.remember, root, answers)
    except AnswersError as error:
        return _unwritten(server, str(error))
    server.session.check_all()

    until = "" if deed else " until the code changes"
    sentence = f"Hidden on this machine{until}. To show it again: evenhand answers forget"
    server.later(_offer_undo(server, sentence, lambda: _take_back_answers(root, answers)))
    return {"written": True}


async def _refusal(server: EvenhandServer, question: str) -> str | None:
    """None if the user agrees; else why nothing is written."""
    try:
        answer = await answer_of_user(server, printable(question), [GO_ON, CANCEL])
    except UnableToAskError:
        return _UNASKED
    return None if answer == GO_ON else _NOT_AGREED


async def _offer_undo(
    server: EvenhandServer, sentence: str, undo: Callable[[], Awaitable[str | None]]
) -> None:
    """Say what was written; if the user takes it back, why that could not be done."""
    if not await is_taken_back(server, printable(sentence)):
        return
    problem = await undo()
    if problem is not None:
        tell_user(server, printable(f"It was not undone: {problem}."), types.MessageType.Warning)
    server.session.check_all()


async def _take_back_setting(written: Written, within: Path) -> str | None:
    problem = await asyncio.to_thread(settings_file.take_back, written, within)
    return problem.reason if problem is not None else None


async def _take_back_answers(root: Path, answers: Sequence[Answer]) -> str | None:
    try:
        await asyncio.to_thread(answers_file.take_back, root, answers)
    except AnswersError as error:
        return str(error)
    return None


def _unwritten(server: EvenhandServer, sentence: str) -> dict[str, Any]:
    tell_user(server, printable(sentence), types.MessageType.Warning)
    return {"written": False, "reason": message(printable(sentence))}
