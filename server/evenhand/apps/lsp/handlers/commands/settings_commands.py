"""What holds in this project alone: names that mean no person, findings of no use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evenhand.apps.lsp.actions.not_a_problem import leave_out
from evenhand.apps.lsp.actions.not_people import declare_not_people
from evenhand.apps.lsp.handlers.commands.arguments import document_argument, text_arguments
from evenhand.apps.lsp.server import EvenhandServer


async def not_people(server: EvenhandServer, arguments: Sequence[Any]) -> dict[str, Any]:
    """Add names to the settings. The arguments: the URI of an open document, and the names."""
    document = document_argument(server, arguments)
    _, *names = text_arguments(arguments, max(2, len(arguments)))
    return await declare_not_people(server, document, names)


async def not_a_problem(server: EvenhandServer, arguments: Sequence[Any]) -> dict[str, Any]:
    """Leave findings out. The arguments: the URI of an open document, function or "", line, and
    attributes."""
    document = document_argument(server, arguments)
    _, function, line, *attributes = text_arguments(arguments, max(4, len(arguments)))
    return await leave_out(server, document, function, int(line or 0), attributes)
