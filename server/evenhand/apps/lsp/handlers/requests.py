"""Requests; each is answered at once from what is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from lsprotocol import types
from pygls.uris import from_fs_path

from evenhand.apps.lsp import to_lsp
from evenhand.apps.lsp.actions.code_actions import PytestFile, Subject, quick_fixes
from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.findings import Severity
from evenhand.workspace.decoding import NotTextError

QUICK_FIXES = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])


def register(server: EvenhandServer) -> None:
    session = server.session

    @server.on(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        document = session.documents.get(params.text_document.uri)
        if document is None:
            return None
        return to_lsp.hover(document.text, document.findings, params.position)

    @server.on(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions(resolve_provider=False))
    def code_lens(params: types.CodeLensParams) -> list[types.CodeLens]:
        document = session.documents.get(params.text_document.uri)
        if document is None or not session.surroundings.settings_of(document.path).code_lens:
            return []
        notes = session.suggestions.notes(document)
        return to_lsp.code_lenses(document.uri, document.text, document.findings, notes)

    @server.on(types.TEXT_DOCUMENT_CODE_ACTION, QUICK_FIXES)
    def code_action(params: types.CodeActionParams) -> list[types.CodeAction]:
        document = session.documents.get(params.text_document.uri)
        if document is None or not _quick_fix_wanted(params.context.only):
            return []
        if not server.can("workspace.workspace_edit.document_changes"):
            return []
        subject = Subject(
            uri=document.uri,
            version=document.version,
            text=document.text,
            path=document.path,
            top=session.surroundings.folder_of(document.path),
            repairs=session.surroundings.trusted,
            model=session.surroundings.configuration.repair.model_wanted,
            repairable=_repairable(document),
        )
        actions = quick_fixes(
            subject, params.context.diagnostics, lambda path: pytest_file(server, path)
        )
        session.suggestions.own_texts(_texts_of(actions))
        return actions


def _texts_of(actions: Iterable[types.CodeAction]) -> Iterator[str]:
    """What the edits of some quick fixes put in."""
    for action in actions:
        for change in (action.edit.document_changes if action.edit else None) or ():
            if isinstance(change, types.TextDocumentEdit):
                yield from (e.new_text for e in change.edits if isinstance(e, types.TextEdit))


def _repairable(document: Document) -> int:
    found = {
        report.name
        for report, verdict in document.findings.verdicts
        if verdict.kind.unequal and verdict.severity is Severity.WARNING
    }
    return len(found)


def pytest_file(server: EvenhandServer, path: Path) -> PytestFile:
    """The test file at `path`, as it is in the editor or else on disk."""
    document = _open_at(server, path)
    if document is not None:
        return PytestFile(document.uri, document.version, document.text)
    uri = from_fs_path(str(path)) or ""
    try:
        text = server.read(path)
    except (OSError, NotTextError):
        return PytestFile(uri, None, None)
    return PytestFile(uri, None, text)


def _open_at(server: EvenhandServer, path: Path) -> Document | None:
    return next((d for d in server.session.documents.values() if d.path == path), None)


def _quick_fix_wanted(only: object) -> bool:
    if not isinstance(only, (list, tuple)):
        return True
    wanted = [str(getattr(kind, "value", kind)) for kind in only]
    return any(kind in ("", types.CodeActionKind.QuickFix.value) for kind in wanted)
