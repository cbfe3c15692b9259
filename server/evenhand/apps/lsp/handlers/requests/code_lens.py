"""`textDocument/codeLens`: one line above each function that takes something protected."""

from __future__ import annotations

from lsprotocol import types

from evenhand.apps.lsp import to_lsp
from evenhand.apps.lsp.configuration.file_settings import Lenses
from evenhand.apps.lsp.server import EvenhandServer

OPTIONS = types.CodeLensOptions(resolve_provider=False)


def code_lens(server: EvenhandServer, params: types.CodeLensParams) -> list[types.CodeLens]:
    """The lenses of an open document, if its settings want them."""
    session = server.session
    document = session.documents.get(params.text_document.uri)
    if document is None:
        return []

    wanted = session.settings.of(document.path).code_lens
    if wanted is Lenses.NONE:
        return []
    notes, every = session.suggestions.notes(document), wanted is Lenses.ALL
    return to_lsp.code_lenses(document.uri, document.text, document.findings, notes, every=every)
