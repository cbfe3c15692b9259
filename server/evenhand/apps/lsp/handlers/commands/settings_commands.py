"""`evenhand.server.notPeople`: names mean no attribute of a person in this project."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evenhand.apps.lsp.actions.not_people import declare_not_people
from evenhand.apps.lsp.handlers.commands.arguments import document_argument, text_arguments
from evenhand.apps.lsp.server import EvenhandServer


async def not_people(server: EvenhandServer, arguments: Sequence[Any]) -> dict[str, Any]:
    """Add names to the settings. The arguments: the URI of an open document, and the names."""
    document = document_argument(server, arguments)
    _, *names = text_arguments(arguments, max(2, len(arguments)))
    return await declare_not_people(server, document, names)
