"""`evenhand.server.checkFile` and `checkWorkspace`: checks that a person asks for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pygls.exceptions import JsonRpcInvalidParams

from evenhand.apps.lsp.document_uris import uri_of
from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.handlers.commands.arguments import uri_argument
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.doors.files import Unreadable
from evenhand.workspace.python_files import python_files

logger = logging.getLogger(__name__)


async def check_file(server: EvenhandServer, arguments: Sequence[Any]) -> dict[str, Any]:
    """Check the file with the URI `arguments[0]`, open or not; answers `{findings}`, a count."""
    uri = uri_argument(arguments)
    document = server.session.documents.get(uri) or server.session.notebook_with(uri)
    if document is not None:
        return {"findings": await _check_open(server, document)}

    path = server.path_of(uri)
    if path is None:
        raise JsonRpcInvalidParams(f"{uri} is not a file")
    return {"findings": await _check_unopened(server, uri, path)}


async def check_workspace(server: EvenhandServer, arguments: Sequence[Any]) -> dict[str, Any]:
    """Check all Python files of the open folders; answers `{files, findings, problems}`.

    `arguments[0]` may be the URI of one folder or file, to check no others.
    """
    settings = server.session.settings
    places = _places(server, arguments)
    async with server.long_work("Evenhand checks all files", patience=0, percentage=0) as work:
        walk = await asyncio.to_thread(
            python_files,
            places,
            lambda folder: settings.of(folder / "any.py").settings,
        )

        findings, count = 0, len(walk.files)
        for number, path in enumerate(walk.files):
            work.report(f"{path.name} ({number} of {count})", 100 * number // count)
            findings += await _check_path(server, path)
    return {"files": count, "findings": findings, "problems": list(walk.problems)}


def _places(server: EvenhandServer, arguments: Sequence[Any]) -> tuple[Path, ...]:
    """What to look through: the folder that was named, or all that are open."""
    if not arguments:
        return tuple(server.session.settings.folders.values())
    uri = uri_argument(arguments)
    place = server.path_of(uri)
    if place is None or server.session.settings.folder_of(place) is None:
        raise JsonRpcInvalidParams(f"{uri} is not in an open folder")
    return (place,)


async def _check_path(server: EvenhandServer, path: Path) -> int:
    document = server.session.document_at(path)
    if document is not None:
        return await _check_open(server, document)
    return await _check_unopened(server, uri_of(path), path)


async def _check_open(server: EvenhandServer, document: Document) -> int:
    """Check a document at once, show its findings, and count them."""
    await asyncio.wait([server.session.schedule.check(document, pause=0)])
    return len(document.findings.verdicts)


async def _check_unopened(server: EvenhandServer, uri: str, path: Path) -> int:
    """Check a file as it is on disk, show its findings, and count them."""
    text = server.read(path)
    if isinstance(text, Unreadable):
        logger.warning("%s was not checked (%s)", path, text.reason)
        return 0

    document = Document(uri, path, 0, text)
    await server.session.check_unopened(document)
    return len(document.findings.verdicts)
