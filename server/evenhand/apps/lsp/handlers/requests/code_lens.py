"""`textDocument/codeLens`: one line above each function that is worth one, as the user chose."""

from __future__ import annotations

from lsprotocol import types

from evenhand.apps.lsp import to_lsp
from evenhand.apps.lsp.configuration.file_settings import Lenses
from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.lsp_extensions import EXPLAIN, SHOW_FINDING, SHOWS_FINDINGS
from evenhand.apps.lsp.server import EvenhandServer

OPTIONS = types.CodeLensOptions(resolve_provider=False)


def code_lens(server: EvenhandServer, params: types.CodeLensParams) -> list[types.CodeLens]:
    """The lenses of an open document or cell, if its settings want them."""
    session = server.session
    uri = params.text_document.uri
    document = session.documents.get(uri)
    if document is not None:
        return _lenses(server, document)

    document = session.notebook_with(uri)
    if document is None or document.notebook is None:
        return []
    return document.notebook.lenses_in(uri, _lenses(server, document))


def _lenses(server: EvenhandServer, document: Document) -> list[types.CodeLens]:
    session = server.session

    if session.settings.of(document.path).code_lens is Lenses.NONE:
        return []
    notes, is_ours = (
        session.suggestions.notes(document),
        SHOWS_FINDINGS in session.settings.abilities,
    )
    return to_lsp.code_lenses(
        document.uri,
        document.text,
        document.findings,
        notes,
        command=SHOW_FINDING if is_ours else EXPLAIN,
    )
