"""Edits of whole lines that turn one text into another. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types

from evenhand.apps.lsp.documents.text_positions import Text
from evenhand.findings import Span
from evenhand.lines import blocks


def edits_between(before: Text, after: str) -> list[types.TextEdit]:
    """Edits of whole lines that turn `before` into `after`, with the line ends of `before`."""
    old, new = before.python.split("\n"), after.split("\n")
    line_end = "\r\n" if "\r\n" in before.source else "\n"
    edits = []
    for block in blocks(old, new):
        if not block.same:
            lines = new[block.new_start : block.new_stop]
            span, text = _replacement(old, block.start, block.stop, lines, line_end)
            edits.append(types.TextEdit(before.range(span), text))
    return edits


def document_edit(
    uri: str, version: int | None, edits: list[types.TextEdit]
) -> types.TextDocumentEdit:
    """Edits of one version of a document; the client refuses them for any other."""
    identifier = types.OptionalVersionedTextDocumentIdentifier(uri=uri, version=version)
    return types.TextDocumentEdit(text_document=identifier, edits=[*edits])


def _replacement(
    old: Sequence[str], first: int, last: int, lines: Sequence[str], line_end: str
) -> tuple[Span, str]:
    """Replace the lines `old[first:last]` by `lines`."""
    if last < len(old):
        return Span(first + 1, 0, last + 1, 0), "".join(line + line_end for line in lines)

    # The last line has no end of its own: the end of the line before it is replaced with it.
    if first == 0:
        return Span(1, 0, last, len(old[last - 1])), line_end.join(lines)
    span = Span(first, len(old[first - 1]), last, len(old[last - 1]))
    return span, "".join(line_end + line for line in lines)
