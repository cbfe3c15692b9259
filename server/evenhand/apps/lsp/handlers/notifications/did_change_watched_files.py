"""`workspace/didChangeWatchedFiles`: files that were changed outside the editor."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from lsprotocol import types

from evenhand.apps.lsp.document_uris import local_path
from evenhand.apps.lsp.server import EvenhandServer


def did_change_watched_files(
    server: EvenhandServer, params: types.DidChangeWatchedFilesParams
) -> None:
    """Check what depends on the changed files, and look for suggestions in them."""
    session = server.session
    if any(change.uri.endswith("/pyproject.toml") for change in params.changes):
        session.check_all()
        return

    for change in params.changes:
        if change.type == types.FileChangeType.Deleted:
            session.forget(change.uri)
    paths = [local_path(change.uri) for change in params.changes]
    session.changed_on_disk([Path(path) for path in paths if path is not None])

    server.watched_files.changed(
        created=_python_files(params.changes, types.FileChangeType.Created),
        changed=_python_files(params.changes, types.FileChangeType.Changed),
        deleted=_python_files(params.changes, types.FileChangeType.Deleted),
    )


def _python_files(changes: Iterable[types.FileEvent], kind: types.FileChangeType) -> list[Path]:
    uris = [change.uri for change in changes if change.type == kind]
    paths = [local_path(uri) for uri in uris if uri.endswith(".py")]
    return [Path(path) for path in paths if path is not None]
