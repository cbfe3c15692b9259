"""When each open document is checked.

One task per document. A newer text cancels the task, which kills its worker, and only then
waits for the typing to pause; a text that interrupts nothing waits only a moment. A result is
published with the version that it belongs to.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from evenhand.apps.lsp.configuration.workspace_settings import WorkspaceSettings
from evenhand.apps.lsp.documents.checks import Checks
from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.documents.priority_semaphore import PrioritySemaphore
from evenhand.apps.lsp.documents.shown_findings import with_function, with_report
from evenhand.check.checking import Lines
from evenhand.findings import FunctionReport

logger = logging.getLogger(__name__)

PAUSE_SECONDS = 0.25
"""How long the typing has to pause before a check begins that interrupts another."""
MOMENT_SECONDS = 0.01
"""How long an edit that interrupts nothing waits for another one."""
PARTIAL_SECONDS = 1.0
"""Delay before partial results are published."""
AT_ONCE = 2
"""Documents that are checked at the same time."""


class Listener(Protocol):
    """What a schedule asks and tells; the session is one."""

    def is_open(self, uri: str) -> bool: ...

    def urgent_lines(self, document: Document) -> Lines | None:
        """Lines that are to be checked before all others; None if the check is not urgent."""
        ...

    def show(self, document: Document) -> None:
        """Publish the findings of a document."""
        ...

    def checked(self, document: Document) -> None:
        """A whole check of the document's present version has a report, which is shown."""
        ...

    def check_ended(self, document: Document) -> None:
        """The check of the document's present version has ended, with a report or without."""
        ...

    def show_check(self, document: Document) -> AbstractAsyncContextManager[object]:
        """Show that a check is under way, once it has lasted a while."""
        ...


class CheckSchedule:
    """Starts, interrupts and ends the checks of open documents."""

    def __init__(self, checks: Checks, settings: WorkspaceSettings, listener: Listener) -> None:
        self._checks = checks
        self._settings = settings
        self._listener = listener
        self._semaphore = PrioritySemaphore(AT_ONCE)

    def check_after_edit(self, document: Document) -> asyncio.Task[None]:
        """Check `document` once the typing pauses."""
        return self.check(document, PAUSE_SECONDS if document.jobs else MOMENT_SECONDS)

    def check(self, document: Document, pause: float = PAUSE_SECONDS) -> asyncio.Task[None]:
        """Check `document` after `pause` seconds, in place of a check that is under way."""
        document.cancel()
        task = asyncio.create_task(self._check_later(document, pause))
        document.jobs.add(task)
        task.add_done_callback(document.jobs.discard)
        return task

    async def _check_later(self, document: Document, pause: float) -> None:
        earlier = document.jobs - {asyncio.current_task()}
        if earlier:
            await asyncio.wait(earlier)
        await asyncio.sleep(pause)

        first = self._listener.urgent_lines(document)
        slot = self._semaphore.slot(urgent=first is not None)
        async with slot, self._listener.show_check(document):
            await self._check(document, first)

    async def _check(self, document: Document, first: Lines | None) -> None:
        version, clock = document.version, asyncio.get_running_loop().time
        began = clock()

        settings = self._settings.of(document.path)
        partial = _PartialFindings(document, self._listener)
        try:
            report = await self._checks.run(
                document.text, document.path, settings, partial.add, first
            )
        finally:
            partial.close()

        if document.version != version:
            return
        if report is not None:
            if document.notebook is not None:
                report = document.notebook.told(report)
            document.findings = with_report(document.findings, report)
            document.depends_on = report.depends_on
            self._listener.show(document)
            self._listener.checked(document)
            seconds = clock() - began
            logger.debug("%s, version %d: %.2f s", document.path.name, version, seconds)
        self._listener.check_ended(document)


class _PartialFindings:
    """Publishes what a check has found so far, if it lasts longer than `PARTIAL_SECONDS`."""

    def __init__(self, document: Document, listener: Listener) -> None:
        self._document = document
        self._version = document.version
        self._listener = listener
        self._timer: asyncio.TimerHandle | None = None

    def add(self, report: FunctionReport) -> None:
        """Take one function's report; one of an older version is dropped."""
        document = self._document
        if document.version != self._version or not self._listener.is_open(document.uri):
            return

        if document.notebook is not None:
            report = document.notebook.told_of_function(str(document.path), report)
        document.findings = with_function(document.findings, report)
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(PARTIAL_SECONDS, self._show)

    def close(self) -> None:
        """Publish nothing more."""
        if self._timer is not None:
            self._timer.cancel()

    def _show(self) -> None:
        self._timer = None
        self._listener.show(self._document)
