"""`evenhand.server.select`: select a range in the client's editor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lsprotocol import types

from evenhand.apps.lsp.handlers.commands.arguments import uri_argument
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.apps.lsp.user_questions import select


async def select_range(server: EvenhandServer, arguments: Sequence[Any]) -> None:
    """Select the range `arguments[1]` of the document with the URI `arguments[0]`."""
    chosen = arguments[1]
    range_ = types.Range(_position(chosen["start"]), _position(chosen["end"]))
    await select(server, uri_argument(arguments), range_)


def _position(value: Mapping[str, int]) -> types.Position:
    return types.Position(line=value["line"], character=value["character"])
