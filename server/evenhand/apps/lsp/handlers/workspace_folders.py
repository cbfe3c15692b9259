"""The open folders, as pygls keeps them."""

from __future__ import annotations

from pathlib import Path

from evenhand.apps.lsp.document_uris import local_path
from evenhand.apps.lsp.server import EvenhandServer


def take_folders(server: EvenhandServer) -> None:
    """Let the session know the folders that are open now."""
    workspace = server.workspace
    uris = [folder.uri for folder in workspace.folders.values()]
    if not uris and workspace.root_uri is not None:
        uris = [workspace.root_uri]

    server.session.settings.folders = {
        uri: Path(path) for uri in uris if (path := local_path(uri)) is not None
    }
