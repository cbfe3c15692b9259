"""The session's beginning and end, folders, settings, trust, and files that change on disk."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.uris import to_fs_path

from evenhand.apps.lsp.configuration import read_configuration
from evenhand.apps.lsp.server import TRUST, EvenhandServer
from evenhand.apps.lsp.suggestions.watched_files import Disk

logger = logging.getLogger(__name__)

WATCHED = ("**/pyproject.toml", "**/*.py")


def register(server: EvenhandServer) -> None:
    session, surroundings = server.session, server.session.surroundings
    disk = Disk(session, server.read)

    @server.on(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        server.loop = asyncio.get_running_loop()
        options = params.initialization_options
        surroundings.configuration = read_configuration(options)
        surroundings.trusted = isinstance(options, dict) and options.get("trusted") is True
        surroundings.client = _abilities(options)
        _take_folders(server)

    @server.on(types.INITIALIZED)
    def initialized(params: types.InitializedParams) -> None:
        server.watch_client(server.process_id)
        _watch_files(server)
        session.checks.update()

    @server.on(TRUST)
    async def trust(params: Any) -> None:
        surroundings.trusted = getattr(params, "trusted", None) is True
        session.checks.update()
        await session.restart_workers()

    @server.on(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def did_change_configuration(params: types.DidChangeConfigurationParams) -> None:
        if params.settings is not None:
            surroundings.configuration = read_configuration(params.settings)
            session.schedule_all()

    @server.on(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def did_change_folders(params: types.DidChangeWorkspaceFoldersParams) -> None:
        _take_folders(server)
        for folder in params.event.removed:
            session.forget(folder.uri)
        session.schedule_all()

    @server.on(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_files(params: types.DidChangeWatchedFilesParams) -> None:
        if any(change.uri.endswith("/pyproject.toml") for change in params.changes):
            session.schedule_all()
            return
        for change in params.changes:
            if change.type == types.FileChangeType.Deleted:
                session.forget(change.uri)
            if (path := to_fs_path(change.uri)) is not None:
                session.changed_on_disk(Path(path))
        kinds = types.FileChangeType.Created, types.FileChangeType.Changed
        disk.changed(*(_python_files(params.changes, kind) for kind in kinds))

    @server.on(types.SHUTDOWN)
    async def shutdown(params: None) -> None:
        server.asked_to_stop = True
        await server.cancel_commands()
        await session.stop()
        await session.suggestions.stop()


def _python_files(changes: Iterable[types.FileEvent], kind: types.FileChangeType) -> list[Path]:
    paths = (to_fs_path(c.uri) for c in changes if c.type == kind and c.uri.endswith(".py"))
    return [Path(path) for path in paths if path is not None]


def _abilities(options: Any) -> frozenset[str]:
    """What the client says that it can do beyond the protocol."""
    named = options.get("client") if isinstance(options, dict) else None
    return (
        frozenset(n for n in named if isinstance(n, str))
        if isinstance(named, list)
        else frozenset()
    )


def _take_folders(server: EvenhandServer) -> None:
    found = {uri: to_fs_path(folder.uri) for uri, folder in server.workspace.folders.items()}
    if not found and server.workspace.root_uri is not None:
        found = {server.workspace.root_uri: server.workspace.root_path}
    server.session.surroundings.folders = {
        uri: Path(path) for uri, path in found.items() if path is not None
    }


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
