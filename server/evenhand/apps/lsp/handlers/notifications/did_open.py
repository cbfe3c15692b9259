"""`textDocument/didOpen`: check a Python file."""

from __future__ import annotations

from lsprotocol import types

from evenhand.apps.lsp.documents.text_positions import Text
from evenhand.apps.lsp.server import EvenhandServer


def did_open(server: EvenhandServer, params: types.DidOpenTextDocumentParams) -> None:
    """Take a document, if it is Python."""
    item = params.text_document
    path = server.path_of(item.uri)
    if path is not None and (item.language_id == "python" or path.suffix == ".py"):
        text = Text.kept(item.text, server.workspace.position_codec)
        server.session.open(item.uri, path, item.version, text)
        server.forget_copy(item.uri)
