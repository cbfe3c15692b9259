"""`evenhand.server.copyCalls`: the two calls of a finding, in the clipboard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evenhand.apps.lsp.actions.copying import copy_calls
from evenhand.apps.lsp.handlers.commands.arguments import document_argument, text_arguments
from evenhand.apps.lsp.server import EvenhandServer


async def copy(server: EvenhandServer, arguments: Sequence[Any]) -> dict[str, Any]:
    """Copy the calls in the form that the user picks.

    The arguments: the URI of an open document, the function, and the attributes.
    """
    document = document_argument(server, arguments)
    _, function, *attributes = text_arguments(arguments, max(3, len(arguments)))
    return await copy_calls(server, document, function, attributes)
