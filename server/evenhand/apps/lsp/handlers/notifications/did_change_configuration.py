"""`workspace/didChangeConfiguration`: other settings or interpreters."""

from __future__ import annotations

from lsprotocol import types

from evenhand.apps.lsp.configuration.client_configuration import read_configuration
from evenhand.apps.lsp.server import EvenhandServer


def did_change_configuration(
    server: EvenhandServer, params: types.DidChangeConfigurationParams
) -> None:
    """Take the new configuration, and check everything again."""
    if params.settings is not None:
        server.session.settings.configuration = read_configuration(params.settings)
        server.session.check_all()
