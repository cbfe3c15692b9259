"""Commands about suggestions: the ledger's, and what the editor's agents ask."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.uris import from_fs_path, to_fs_path

from evenhand.apps.lsp.server import EvenhandServer
from evenhand.assistants.agents import SNIPPET, asked, check_answer, repair_code, write_down
from evenhand.assistants.ledger.exporting import as_object
from evenhand.assistants.ledger.queries import Wanted, entries
from evenhand.assistants.ledger.records import Entry
from evenhand.check.checking import Checker
from evenhand.check.reading.source import parse
from evenhand.clock import now
from evenhand.workspace.decoding import NotTextError

if TYPE_CHECKING:
    from evenhand.assistants.report.figures import Open

SUGGESTIONS = "evenhand.server.suggestions"
PLACE = "evenhand.server.place"
REPORT = "evenhand.server.report"
CHECK_CODE = "evenhand.server.checkCode"
REPAIR_CODE = "evenhand.server.repairCode"

SHOW_SUGGESTION = "evenhand.showSuggestion"
"""A command of the client: go to a function (URI of the file, name of the function)."""
MOST = 200


def register(server: EvenhandServer) -> None:
    @server.offer(SUGGESTIONS)
    async def suggestions(*given: Any) -> dict[str, Any]:
        """The newest suggestions in the open folders, each as `evenhand ledger` has it."""
        folders = [str(folder) for folder in server.session.surroundings.folders.values()]
        wanted = Wanted(workspaces=(*folders, ""), most=MOST)
        found = await _read(server, lambda ledger: list(entries(ledger, wanted)))
        return {"suggestions": [_shown(entry) for entry in found or ()]}

    @server.offer(REPORT)
    async def report(*given: Any) -> dict[str, Any]:
        """The audit report on the whole ledger, as a page; functions lead to their places."""
        from evenhand.assistants.report.audit_page import (
            page,  # drawing takes a while to load, and few want it
        )

        html = await _read(server, lambda ledger: page(entries(ledger), now(), _link))
        return {"html": html if html is not None else page((), now())}

    @server.offer(PLACE)
    async def place(*given: Any) -> types.Range | None:
        """Where in the file with the URI `given[0]` the function `given[1]` is now."""
        uri, name = _texts(given, 2)
        return _place(server, uri, name)

    @server.offer(CHECK_CODE)
    async def check_code_command(*given: Any) -> dict[str, Any]:
        """Check the code `given[0]` as one of the workspace's files would be."""
        (code,) = _texts(given, 1)
        return await check_code(server, code, str(given[1]) if len(given) > 1 else "")

    @server.offer(REPAIR_CODE)
    async def repair_code_command(*given: Any) -> dict[str, Any]:
        """Rewrite the functions of the code `given[0]` that treat people differently."""
        (code,) = _texts(given, 1)
        path = _snippet(server)
        options = server.session.checks.options_of(path)
        job: Callable[[Checker], Any] = partial(_repaired, code=code, path=path, options=options)
        return asdict(await server.engine.work(job))


async def check_code(server: EvenhandServer, code: str, agent: str) -> dict[str, Any]:
    """Check code that an agent has not written anywhere yet, and record the question."""
    path, session = _snippet(server), server.session
    options = session.checks.options_of(path)
    report = await server.engine.check(code, path, options, lambda function: None)
    made = asked(code, report, str(path.parent), agent)
    ledger = session.surroundings.configuration.ledger
    if made is not None and ledger.wants(made.confidence):
        write = partial(write_down, question=made, report=report)
        await session.suggestions.recorder.ledger(ledger.file, write)
        server.ledger_changed()
    standing = server.engine.standing
    assert standing is not None
    return asdict(check_answer(report, standing.level))


async def _repaired(checker: Checker, **given: Any) -> Any:
    return await repair_code(checker, **given)


async def _read(server: EvenhandServer, work: Callable[[sqlite3.Connection], Any]) -> Any:
    """Something from the ledger; None where there is none yet or it cannot be read."""
    path = server.session.surroundings.configuration.ledger.file
    if not path.exists():
        return None
    return await server.session.suggestions.recorder.ledger(path, work)


def _shown(entry: Entry) -> dict[str, Any]:
    return {**as_object(entry), "uri": _uri(entry.suggestion.workspace, entry.suggestion.file)}


def _uri(workspace: str, file: str) -> str:
    return (from_fs_path(str(Path(workspace) / file)) or "") if file else ""


def _link(one: Open) -> str:
    given = json.dumps([_uri(one.workspace, one.file), one.function])
    return f"command:{SHOW_SUGGESTION}?{quote(given)}" if one.file else ""


def _place(server: EvenhandServer, uri: str, name: str) -> types.Range | None:
    document = server.session.documents.get(uri)
    try:
        text = document.text if document is not None else server.read(Path(to_fs_path(uri) or ""))
        functions = parse(text.python).functions
    except (OSError, NotTextError, SyntaxError):
        return None
    return next((text.range(f.location) for f in functions if f.name == name), None)


def _snippet(server: EvenhandServer) -> Path:
    """Where code would be that an agent asks about."""
    folders = server.session.surroundings.folders.values()
    return next(iter(folders), Path.home()) / SNIPPET


def _texts(given: tuple[Any, ...], count: int) -> tuple[str, ...]:
    texts = tuple(one for one in given[:count] if isinstance(one, str))
    if len(texts) < count:
        raise JsonRpcInvalidParams(f"{count} texts are needed")
    return texts
