"""The document in which a fix is asked for, and edits of its present version."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from lsprotocol import types

from evenhand.apps.lsp.documents.text_positions import Text


@dataclass(frozen=True, slots=True)
class Subject:
    """The document in which a fix is asked for."""

    uri: str
    version: int
    text: Text
    path: Path
    folder: Path | None
    """The open folder that contains it."""
    trusted: bool = False
    """Whether code may run, so that a repair can be proved, and settings may be written."""
    has_model: bool = False
    """Whether the user has chosen a language model that may write repairs."""
    repairable: int = 0
    """How many of its functions have something to repair."""


def document_edit(
    uri: str, version: int | None, edits: list[types.TextEdit]
) -> types.TextDocumentEdit:
    """Edits of one version of a document; the client refuses them for any other."""
    identifier = types.OptionalVersionedTextDocumentIdentifier(uri=uri, version=version)
    return types.TextDocumentEdit(text_document=identifier, edits=[*edits])
