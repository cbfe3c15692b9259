"""`evenhand.server.repair` and `repairFile`: repairs of one function, or of a whole file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evenhand.apps.lsp.actions.repairing import repair_all, repair_one
from evenhand.apps.lsp.handlers.commands.arguments import document_argument
from evenhand.apps.lsp.server import EvenhandServer


async def repair(server: EvenhandServer, arguments: Sequence[Any]) -> dict[str, Any]:
    """Repair a function. The arguments: URI, function, attribute, whether by a model."""
    document = document_argument(server, arguments)
    _, function, attribute, with_model, *_ = (*arguments, None, None, None)
    return await repair_one(
        server,
        document,
        str(function or ""),
        attribute if isinstance(attribute, str) else None,
        with_model=with_model is True,
    )


async def repair_document(server: EvenhandServer, arguments: Sequence[Any]) -> dict[str, Any]:
    """Repair all functions of the document with the URI `arguments[0]`, without a model."""
    return await repair_all(server, document_argument(server, arguments))
