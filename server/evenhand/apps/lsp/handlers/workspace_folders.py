"""The open folders, as pygls keeps them."""

from __future__ import annotations

from pathlib import Path

from pygls.uris import to_fs_path

from evenhand.apps.lsp.server import EvenhandServer


def take_folders(server: EvenhandServer) -> None:
    """Let the session know the folders that are open now."""
    workspace = server.workspace
    paths = {uri: to_fs_path(folder.uri) for uri, folder in workspace.folders.items()}
    if not paths and workspace.root_uri is not None:
        paths = {workspace.root_uri: workspace.root_path}

    server.session.settings.folders = {
        uri: Path(path) for uri, path in paths.items() if path is not None
    }
