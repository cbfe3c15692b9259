"""`initialize`: the client's configuration and folders."""

from __future__ import annotations

import asyncio
from typing import Any

from lsprotocol import types

from evenhand.apps.lsp.configuration.client_configuration import read_configuration, read_timing
from evenhand.apps.lsp.configuration.workspace_settings import WorkspaceSettings
from evenhand.apps.lsp.handlers.workspace_folders import take_folders
from evenhand.apps.lsp.server import EvenhandServer


def initialize(server: EvenhandServer, params: types.InitializeParams) -> None:
    """Take the configuration, the trust and the folders that the client begins with."""
    server.loop = asyncio.get_running_loop()
    options = params.initialization_options
    settings = server.session.settings
    settings.configuration = read_configuration(options)
    settings.timing = read_timing(options)
    server.checker.idle_seconds = settings.timing.idle
    _take_trust(settings, options)
    settings.abilities = _abilities(options)
    take_folders(server)


def _take_trust(settings: WorkspaceSettings, options: Any) -> None:
    """What the client says counts before what the server was started with."""
    trusted = options.get("trusted") if isinstance(options, dict) else None
    if isinstance(trusted, bool):
        settings.trusted, settings.trust_is_said = trusted, True


def _abilities(options: Any) -> frozenset[str]:
    """What the client says that it can do beyond the protocol."""
    named = options.get("client") if isinstance(options, dict) else None
    if not isinstance(named, list):
        return frozenset()
    return frozenset(name for name in named if isinstance(name, str))
