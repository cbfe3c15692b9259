"""`textDocument/hover`: what is known of the function under the cursor."""

from __future__ import annotations

from lsprotocol import types
from pygls.capabilities import get_capability

from evenhand.apps.lsp import to_lsp
from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.lsp_extensions import HOVERS_OVER_DIAGNOSTICS
from evenhand.apps.lsp.server import EvenhandServer


def hover(server: EvenhandServer, params: types.HoverParams) -> types.Hover | None:
    """The verdicts of a function; None if the position is not on a function's name."""
    uri = params.text_document.uri
    document = server.session.documents.get(uri)
    if document is not None:
        return _hover(server, document, params.position)

    document = server.session.notebook_with(uri)
    if document is None or document.notebook is None:
        return None
    position = document.notebook.position_in_module(uri, params.position)
    shown = _hover(server, document, position) if position is not None else None
    if shown is not None and shown.range is not None:
        shown.range = document.notebook.in_cell(shown.range).range
    return shown


def _hover(
    server: EvenhandServer, document: Document, position: types.Position
) -> types.Hover | None:
    said = HOVERS_OVER_DIAGNOSTICS in server.session.settings.abilities
    return to_lsp.hover(
        document.text,
        document.findings,
        position,
        said=said,
        marked_up=_reads_markdown(server),
    )


def _reads_markdown(server: EvenhandServer) -> bool:
    """Whether the client says so, or nothing at all."""
    formats = get_capability(server.client_capabilities, "text_document.hover.content_format")
    return not formats or types.MarkupKind.Markdown in formats
