"""`textDocument/hover`: what is known of the function under the cursor."""

from __future__ import annotations

from lsprotocol import types

from evenhand.apps.lsp import to_lsp
from evenhand.apps.lsp.server import EvenhandServer


def hover(server: EvenhandServer, params: types.HoverParams) -> types.Hover | None:
    """The verdicts of a function; None if the position is not on a function's name."""
    document = server.session.documents.get(params.text_document.uri)
    if document is None:
        return None
    return to_lsp.hover(document.text, document.findings, params.position)
