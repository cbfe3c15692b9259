"""`textDocument/didChange`: an edit in an open document."""

from __future__ import annotations

from lsprotocol import types

from evenhand.apps.lsp.server import EvenhandServer


def did_change(server: EvenhandServer, params: types.DidChangeTextDocumentParams) -> None:
    """Apply an edit, and check the document once the edits pause."""
    document = params.text_document
    server.session.change(document.uri, document.version, params.content_changes)
    server.forget_copy(document.uri)
