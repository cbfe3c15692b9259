"""`evenhand.server.suggestions`, `report`, `taskList`, `place`: what is shown of the ledger."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import quote

from lsprotocol import types

from evenhand.apps.lsp.document_uris import local_path, uri_of
from evenhand.apps.lsp.handlers.commands.arguments import text_arguments
from evenhand.apps.lsp.lsp_extensions import SHOW_SUGGESTION
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.assistants.ledger.exporting import as_object
from evenhand.assistants.ledger.queries import EntryFilter, entries
from evenhand.assistants.ledger.records import Entry
from evenhand.assistants.report.task_list import task_list
from evenhand.check.reading.source import parse
from evenhand.clock import now
from evenhand.doors.files import Unreadable

if TYPE_CHECKING:
    from evenhand.assistants.report.figures import OpenFinding

T = TypeVar("T")
MOST_SUGGESTIONS = 200


async def suggestions(server: EvenhandServer, arguments: Sequence[Any]) -> dict[str, Any]:
    """The newest suggestions in the open folders, each as `evenhand ledger` exports it."""
    return {"suggestions": [_with_uri(entry) for entry in await _newest(server)]}


async def tasks(server: EvenhandServer, arguments: Sequence[Any]) -> dict[str, Any]:
    """What was found in these suggestions, as a list of tasks in Markdown."""
    return {"markdown": task_list(await _newest(server))}


async def report(server: EvenhandServer, arguments: Sequence[Any]) -> dict[str, Any]:
    """The audit report on the whole ledger, as a page whose functions are links."""
    # Drawing charts takes a while to import, and few sessions need it.
    from evenhand.assistants.report.audit_page import page

    html = await _read(server, lambda ledger: page(entries(ledger), now(), _link))
    return {"html": html if html is not None else page((), now())}


async def place(server: EvenhandServer, arguments: Sequence[Any]) -> types.Range | None:
    """Where in the file with the URI `arguments[0]` the function `arguments[1]` is now."""
    uri, name = text_arguments(arguments, 2)
    document = server.session.documents.get(uri)
    text = document.text if document is not None else server.read(Path(local_path(uri) or ""))
    if isinstance(text, Unreadable):
        return None
    try:
        functions = parse(text.python).functions
    except SyntaxError:
        return None

    return next((text.range(f.location) for f in functions if f.name == name), None)


async def _newest(server: EvenhandServer) -> list[Entry]:
    folders = [str(folder) for folder in server.session.settings.folders.values()]
    newest = EntryFilter(workspaces=(*folders, ""), most=MOST_SUGGESTIONS)
    return await _read(server, lambda ledger: list(entries(ledger, newest))) or []


async def _read(server: EvenhandServer, work: Callable[[sqlite3.Connection], T]) -> T | None:
    """Read something from the ledger; None if it does not exist or cannot be read."""
    path = server.session.settings.configuration.ledger.file
    if not path.exists():
        return None
    return await server.session.suggestions.thread.with_ledger(path, work)


def _with_uri(entry: Entry) -> dict[str, Any]:
    return {**as_object(entry), "uri": _uri(entry.suggestion.workspace, entry.suggestion.file)}


def _uri(workspace: str, file: str) -> str:
    """The URI of a suggestion's file; empty if it is in none."""
    return uri_of(Path(workspace) / file) if file else ""


def _link(finding: OpenFinding) -> str:
    """The address that opens a function in the editor; empty if it is in no file."""
    if not finding.file:
        return ""
    arguments = json.dumps([_uri(finding.workspace, finding.file), finding.function])
    return f"command:{SHOW_SUGGESTION}?{quote(arguments)}"
