"""`evenhand.server.select`: select a range in the client's editor."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from lsprotocol import types

from evenhand.apps.lsp.handlers.commands.arguments import uri_argument
from evenhand.apps.lsp.server import EvenhandServer


async def select_range(server: EvenhandServer, arguments: Sequence[Any]) -> None:
    """Select the range `arguments[1]` of the document with the URI `arguments[0]`."""
    if not server.can("window.show_document.support"):
        return

    chosen = arguments[1]
    range_ = types.Range(_position(chosen["start"]), _position(chosen["end"]))
    uri = uri_argument(arguments)
    params = types.ShowDocumentParams(uri, take_focus=True, selection=range_)
    await asyncio.shield(server.window_show_document_async(params))


def _position(value: Mapping[str, int]) -> types.Position:
    return types.Position(line=value["line"], character=value["character"])
