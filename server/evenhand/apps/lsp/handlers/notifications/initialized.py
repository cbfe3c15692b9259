"""`initialized`: begin to watch the client and its files, and ask what the client did not say."""

from __future__ import annotations

from lsprotocol import types

from evenhand.apps.lsp.server import EvenhandServer
from evenhand.apps.lsp.workspace_trust import settle_trust

DATA = (
    "csv tsv json jsonl txt toml yaml yml xml ini cfg html md parquet feather arrow pkl pickle npy "
    "npz db sqlite xls xlsx"
).split()
"""Ends of the names of files that checked code may read."""
WATCHED = ("**/pyproject.toml", "**/*.py", f"**/*.{{{','.join(DATA)}}}")


def initialized(server: EvenhandServer, params: types.InitializedParams) -> None:
    """Watch the client's process and files, and show the first status."""
    server.watch_client(server.process_id)
    _watch_files(server)
    server.session.status.update()
    server.later(settle_trust(server))


def _watch_files(server: EvenhandServer) -> None:
    if not server.can("workspace.did_change_watched_files.dynamic_registration"):
        return

    options = types.DidChangeWatchedFilesRegistrationOptions(
        watchers=[types.FileSystemWatcher(glob_pattern=pattern) for pattern in WATCHED]
    )
    registration = types.Registration(
        id="evenhand-files",
        method=types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
        register_options=options,
    )
    server.client_register_capability(types.RegistrationParams(registrations=[registration]))
