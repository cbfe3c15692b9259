"""`textDocument/didClose`: a document's findings are no longer shown."""

from __future__ import annotations

from lsprotocol import types

from evenhand.apps.lsp.server import EvenhandServer


def did_close(server: EvenhandServer, params: types.DidCloseTextDocumentParams) -> None:
    """Forget a document, and clear its diagnostics."""
    server.session.close(params.text_document.uri)
