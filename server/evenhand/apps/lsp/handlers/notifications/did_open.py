"""`textDocument/didOpen`: check a Python file; a notebook's cells are passed over."""

from __future__ import annotations

import logging
from urllib.parse import urlsplit

from lsprotocol import types

from evenhand.apps.lsp.documents.text_positions import Text
from evenhand.apps.lsp.server import EvenhandServer

logger = logging.getLogger(__name__)

NOTEBOOK_CELL = "vscode-notebook-cell"


def did_open(server: EvenhandServer, params: types.DidOpenTextDocumentParams) -> None:
    """Take a document, if it is Python."""
    item = params.text_document
    if item.uri.startswith(NOTEBOOK_CELL):
        _log_notebook(server, item.uri)
        return

    path = server.path_of(item.uri)
    if path is not None and (item.language_id == "python" or path.suffix == ".py"):
        text = Text(item.text, server.workspace.position_codec)
        server.session.open(item.uri, path, item.version, text)


def _log_notebook(server: EvenhandServer, uri: str) -> None:
    """Log once for each notebook that it is not checked."""
    notebook = urlsplit(uri).path
    if notebook not in server.notebooks:
        server.notebooks.add(notebook)
        logger.info("%s is not checked: it is a notebook", notebook)
