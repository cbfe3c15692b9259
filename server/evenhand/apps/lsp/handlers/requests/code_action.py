"""`textDocument/codeAction`: the quick fixes for findings, and the repair of a whole file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from lsprotocol import types

from evenhand.apps.lsp.actions.cell_actions import cell_actions
from evenhand.apps.lsp.actions.client_edits import understood_actions
from evenhand.apps.lsp.actions.fix_all import FIX_ALL, fix_all
from evenhand.apps.lsp.actions.pytest_fixes import PytestFile
from evenhand.apps.lsp.actions.quick_fixes import quick_fixes
from evenhand.apps.lsp.actions.subject import Subject
from evenhand.apps.lsp.document_uris import uri_of
from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.apps.lsp.to_lsp import findings_behind
from evenhand.doors.files import Unreadable

OPTIONS = types.CodeActionOptions(
    code_action_kinds=[types.CodeActionKind.QuickFix, FIX_ALL], resolve_provider=True
)


def code_action(server: EvenhandServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    """The fixes for the diagnostics that the client asks about, or for all of the document."""
    uri, only = params.text_document.uri, _kinds(params.context.only)
    document = server.session.documents.get(uri)
    if document is None:
        return _actions_in_cell(server, uri, params.context, only)

    subject = _subject(server, document)
    actions: list[types.CodeAction] = []
    if not only or wants(only, types.CodeActionKind.QuickFix.value):
        actions += _quick_fixes(server, document, subject, params.context.diagnostics)
    if wants(only, FIX_ALL):  # a client that names no kinds shows all that it gets
        actions += fix_all(server, subject)
    return understood_actions(server, actions)


def _actions_in_cell(
    server: EvenhandServer, uri: str, context: types.CodeActionContext, only: Sequence[str]
) -> list[types.CodeAction]:
    """The quick fixes in a cell of a notebook, whose edits are of cells."""
    document = server.session.notebook_with(uri)
    is_wanted = not only or wants(only, types.CodeActionKind.QuickFix.value)
    if document is None or document.notebook is None or not is_wanted:
        return []

    asked = document.notebook.diagnostics_in_module(uri, context.diagnostics)
    actions = _quick_fixes(server, document, _subject(server, document), asked)
    return understood_actions(server, list(cell_actions(document, document.notebook, actions)))


def wants(kinds: Iterable[str], kind: str) -> bool:
    """Whether a kind is among those that a client limits its request to, or below one of them."""
    return any(wanted == "" or f"{kind}.".startswith(f"{wanted}.") for wanted in kinds)


def _quick_fixes(
    server: EvenhandServer,
    document: Document,
    subject: Subject,
    asked: Sequence[types.Diagnostic],
) -> list[types.CodeAction]:
    def find(path: Path) -> PytestFile | None:
        # A test cannot import a notebook.
        return pytest_file(server, path) if document.notebook is None else None

    findings = findings_behind(document.uri, document.text, document.findings, asked)
    actions = quick_fixes(subject, findings, find)
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
        reports=tuple(each.report for each in document.findings.functions if each.current),
        asks_reason=document.notebook is None and "askReason" in settings.abilities,
        can_copy=document.notebook is None and "copyText" in settings.abilities,
        selected=settings.of(document.path).options.attributes or frozenset(),
    )


def _inserted_texts(actions: Iterable[types.CodeAction]) -> Iterator[str]:
    for action in actions:
        changes = action.edit.document_changes if action.edit is not None else None
        for change in changes or ():
            if isinstance(change, types.TextDocumentEdit):
                yield from (e.new_text for e in change.edits if isinstance(e, types.TextEdit))


def _kinds(only: object) -> list[str]:
    """The kinds that a client limits its request to; none if it wants all."""
    kinds = only if isinstance(only, (list, tuple)) else ()
    return [str(getattr(kind, "value", kind)) for kind in kinds]
