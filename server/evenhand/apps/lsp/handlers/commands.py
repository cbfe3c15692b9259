"""Commands. The names are the server's own; a client offers them under names of its own."""

from __future__ import annotations

import asyncio
import logging
import platform
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.uris import from_fs_path

from evenhand import __version__
from evenhand.apps.lsp.actions.code_actions import SELECT
from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.handlers.text_documents import path_of
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.workspace.decoding import NotTextError
from evenhand.workspace.python_files import python_files

logger = logging.getLogger(__name__)

CHECK_FILE = "evenhand.server.checkFile"
CHECK_WORKSPACE = "evenhand.server.checkWorkspace"
RESTART_WORKERS = "evenhand.server.restartWorkers"
DEBUG_INFORMATION = "evenhand.server.debugInformation"


def register(server: EvenhandServer) -> None:
    @server.offer(CHECK_FILE)
    async def check_file_command(*given: Any) -> dict[str, Any]:
        """Check the file with the URI `given[0]`, open or not; answer how many findings it has."""
        return await check_file(server, _text(given))

    @server.offer(CHECK_WORKSPACE)
    async def check_workspace_command(*given: Any) -> dict[str, Any]:
        """Check every Python file of the open folders; answer how many files and findings."""
        return await check_workspace(server)

    @server.offer(RESTART_WORKERS)
    async def restart_workers(*given: Any) -> None:
        await server.session.restart_workers()

    @server.offer(DEBUG_INFORMATION)
    async def debug_information_command(*given: Any) -> dict[str, Any]:
        return debug_information(server)

    @server.offer(SELECT)
    async def select(*given: Any) -> None:
        """Select a range, `given[1]`, of the document with the URI `given[0]`."""
        if server.can("window.show_document.support"):
            start, end = (_position(given[1][end]) for end in ("start", "end"))
            range_ = types.Range(start, end)
            params = types.ShowDocumentParams(_text(given), take_focus=True, selection=range_)
            await asyncio.shield(server.window_show_document_async(params))


async def check_file(server: EvenhandServer, uri: str) -> dict[str, Any]:
    session = server.session
    document = session.documents.get(uri)
    if document is not None:
        await asyncio.wait([session.schedule(document, pause=0)])
        return {"findings": len(document.findings.verdicts)}
    path = path_of(server, uri)
    if path is None:
        raise JsonRpcInvalidParams(f"{uri} is no file")
    return {"findings": await _check_unopened(server, uri, path)}


async def check_workspace(server: EvenhandServer) -> dict[str, Any]:
    surroundings = server.session.surroundings
    async with server.long_work("Evenhand checks all files", patience=0, percentage=0) as work:
        walk = await asyncio.to_thread(
            python_files,
            tuple(surroundings.folders.values()),
            lambda folder: surroundings.settings_of(folder / "any.py").settings,
        )
        findings = 0
        for number, path in enumerate(walk.files):
            work.report(
                f"{path.name} ({number} of {len(walk.files)})", 100 * number // len(walk.files)
            )
            findings += await _check_somehow(server, path)
    return {"files": len(walk.files), "findings": findings, "problems": list(walk.problems)}


def debug_information(server: EvenhandServer) -> dict[str, Any]:
    """What a maintainer would ask for first."""
    session, surroundings = server.session, server.session.surroundings
    return {
        "evenhand": __version__,
        "server": {"python": sys.executable, "version": platform.python_version()},
        "platform": platform.platform(),
        "trusted": surroundings.trusted,
        "status": asdict(session.checks.status),
        "folders": {uri: str(path) for uri, path in surroundings.folders.items()},
        "interpreters": dict(surroundings.configuration.interpreters),
        "documents": [
            {
                "uri": document.uri,
                "version": document.version,
                "checking": bool(document.jobs),
                "functions": len(document.findings.functions),
                "python": surroundings.settings_of(document.path).python,
            }
            for document in session.documents.values()
        ],
    }


async def _check_somehow(server: EvenhandServer, path: Path) -> int:
    open_ = (d for d in server.session.documents.values() if d.path == path)
    if (document := next(open_, None)) is not None:
        return int((await check_file(server, document.uri))["findings"])
    return await _check_unopened(server, from_fs_path(str(path)) or "", path)


async def _check_unopened(server: EvenhandServer, uri: str, path: Path) -> int:
    """Check a file as it is on disk, show what was found, and count it."""
    try:
        text = server.read(path)
    except (OSError, NotTextError) as error:
        logger.warning("%s was not checked: it %s", path, error)
        return 0
    document = Document(uri, path, 0, text)
    await server.session.check_unopened(document)
    return len(document.findings.verdicts)


def _text(given: tuple[Any, ...]) -> str:
    if not given or not isinstance(given[0], str):
        raise JsonRpcInvalidParams("the first argument must be a document's URI")
    return given[0]


def _position(value: Mapping[str, int]) -> types.Position:
    return types.Position(line=value["line"], character=value["character"])
