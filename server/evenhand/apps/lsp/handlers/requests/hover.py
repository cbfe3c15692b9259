"""`textDocument/hover`: what is known of the function under the cursor."""

from __future__ import annotations

from lsprotocol import types
from pygls.capabilities import get_capability

from evenhand.apps.lsp import to_lsp
from evenhand.apps.lsp.lsp_extensions import HOVERS_OVER_DIAGNOSTICS
from evenhand.apps.lsp.server import EvenhandServer


def hover(server: EvenhandServer, params: types.HoverParams) -> types.Hover | None:
    """The verdicts of a function; None if the position is not on a function's name."""
    document = server.session.documents.get(params.text_document.uri)
    if document is None:
        return None
    said = HOVERS_OVER_DIAGNOSTICS in server.session.settings.abilities
    return to_lsp.hover(
        document.text,
        document.findings,
        params.position,
        said=said,
        marked_up=_reads_markdown(server),
    )


def _reads_markdown(server: EvenhandServer) -> bool:
    """Whether the client says so, or nothing at all."""
    formats = get_capability(server.client_capabilities, "text_document.hover.content_format")
    return not formats or types.MarkupKind.Markdown in formats
