"""`notebookDocument/did…`: a notebook's cells of Python are checked as one module."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from evenhand.apps.lsp.documents.notebook import Notebook, OpenCell
from evenhand.apps.lsp.documents.text_positions import Text
from evenhand.apps.lsp.server import EvenhandServer

JUPYTER = "jupyter-notebook"
SYNC = types.NotebookDocumentSyncOptions(
    # Cells of text come as well, so that cells have the numbers that people count.
    [types.NotebookDocumentFilterWithNotebook(types.NotebookDocumentFilterNotebookType(JUPYTER))]
)


def did_open_notebook(server: EvenhandServer, params: types.DidOpenNotebookDocumentParams) -> None:
    """Take a notebook, and check it."""
    _take(server, params.notebook_document.uri)


def did_change_notebook(
    server: EvenhandServer, params: types.DidChangeNotebookDocumentParams
) -> None:
    """Take cells that were edited, moved, added or removed."""
    _take(server, params.notebook_document.uri)


def did_close_notebook(
    server: EvenhandServer, params: types.DidCloseNotebookDocumentParams
) -> None:
    """Forget a notebook, and clear the diagnostics of its cells."""
    server.session.close(params.notebook_document.uri)


def _take(server: EvenhandServer, uri: str) -> None:
    """Check a notebook as it is now."""
    document = server.workspace.get_notebook_document(notebook_uri=uri)
    path = server.path_of(uri)
    if document is None or path is None:
        return

    notebook = Notebook.of(list(_cells(server, document)))
    text = Text.kept(notebook.source.text, server.workspace.position_codec)
    server.session.take_notebook(uri, path, document.version, text, notebook)


def _cells(server: EvenhandServer, document: types.NotebookDocument) -> Iterator[OpenCell]:
    """Its cells of Python."""
    for number, cell in enumerate(document.cells, 1):
        text = server.workspace.get_text_document(cell.document)
        if cell.kind == types.NotebookCellKind.Code and text.language_id == "python":
            yield OpenCell(cell.document, number, text.version, text.source)
