"""The state of one client's workspace: settings, open documents, checks and suggestions."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

from lsprotocol import types

from evenhand.apps.lsp import to_lsp
from evenhand.apps.lsp.configuration.workspace_settings import WorkspaceSettings
from evenhand.apps.lsp.documents.check_schedule import CheckSchedule
from evenhand.apps.lsp.documents.checker_processes import CheckerProcesses
from evenhand.apps.lsp.documents.checks import Checks
from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.documents.notebook import Notebook
from evenhand.apps.lsp.documents.server_status import Status, StatusReporter
from evenhand.apps.lsp.documents.shown_findings import ShownFindings, moved
from evenhand.apps.lsp.documents.text_positions import Change, Text, change_to, changed
from evenhand.apps.lsp.lsp_extensions import HOVERS_OVER_DIAGNOSTICS
from evenhand.apps.lsp.suggestions.noticing import Suggestions
from evenhand.apps.lsp.unopened_files import UnopenedFiles
from evenhand.check.checking import Lines
from evenhand.models.language_model import Progress


class Client(Protocol):
    """What a session tells the editor."""

    def publish(
        self, uri: str, version: int | None, diagnostics: list[types.Diagnostic]
    ) -> None: ...

    def check_ended(self, uri: str, version: int, unequal: int) -> None:
        """The check of a version has ended: all its diagnostics have been published.

        `unequal` functions treat people differently.
        """
        ...

    def refresh_code_lenses(self) -> None: ...

    def show_status(self, status: Status) -> None: ...

    def ledger_changed(self) -> None: ...

    def long_work(self, title: str) -> AbstractAsyncContextManager[object]:
        """Progress that appears once the work has lasted a while; the user may cancel it."""
        ...


class Session:
    """Owns the open documents, and has them checked whenever something has changed."""

    def __init__(self, client: Client, checker: CheckerProcesses) -> None:
        self.settings = WorkspaceSettings()
        self.documents: dict[str, Document] = {}
        """The open documents, by URI."""
        self.answers_awaited: dict[str, Progress] = {}
        """Who hears how much of an answer the editor's model has written, by its question."""
        self.status = StatusReporter(checker, self.settings, client.show_status)
        self.suggestions = Suggestions(self.settings, self)
        self._client = client
        self._checker = checker
        checks = Checks(checker, self.status)
        self.schedule = CheckSchedule(checks, self.settings, self)
        self._unopened = UnopenedFiles(checks, self.settings, self.documents, client.publish)

    # What happens to documents and files

    def open(self, uri: str, path: Path, version: int, text: Text) -> None:
        """Take a document that was opened, and check it."""
        self.documents[uri] = document = Document(uri, path, version, text)
        self._unopened.opened(uri)
        self.suggestions.opened(document)
        self.schedule.check(document, pause=0)

    def change(self, uri: str, version: int, changes: Iterable[Change]) -> None:
        """Apply edits to an open document, and check it once they pause."""
        document = self.documents.get(uri)
        if document is None:
            return

        before = document.text
        document.text, lines = changed(before, changes)
        document.version = version
        document.findings = moved(document.findings, lines)
        if document.text.left_out:
            document.findings = ShownFindings()
            self.suggestions.closed(uri)
        elif before.left_out:
            self.suggestions.opened(document)
        else:
            self.suggestions.edited(document, before.python, [line.replaced for line in lines])
        self.schedule.check_after_edit(document)

    def take_notebook(
        self, uri: str, path: Path, version: int, text: Text, notebook: Notebook
    ) -> None:
        """Take a notebook as it is now, whose module is `text`, and check what has changed."""
        document = self.documents.get(uri)
        if document is None or document.notebook is None:
            self.documents[uri] = document = Document(uri, path, version, text, notebook)
            self.schedule.check(document, pause=0)
            return

        for cell in document.notebook.uris - notebook.uris:
            self._client.publish(cell, None, [])
        _, lines = changed(document.text, [change_to(document.text, text)])
        is_same = document.text.source == text.source
        document.text, document.version, document.notebook = text, version, notebook
        document.findings = moved(document.findings, () if is_same else lines)
        if is_same and not document.jobs:
            self.show(document)
        else:  # a check that is under way is of an older version
            self.schedule.check_after_edit(document)

    def close(self, uri: str) -> None:
        """Forget a document that was closed, and clear its diagnostics."""
        document = self.documents.pop(uri, None)
        if document is not None:
            document.cancel()
            self.suggestions.closed(uri)
            for shown in document.notebook.uris if document.notebook is not None else (uri,):
                self._client.publish(shown, None, [])

    def changed_on_disk(self, paths: Collection[Path]) -> None:
        """Check the documents again that import one of `paths`, or whose code reads it."""
        for document in self.documents.values():
            if any(document.may_change_with(path) for path in paths):
                self.schedule.check(document)

    async def check_unopened(self, document: Document, note: str = "") -> None:
        """Check a file that is not open, and show its findings, each with `note`."""
        await self._unopened.check(document, note)

    def forget(self, uri: str) -> None:
        """Clear the diagnostics of a file or folder that has been deleted or renamed."""
        self._unopened.forget(uri)

    # Checks of everything

    def check_all(self) -> None:
        """Check every open document again."""
        for document in self.documents.values():
            self.schedule.check(document)

    async def restart_workers(self) -> None:
        """End every check and every worker, and begin again."""
        await self.stop()
        self.check_all()

    async def stop(self) -> None:
        """End every check and every worker."""
        jobs = [job for document in self.documents.values() for job in document.jobs]
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
        await self._checker.restart()

    # What the parts of the session ask and tell

    def document_at(self, path: Path) -> Document | None:
        """The open document of a file; None if it is not open."""
        documents = self.documents.values()
        return next((document for document in documents if document.path == path), None)

    def notebook_with(self, uri: str) -> Document | None:
        """The open notebook that has the cell `uri`; None if there is none."""
        for document in self.documents.values():
            if document.notebook is not None and uri in document.notebook.uris:
                return document
        return None

    def is_open(self, uri: str) -> bool:
        """Whether a document is open."""
        return uri in self.documents

    def urgent_lines(self, document: Document) -> Lines | None:
        """Lines that are to be checked before all others; None if the check is not urgent."""
        return self.suggestions.urgent_lines(document)

    def show(self, document: Document) -> None:
        """Publish the findings of an open document, with its version."""
        notes = self.suggestions.notes(document)
        diagnostics = to_lsp.diagnostics(
            document.uri,
            document.text,
            document.findings,
            notes,
            with_marks=True,
            in_hovers=HOVERS_OVER_DIAGNOSTICS in self.settings.abilities,
        )
        if document.notebook is None:
            self._client.publish(document.uri, document.version, diagnostics)
        else:
            for uri, of_cell in document.notebook.by_cell(document.uri, diagnostics).items():
                self._client.publish(uri, None, of_cell)
        self._client.refresh_code_lenses()

    def checked(self, document: Document) -> None:
        """A whole check of a document's present version has a report, which is shown."""
        self.suggestions.checked(document)

    def check_ended(self, document: Document) -> None:
        """The check of a document's present version has ended, with a report or without."""
        self._client.check_ended(document.uri, document.version, document.findings.unequal)

    def show_check(self, document: Document) -> AbstractAsyncContextManager[object]:
        """Show that a check is under way, once it has lasted a while."""
        return self._client.long_work(f"Checking {document.path.name}")

    def ledger_changed(self) -> None:
        """Tell the client that something was written to the ledger."""
        self._client.ledger_changed()
