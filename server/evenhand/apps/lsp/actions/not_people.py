"""Adds names that are not about people to the settings of a project, and checks it again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lsprotocol import types

from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.markup import message
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.apps.lsp.user_questions import UnableToAskError, answer_of_user
from evenhand.doors.printable import printable
from evenhand.doors.project import project_of
from evenhand.doors.writing import NotWritten, leads_out
from evenhand.workspace.settings_file import add_not_people, settings_file_for

WRITE, CANCEL = "For all files", "Cancel"
_NOT_TRUSTED = "the workspace is not trusted"
_OUTSIDE = "it is outside of the open folder"


async def declare_not_people(
    server: EvenhandServer, document: Document, names: Sequence[str]
) -> dict[str, Any]:
    """Write the names where the document's settings are, and tell the user."""
    settings = server.session.settings
    folder = settings.folder_of(document.path)
    source = settings.of(document.path).settings.source
    path = settings_file_for(document.path, source, folder)
    within = folder or project_of(document.path.parent).root

    code = " and ".join(f"`{name}`" for name in names)
    are = "is not about a person" if len(names) == 1 else "are not about people"
    problem: NotWritten | None = NotWritten(_NOT_TRUSTED)
    if settings.trusted:
        agreed = await _agrees(server, f"{code} {are}, in any file", path)
        problem = await _added(path, names, within) if agreed is None else NotWritten(agreed)
    if problem is not None:
        sentence = f"{path} was not written: {problem.reason}."
        _tell(server, types.MessageType.Warning, sentence)
        return {"written": False, "reason": message(printable(sentence))}

    sentence = f"{code} {are}: written to {path}."
    _tell(server, types.MessageType.Info, sentence)
    server.session.check_all()
    return {"written": True}


async def _agrees(server: EvenhandServer, claim: str, path: Path) -> str | None:
    """None if the user agrees that all files are silent from now on; else why it is not written."""
    question = (
        f"{claim}? It will be written to {path}, for everybody who has that file, and all "
        "findings about it go. To allow it in one function only, choose Allow instead."
    )
    try:
        answer = await answer_of_user(server, printable(question), [WRITE, CANCEL])
    except UnableToAskError:
        return "this editor cannot ask you whether it may be"
    return None if answer == WRITE else "you did not agree"


async def _added(path: Path, names: Sequence[str], within: Path) -> NotWritten | None:
    if leads_out(path, within):
        return NotWritten(_OUTSIDE)
    return await asyncio.to_thread(add_not_people, path, names, within)


def _tell(server: EvenhandServer, kind: types.MessageType, sentence: str) -> None:
    server.window_show_message(types.ShowMessageParams(kind, message(printable(sentence))))
