"""`evenhand.server.explain`: what is known of a function, in a message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from evenhand.apps.lsp import to_lsp
from evenhand.apps.lsp.handlers.commands.arguments import document_argument
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.apps.lsp.user_questions import tell_user


async def explain(server: EvenhandServer, arguments: Sequence[Any]) -> None:
    """Show the verdicts of the function named at the position `arguments[1]` of a document."""
    document = document_argument(server, arguments)
    hover = to_lsp.hover(document.text, document.findings, _position(arguments), marked_up=False)
    if hover is not None and isinstance(hover.contents, types.MarkupContent):
        tell_user(server, hover.contents.value)


def _position(arguments: Sequence[Any]) -> types.Position:
    place = arguments[1] if len(arguments) > 1 else None
    if isinstance(place, Mapping):
        line, character = place.get("line"), place.get("character")
        if isinstance(line, int) and isinstance(character, int):
            return types.Position(line, character)
    raise JsonRpcInvalidParams("the second argument must be a position")
