"""Edits in the form that the client understands.

Neovim announces no `documentChanges`, and yet creates files, which only these can say.
"""

from __future__ import annotations

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.exceptions import JsonRpcException

from evenhand.apps.lsp.markup import message
from evenhand.apps.lsp.server import EvenhandServer


def understood_edit(
    server: EvenhandServer, edit: types.WorkspaceEdit
) -> types.WorkspaceEdit | None:
    """The edit as the client can apply it; None if it cannot."""
    if server.can("workspace.workspace_edit.document_changes"):
        return edit

    parts = edit.document_changes or ()
    edited = [part for part in parts if isinstance(part, types.TextDocumentEdit)]
    if len(edited) == len(parts):
        return types.WorkspaceEdit(changes=_by_document(edited))
    return edit if _creates_files(server) else None


def understood_actions(
    server: EvenhandServer, actions: list[types.CodeAction]
) -> list[types.CodeAction]:
    """The actions that the client can carry out, with their edits in its form."""
    understood = []
    for action in actions:
        if action.edit is not None:
            action.edit = understood_edit(server, action.edit)
        if action.edit or action.command or action.data is not None:
            understood.append(action)
    return understood


async def refusal(
    server: EvenhandServer, edits: list[types.TextDocumentEdit] | None, label: str
) -> str | None:
    """Have the editor apply edits; why it did not, or None if it did."""
    if edits is None:
        return "the notebook has no cell for it"
    understood = understood_edit(server, types.WorkspaceEdit(document_changes=[*edits]))
    if understood is None:
        return "the editor takes no edits"
    params = types.ApplyWorkspaceEditParams(understood, label=message(label))
    try:
        result = await server.ask(types.WORKSPACE_APPLY_EDIT, params)
    except JsonRpcException:
        return "the editor takes no edits"
    if result.applied:
        return None
    return result.failure_reason or "the editor refused the edit"


def _by_document(edited: list[types.TextDocumentEdit]) -> dict[str, list[types.TextEdit]]:
    changes: dict[str, list[types.TextEdit]] = {}
    for part in edited:
        texts = [edit for edit in part.edits if isinstance(edit, types.TextEdit)]
        changes.setdefault(part.text_document.uri, []).extend(texts)
    return changes


def _creates_files(server: EvenhandServer) -> bool:
    operations = get_capability(
        server.client_capabilities, "workspace.workspace_edit.resource_operations", ()
    )
    return types.ResourceOperationKind.Create in operations
