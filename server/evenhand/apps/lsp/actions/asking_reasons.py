"""Has a person say why a difference is intended, and writes that into the code."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types

from evenhand.apps.lsp.actions.client_edits import refusal
from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.lsp_extensions import ASK_REASON
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.apps.lsp.user_questions import select, tell_user
from evenhand.lines import lines_with_ends
from evenhand.repair.rewrite.allowance_edits import (
    PLACEHOLDER,
    TextChange,
    allow_because,
    changed,
)


async def ask_to_allow(
    server: EvenhandServer,
    document: Document,
    function: str,
    line: int,
    attributes: Sequence[str],
    reason: str = "",
) -> None:
    """Have the client ask for a reason, with a proposal; one that cannot gets it to type over.

    `line` is that of the function's name, or of what is allowed outside of all functions (from 1).
    """
    names = ", ".join(attributes)
    if document.notebook is None and "askReason" in server.session.settings.abilities:
        asked = {
            "uri": document.uri,
            "function": function,
            "attributes": names,
            "reason": reason,
            "line": line - 1,
        }
        server.protocol.notify(ASK_REASON, asked)
        return

    lines = lines_with_ends(document.text.python)
    change = allow_because(lines, line, function, names, reason or PLACEHOLDER)
    if change is None:
        tell_user(server, "It is allowed already.")
        return
    server.session.suggestions.own_texts([change.text])
    edits = document.edits_to(changed(lines, change))
    problem = await refusal(server, edits, f"Evenhand: Allow {names}")
    if problem is not None:
        tell_user(server, f"Nothing was written: {problem}.", types.MessageType.Warning)
    elif not reason and document.notebook is None:
        await _select_reason(server, document, change)


async def _select_reason(server: EvenhandServer, document: Document, change: TextChange) -> None:
    """Select what is to be typed over, in a line that has only ASCII before it."""
    selection = change.selection
    if selection is not None:
        start = types.Position(selection.line - 1, selection.column)
        end = types.Position(selection.line - 1, selection.end_column)
        await select(server, document.uri, types.Range(start, end))
