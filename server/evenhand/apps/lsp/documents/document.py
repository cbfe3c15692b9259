"""An open document."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path

from lsprotocol import types

from evenhand.apps.lsp.documents.cell_edits import cell_edits
from evenhand.apps.lsp.documents.line_edits import document_edit, edits_between
from evenhand.apps.lsp.documents.notebook import Notebook
from evenhand.apps.lsp.documents.shown_findings import ShownFindings
from evenhand.apps.lsp.documents.text_positions import Text


@dataclass(slots=True)
class Document:
    """A text in the editor, and the findings in it."""

    uri: str
    path: Path
    version: int
    text: Text
    notebook: Notebook | None = None
    """The notebook whose module the text is; None if it is a file of its own."""
    findings: ShownFindings = field(default_factory=ShownFindings)
    depends_on: frozenset[str] = frozenset()
    """Other files that decide its findings, going by its last check."""
    jobs: set[asyncio.Task[None]] = field(default_factory=set)
    """The newest check, and those that are being cancelled."""

    def edits_to(self, after: str) -> list[types.TextDocumentEdit] | None:
        """Edits of its present version, or of the notebook's cells, that turn it into `after`.

        None if the cells have no place for it.
        """
        if self.notebook is not None:
            return cell_edits(self.notebook, self.text, after)
        return [document_edit(self.uri, self.version, edits_between(self.text, after))]

    def may_change_with(self, path: Path) -> bool:
        """Whether another verdict may come of a change to the file `path`."""
        if self.path == path:
            return False
        return not self.depends_on.isdisjoint(map(str, (path, *path.parents)))

    def cancel(self) -> None:
        """Cancel every check of the document."""
        for job in self.jobs:
            job.cancel()
