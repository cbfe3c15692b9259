"""`evenhand.server.checkWorkspace`: a check that a person asks for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pygls.exceptions import JsonRpcInvalidParams

from evenhand.apps.lsp.document_uris import uri_of
from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.documents.shown_findings import ShownFindings
from evenhand.apps.lsp.handlers.commands.arguments import uri_argument
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.doors.files import Unreadable
from evenhand.findings import Severity
from evenhand.workspace.python_files import python_files

logger = logging.getLogger(__name__)


async def check_workspace(server: EvenhandServer, arguments: Sequence[Any]) -> dict[str, Any]:
    """Check all Python files of the open folders, or those at the URI `arguments[0]`.

    Answers `{files, warnings, informations, problems}`, with counts as editors list findings.
    """
    settings = server.session.settings
    places = _places(server, arguments)
    async with server.long_work("Evenhand checks all files", patience=0, percentage=0) as work:
        walk = await asyncio.to_thread(
            python_files,
            places,
            lambda folder: settings.of(folder / "any.py").settings,
        )

        shown, count = list[ShownFindings](), len(walk.files)
        for number, path in enumerate(walk.files):
            work.report(f"{path.name} ({number} of {count})", 100 * number // count)
            shown.append(await _check_path(server, path))
    return {
        "files": count,
        "warnings": sum(each.count(Severity.WARNING) for each in shown),
        "informations": sum(each.count(Severity.INFORMATION) for each in shown),
        "problems": list(walk.problems),
    }


def _places(server: EvenhandServer, arguments: Sequence[Any]) -> tuple[Path, ...]:
    """What to look through: the folder that was named, or all that are open."""
    if not arguments:
        return tuple(server.session.settings.folders.values())
    uri = uri_argument(arguments)
    place = server.path_of(uri)
    if place is None or server.session.settings.folder_of(place) is None:
        raise JsonRpcInvalidParams(f"{uri} is not in an open folder")
    return (place,)


async def _check_path(server: EvenhandServer, path: Path) -> ShownFindings:
    """Check a file at once, and show its findings: as it is in the editor, or else on disk."""
    document = server.session.document_at(path)
    if document is not None:
        await asyncio.wait([server.session.schedule.check(document, pause=0)])
        return document.findings

    text = server.read(path)
    if isinstance(text, Unreadable):
        logger.warning("%s was not checked (%s)", path, text.reason)
        return ShownFindings()
    document = Document(uri_of(path), path, 0, text)
    await server.session.check_unopened(document)
    return document.findings
