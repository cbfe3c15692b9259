"""`workspace/didRenameFiles`: nothing is shown under a name that is gone."""

from __future__ import annotations

from lsprotocol import types

from evenhand.apps.lsp.server import EvenhandServer


def did_rename_files(server: EvenhandServer, params: types.RenameFilesParams) -> None:
    """Clear the diagnostics under the old names of files and folders."""
    for file in params.files:
        server.session.forget(file.old_uri)
