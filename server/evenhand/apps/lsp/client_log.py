"""Sends what is logged to the client's log."""

from __future__ import annotations

import logging

from lsprotocol import types

from evenhand.apps.lsp.markup import plain
from evenhand.apps.lsp.server import EvenhandServer


class ClientLog(logging.Handler):
    """A handler of the `logging` package that ends in `window/logMessage`."""

    def __init__(self, server: EvenhandServer) -> None:
        super().__init__()
        self._server = server

    def emit(self, record: logging.LogRecord) -> None:
        """Send one record, from whichever thread; dropped while no client listens."""
        loop = self._server.loop
        if loop is None or loop.is_closed():
            return
        params = types.LogMessageParams(
            type=_message_type(record.levelno), message=plain(self.format(record))
        )
        loop.call_soon_threadsafe(self._server.window_log_message, params)


def _message_type(level: int) -> types.MessageType:
    if level >= logging.ERROR:
        return types.MessageType.Error
    if level >= logging.WARNING:
        return types.MessageType.Warning
    if level >= logging.INFO:
        return types.MessageType.Info
    return types.MessageType.Log
