"""`workspace/didDeleteFiles`: nothing is shown of files that are gone."""

from __future__ import annotations

from lsprotocol import types

from evenhand.apps.lsp.server import EvenhandServer


def did_delete_files(server: EvenhandServer, params: types.DeleteFilesParams) -> None:
    """Clear the diagnostics of deleted files and folders."""
    for file in params.files:
        server.session.forget(file.uri)
