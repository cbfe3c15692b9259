"""`workspace/didChangeWorkspaceFolders`: folders that were added or removed."""

from __future__ import annotations

from lsprotocol import types

from evenhand.apps.lsp.handlers.workspace_folders import take_folders
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.apps.lsp.workspace_trust import settle_trust


def did_change_workspace_folders(
    server: EvenhandServer, params: types.DidChangeWorkspaceFoldersParams
) -> None:
    """Take the folders that are open now, and check everything again."""
    take_folders(server)
    for folder in params.event.removed:
        server.session.forget(folder.uri)
    server.session.check_all()
    server.later(settle_trust(server))
