"""`evenhand.server.notAssistants` and `removeSuggestion`: the user corrects the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pygls.exceptions import JsonRpcInvalidParams

from evenhand.apps.lsp.server import EvenhandServer


async def not_assistants(server: EvenhandServer, arguments: Sequence[Any]) -> dict[str, Any]:
    """No assistant wrote a function. The arguments: the suggestion's number, the function, undo."""
    number, function = _number(arguments), _function(arguments)
    undo = len(arguments) > 2 and arguments[2] is True
    await server.session.suggestions.disown(number, function, undo=undo)
    server.watched_files.forget(number, function)
    return {}


async def remove_suggestion(server: EvenhandServer, arguments: Sequence[Any]) -> dict[str, Any]:
    """Delete the suggestion with the number `arguments[0]` from the ledger."""
    number = _number(arguments)
    await server.session.suggestions.remove(number)
    server.watched_files.forget(number)
    return {}


def _number(arguments: Sequence[Any]) -> int:
    if not arguments or not isinstance(arguments[0], int):
        raise JsonRpcInvalidParams("the first argument must be the number of a suggestion")
    return arguments[0]


def _function(arguments: Sequence[Any]) -> str:
    if len(arguments) < 2 or not isinstance(arguments[1], str):
        raise JsonRpcInvalidParams("the second argument must be the name of a function")
    return arguments[1]
