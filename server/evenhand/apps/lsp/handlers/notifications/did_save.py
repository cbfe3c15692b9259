"""`textDocument/didSave`: other documents may import or read the file."""

from __future__ import annotations

from lsprotocol import types

from evenhand.apps.lsp.server import EvenhandServer

OPTIONS = types.SaveOptions(include_text=False)


def did_save(server: EvenhandServer, params: types.DidSaveTextDocumentParams) -> None:
    """Check the documents that depend on the file, and record that suggestions were kept."""
    uri = params.text_document.uri
    path = server.path_of(uri)
    if path is not None:
        server.session.changed_on_disk([path])
    server.session.suggestions.saved(uri)
