"""`textDocument/codeAction`: the quick fixes for findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from lsprotocol import types

from evenhand.apps.lsp.actions.pytest_fixes import PytestFile
from evenhand.apps.lsp.actions.quick_fixes import quick_fixes
from evenhand.apps.lsp.actions.subject import Subject
from evenhand.apps.lsp.document_uris import uri_of
from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.apps.lsp.to_lsp import findings_behind
from evenhand.doors.files import Unreadable
from evenhand.findings import Severity

OPTIONS = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])


def code_action(server: EvenhandServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    """The fixes for the diagnostics that the client asks about."""
    document = server.session.documents.get(params.text_document.uri)
    if document is None or not _wants_quick_fixes(params.context.only):
        return []
    if not server.can("workspace.workspace_edit.document_changes"):
        return []

    asked = params.context.diagnostics
    actions = quick_fixes(
        _subject(server, document),
        findings_behind(document.uri, document.text, document.findings, asked),
        lambda path: pytest_file(server, path),
    )
    server.session.suggestions.own_texts(_inserted_texts(actions))
    return actions


def pytest_file(server: EvenhandServer, path: Path) -> PytestFile | None:
    """The test file at `path`, as it is in the editor or else on disk; None if it is unreadable."""
    document = server.session.document_at(path)
    if document is not None:
        return PytestFile(document.uri, document.version, document.text)

    uri = uri_of(path)
    text = server.read(path)
    if not isinstance(text, Unreadable):
        return PytestFile(uri, None, text)
    return PytestFile(uri, None, None) if text.absent else None


def _subject(server: EvenhandServer, document: Document) -> Subject:
    settings = server.session.settings
    return Subject(
        uri=document.uri,
        version=document.version,
        text=document.text,
        path=document.path,
        folder=settings.folder_of(document.path),
        trusted=settings.trusted,
        has_model=settings.configuration.repair.model_wanted,
        repairable=_count_repairable(document),
    )


def _count_repairable(document: Document) -> int:
    """How many functions of a document have a finding that a repair can end."""
    names = {
        report.name
        for report, verdict in document.findings.verdicts
        if verdict.kind.unequal and verdict.severity is Severity.WARNING
    }
    return len(names)


def _inserted_texts(actions: Iterable[types.CodeAction]) -> Iterator[str]:
    for action in actions:
        changes = action.edit.document_changes if action.edit is not None else None
        for change in changes or ():
            if isinstance(change, types.TextDocumentEdit):
                yield from (e.new_text for e in change.edits if isinstance(e, types.TextEdit))


def _wants_quick_fixes(only: object) -> bool:
    """Whether the kinds that the client limits its request to include quick fixes."""
    if not isinstance(only, (list, tuple)):
        return True
    wanted = [str(getattr(kind, "value", kind)) for kind in only]
    return any(kind in ("", types.CodeActionKind.QuickFix.value) for kind in wanted)
