"""Quick fixes for a notebook's module, as quick fixes in its cells. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lsprotocol import types

from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.documents.notebook import Notebook
from evenhand.apps.lsp.documents.text_positions import changed
from evenhand.apps.lsp.lsp_extensions import SELECT


def cell_actions(
    document: Document, notebook: Notebook, actions: Iterable[types.CodeAction]
) -> Iterator[types.CodeAction]:
    """The actions with places in cells; without those whose edit has no place there."""
    for action in actions:
        for diagnostic in action.diagnostics or ():
            diagnostic.range = notebook.in_cell(diagnostic.range).range
        if action.command is not None and action.command.command == SELECT:
            action.command.arguments = _in_cell(notebook, action.command)

        if action.edit is not None:
            edits = document.edits_to(_edited(document, action.edit))
            if edits is None:
                continue
            action.edit = types.WorkspaceEdit(document_changes=[*edits])
        yield action


def _in_cell(notebook: Notebook, select: types.Command) -> list[types.LSPAny]:
    """What the command gets that selects a range of the module."""
    _, range_ = select.arguments or ()
    assert isinstance(range_, types.Range)
    place = notebook.in_cell(range_)
    return [place.uri, place.range]


def _edited(document: Document, edit: types.WorkspaceEdit) -> str:
    """The module after an edit of it, with its changes one after the other."""
    text = document.text
    for part in edit.document_changes or ():
        assert isinstance(part, types.TextDocumentEdit)
        for each in part.edits:
            assert isinstance(each, types.TextEdit)
            text, _ = changed(
                text, [types.TextDocumentContentChangePartial(range=each.range, text=each.new_text)]
            )
    return text.python
