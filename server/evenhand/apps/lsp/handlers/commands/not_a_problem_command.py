"""`evenhand.server.notAProblem`: findings that are of no use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evenhand.apps.lsp.actions.not_a_problem import leave_out
from evenhand.apps.lsp.handlers.commands.arguments import document_argument, text_arguments
from evenhand.apps.lsp.server import EvenhandServer


async def not_a_problem(server: EvenhandServer, arguments: Sequence[Any]) -> dict[str, Any]:
    """Leave findings out, as the user says.

    The arguments: the URI of an open document, the function or "", the line, and the attributes.
    """
    document = document_argument(server, arguments)
    _, function, line, *attributes = text_arguments(arguments, max(4, len(arguments)))
    return await leave_out(server, document, function, int(line or 0), attributes)
