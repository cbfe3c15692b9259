"""Open documents, what is known of them, and the checks under way.

One task per document. A newer text cancels the task, which kills its worker, and only then
waits for the typing to pause; a text that interrupts nothing waits a moment only. A result is
published with the version that it belongs to.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

from lsprotocol import types

from evenhand.apps.lsp import to_lsp
from evenhand.apps.lsp.documents.checker_thread import CheckerThread
from evenhand.apps.lsp.documents.checks import Checks, Status
from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.documents.priority_semaphore import PrioritySemaphore
from evenhand.apps.lsp.documents.shown_findings import (
    ShownFindings,
    moved,
    with_function,
    with_report,
)
from evenhand.apps.lsp.documents.text_positions import Change, Text, changed
from evenhand.apps.lsp.suggestions.noticing import Suggestions
from evenhand.apps.lsp.surroundings import Surroundings
from evenhand.findings import FileReport, FunctionReport

logger = logging.getLogger(__name__)

PAUSE_SECONDS = 0.25
"""How long the typing has to pause before a check begins that interrupts another."""
PARTIAL_SECONDS = 1.0
"""How long a check keeps to itself what it has found so far."""
MOMENT_SECONDS = 0.025
"""How long an edit that interrupts nothing waits for another one."""
AT_ONCE = 2
"""Documents that are checked at the same time."""


class Client(Protocol):
    """What a session tells the editor."""

    def publish(
        self, uri: str, version: int | None, diagnostics: list[types.Diagnostic]
    ) -> None: ...

    def check_ended(self, uri: str, version: int) -> None:
        """The check of a version has ended: what was published of it is all there is to say."""
        ...

    def refresh_code_lenses(self) -> None: ...

    def show_status(self, status: Status) -> None: ...

    def ledger_changed(self) -> None: ...

    def long_work(self, title: str) -> AbstractAsyncContextManager[object]:
        """Progress that appears once the work has lasted a while; the user may cancel it."""
        ...


class Session:
    """The state of one client's workspace."""

    def __init__(self, client: Client, engine: CheckerThread) -> None:
        self.client = client
        self.surroundings = Surroundings()
        self.checks = Checks(engine, self.surroundings, client.show_status)
        self.suggestions = Suggestions(self.surroundings, self)
        self.documents: dict[str, Document] = {}
        self.unopened: set[str] = set()
        """Files that are not open and have diagnostics, from a check of the workspace."""
        self._semaphore = PrioritySemaphore(AT_ONCE)

    def open(self, uri: str, path: Path, version: int, text: Text) -> None:
        self.documents[uri] = document = Document(uri, path, version, text)
        self.unopened.discard(uri)
        self.suggestions.opened(document)
        self.schedule(document, pause=0)

    def change(self, uri: str, version: int, changes: Iterable[Change]) -> None:
        if (document := self.documents.get(uri)) is not None:
            before = document.text
            document.text, lines = changed(before, changes)
            document.version = version
            document.findings = moved(document.findings, lines)
            self.suggestions.edited(document, before.python, [line.replaced for line in lines])
            self.schedule(document, pause=PAUSE_SECONDS if document.jobs else MOMENT_SECONDS)

    def close(self, uri: str) -> None:
        if (document := self.documents.pop(uri, None)) is not None:
            document.cancel()
            self.suggestions.closed(uri)
            self.client.publish(uri, None, [])

    def changed_on_disk(self, path: Path) -> None:
        """Check the documents again that seem to import `path`."""
        name = path.parent.name if path.stem == "__init__" else path.stem
        mention = re.compile(rf"\b{re.escape(name)}\b")
        for document in self.documents.values():
            if document.path != path and mention.search(document.text.source):
                self.schedule(document)

    async def check_unopened(self, document: Document, note: str = "") -> None:
        """Check a file that is not open, and show what was found."""
        report = await self.checks.run(document.text, document.path, lambda function: None)
        document.findings = with_report(ShownFindings(), report or FileReport(str(document.path)))
        notes = {f.report.name: note for f in document.findings.functions if note}
        found = to_lsp.diagnostics(document.uri, document.text, document.findings, notes)
        self.show_unopened(document.uri, found)

    def show_unopened(self, uri: str, diagnostics: list[types.Diagnostic]) -> None:
        """Show what was found in a file; one that has been opened meanwhile shows its own."""
        if uri in self.documents:
            return
        if diagnostics or uri in self.unopened:
            self.client.publish(uri, None, diagnostics)
        self.unopened.add(uri) if diagnostics else self.unopened.discard(uri)

    def forget(self, uri: str) -> None:
        """Take away what is shown of a file or folder that is not there any more."""
        for gone in [u for u in self.unopened if u == uri or u.startswith(f"{uri}/")]:
            self.show_unopened(gone, [])

    def schedule(self, document: Document, pause: float = PAUSE_SECONDS) -> asyncio.Task[None]:
        """Check `document`, in place of whatever check of it is under way."""
        document.cancel()
        task = asyncio.create_task(self._check_later(document, pause))
        document.jobs.add(task)
        task.add_done_callback(document.jobs.discard)
        return task

    def schedule_all(self) -> None:
        for document in self.documents.values():
            self.schedule(document)

    async def restart_workers(self) -> None:
        await self.stop()
        self.schedule_all()

    async def stop(self) -> None:
        """End every check and every worker."""
        jobs = [job for document in self.documents.values() for job in document.jobs]
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
        await self.checks.engine.restart()

    def ledger_changed(self) -> None:
        self.client.ledger_changed()

    async def _check_later(self, document: Document, pause: float) -> None:
        earlier = document.jobs - {asyncio.current_task()}
        if earlier:
            await asyncio.wait(earlier)
        await asyncio.sleep(pause)
        hurried = self.suggestions.hurried(document)
        turn = self._semaphore.slot(urgent=hurried is not None)
        async with turn, self.client.long_work(f"Checking {document.path.name}"):
            await self._check(document, hurried)

    async def _check(self, document: Document, first: tuple[int, int] | None) -> None:
        version, loop = document.version, asyncio.get_running_loop()
        began, timer = loop.time(), None

        def on_function(report: FunctionReport) -> None:
            nonlocal timer
            if document.version == version and document.uri in self.documents:
                document.findings = with_function(document.findings, report)
                timer = timer or loop.call_later(PARTIAL_SECONDS, show_partial)

        def show_partial() -> None:
            nonlocal timer
            timer = None
            self.show(document)

        try:
            report = await self.checks.run(document.text, document.path, on_function, first)
        finally:
            if timer is not None:
                timer.cancel()
        if document.version != version:
            return

        if report is not None:
            document.findings = with_report(document.findings, report)
            self.show(document)
            self.suggestions.checked(document)
            seconds = loop.time() - began
            logger.debug("%s, version %d: %.2f s", document.path.name, version, seconds)
        self.client.check_ended(document.uri, version)

    def show(self, document: Document) -> None:
        """Publish what is known of a document."""
        notes = self.suggestions.notes(document)
        found = to_lsp.diagnostics(document.uri, document.text, document.findings, notes)
        self.client.publish(document.uri, document.version, found)
        self.client.refresh_code_lenses()
