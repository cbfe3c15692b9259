"""Notices suggestions of assistants among the edits of open documents.

Edits that follow each other closely are looked into together once they pause, or at once if
the client says that a suggestion was accepted.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Protocol

from evenhand.apps.lsp.configuration.workspace_settings import WorkspaceSettings
from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.documents.text_positions import changed_lines
from evenhand.apps.lsp.suggestions.edit_bursts import PART_SECONDS, EditBursts
from evenhand.apps.lsp.suggestions.edit_hints import EditHints
from evenhand.apps.lsp.suggestions.edit_history import (
    Attribution,
    EditHistory,
    EditStep,
    merged,
)
from evenhand.apps.lsp.suggestions.ledger_thread import LedgerThread
from evenhand.apps.lsp.suggestions.origin_finder import OriginFinder
from evenhand.apps.lsp.suggestions.suggested_functions import NOTED_SECONDS
from evenhand.apps.lsp.suggestions.suggestion_log import SuggestionLog
from evenhand.assistants.ledger.records import Kind
from evenhand.assistants.provenance.edits import Change, Edit, Hint
from evenhand.assistants.provenance.origins import Origin

logger = logging.getLogger(__name__)

MOST_EDITS = 200
"""Edits that are kept one by one while the text cannot be parsed."""
AGES = (10.0, 30.0, 60.0, 120.0, 300.0, NOTED_SECONDS + 1)
"""Seconds after which findings are shown again, with the age of the suggestion."""

HINTS = {hint.value: hint for hint in Hint}
HINT_OF_KIND = {Kind.INLINE: Hint.INLINE, Kind.INLINE_PART: Hint.INLINE_PART}


class Listener(Protocol):
    """What is told about suggestions; the session is one."""

    def show(self, document: Document) -> None:
        """The notes of a document's findings have changed."""
        ...

    def ledger_changed(self) -> None:
        """Something was written to the ledger."""
        ...


class Suggestions:
    """The edit histories of all open documents, and what follows from them."""

    def __init__(self, settings: WorkspaceSettings, listener: Listener) -> None:
        self.thread = LedgerThread()
        self.log = SuggestionLog(self.thread, settings, listener.ledger_changed)
        self.origins = OriginFinder(settings, self._other_texts)
        self._settings = settings
        self._listener = listener
        self._histories: dict[str, EditHistory] = {}
        self._hints = EditHints()
        self._bursts = EditBursts(self._on_burst)
        self._tasks: set[asyncio.Task[None]] = set()

    # What happens to documents

    def opened(self, document: Document) -> None:
        """Follow a document that was opened."""
        history = self._histories[document.uri] = EditHistory(document)
        if self._settings.configuration.ledger.enabled:
            self._start(self._then_show(history, self.log.restore(history)))

    def edited(self, document: Document, before: str, changes: Sequence[Change]) -> None:
        """Take an edit that made the document's present version from the text `before`."""
        history = self._histories[document.uri]
        hints = self._hints.take(document.uri, document.version, changes)
        if history.expected is not None and history.expected == document.text.python:
            hints |= {Hint.OWN}
            history.expected = None

        edit = Edit(tuple(changes), hints, asyncio.get_running_loop().time())
        self._bursts.add(history, EditStep(document.version, edit, before, history.readable))

    def saved(self, uri: str) -> None:
        """Record that suggested functions were kept."""
        history = self._histories.get(uri)
        if history is not None and history.suggested:
            self._start(self._then_show(history, self.log.update(history, saved=True)))

    def checked(self, document: Document) -> None:
        """Record the verdicts on suggested functions, and what has become of them."""
        history = self._histories.get(document.uri)
        if history is None:
            return
        if document.findings.problem is None:
            history.readable = document.text.python
        if history.suggested:
            self._start(self._then_show(history, self.log.update(history)))

    def closed(self, uri: str) -> None:
        """Look into the last edits of a document that was closed."""
        history = self._histories.pop(uri, None)
        if history is not None:
            self._bursts.end(history)

    async def stop(self) -> None:
        """Finish what is being recorded."""
        for history in self._histories.values():
            self._bursts.end(history)
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.thread.close()

    # What is known of edits

    def hinted(self, uri: str, version: int, names: Iterable[str]) -> None:
        """The client knows something of the edit that made, or will make, `version`."""
        history = self._histories.get(uri)
        if history is None:
            return

        hints = frozenset(HINTS[name] for name in names if name in HINTS)
        has_arrived = history.hint(version, hints) is not None
        has_arrived |= history.hint_pending(version, hints)
        if not has_arrived and version > history.document.version:
            self._hints.expect(uri, version, hints)

    def accepted(self, uri: str, version: int | None, attribution: Attribution) -> None:
        """The client says that the edit that made `version`, or the last, was a suggestion."""
        history = self._histories.get(uri)
        if history is None:
            return

        hint = HINT_OF_KIND.get(attribution.kind, Hint.SAID)
        history.attribution = attribution
        present = history.document.version
        version = present if version is None else version

        index = history.hint(version, frozenset({hint}))
        if index is not None:
            self._bursts.split(history, index)
            self._bursts.end_later(history, PART_SECONDS if hint is Hint.INLINE_PART else 0)
        elif version > present:
            self._hints.expect(uri, version, frozenset({hint}))
        else:
            work = self._accepted_late(history, version, hint, attribution)
            self._start(self._then_show(history, work))

    def own_result(self, uri: str, text: str) -> None:
        """A repair is about to make the document into `text`."""
        history = self._histories.get(uri)
        if history is not None:
            history.expected = text

    def own_texts(self, texts: Iterable[str]) -> None:
        """Quick fixes are offered that insert these texts."""
        self._hints.remember_own(texts)

    def repaired(self, uri: str, strategies: Mapping[str, str]) -> None:
        """Functions were repaired; `strategies` are by the function's name."""
        history = self._histories.get(uri)
        if history is None:
            return
        for function in history.suggested.values():
            function.repaired = strategies.get(function.name, function.repaired)

    async def disown(self, number: int, function: str, *, undo: bool) -> None:
        """The user says that no assistant wrote a function of a suggestion, or takes it back."""
        await self.log.disown(number, function, undo=undo)
        self._forget(number, function)

    async def remove(self, number: int) -> None:
        """The user wants a suggestion to be forgotten."""
        await self.log.remove(number)
        self._forget(number)

    # What follows from it

    def notes(self, document: Document) -> Mapping[str, str]:
        """What findings say about where functions came from, by the function's name."""
        history = self._histories.get(document.uri)
        return history.notes(asyncio.get_running_loop().time()) if history is not None else {}

    def urgent_lines(self, document: Document) -> tuple[int, int] | None:
        """Lines that seem to have just come from an assistant; they are checked first."""
        history = self._histories.get(document.uri)
        if history is None:
            return None
        if history.is_urgent:
            return changed_lines(history.before, document.text.python)
        return history.fresh_lines

    def _forget(self, number: int, function: str | None = None) -> None:
        for history in self._histories.values():
            if history.forget(number, function):
                self._show_again(history)

    def _other_texts(self, history: EditHistory) -> Iterator[str]:
        # A list first: this runs in another thread, while documents are opened and closed.
        for other in list(self._histories.values()):
            if other is not history:
                yield other.document.text.python

    def _on_burst(self, history: EditHistory, steps: list[EditStep], after: str) -> None:
        self._start(self._look_into(history, steps, after))

    async def _look_into(self, history: EditHistory, steps: list[EditStep], after: str) -> None:
        async with history.lock:
            steps = [*history.pending, *steps]
            work = partial(self.origins.origins, history, steps, after)
            origins = await self.thread.run(work)
            if origins[0].readable:
                history.pending = []
            else:
                history.pending = steps if len(steps) < MOST_EDITS else merged(steps, after)

            logger.debug("%s: %s", history.document.path.name, origins[0].why)
            for origin in origins:
                origin = self.log.continued(history, origin)
                if origin.is_suggestion:
                    versions = (steps[0].version, steps[-1].version)
                    await self._mark(history, origin, after, versions)

    async def _mark(
        self, history: EditHistory, origin: Origin, text: str, versions: tuple[int, int]
    ) -> None:
        """Mark and record the functions of a suggestion, and show their findings as they age."""
        attribution = history.attribution if origin.confidence >= 1 else None
        if attribution is None:
            attribution = Attribution(origin.kind or Kind.SAID)
        else:
            history.attribution = None
        self.log.add(history, origin, attribution, text, versions)

        loop = asyncio.get_running_loop()
        for seconds in (0.0, *AGES):
            loop.call_later(seconds, self._show_again, history)
        await self.log.update(history)

    async def _accepted_late(
        self, history: EditHistory, version: int, hint: Hint, attribution: Attribution
    ) -> None:
        """Take in that the edit which made `version` was a suggestion: its burst has ended."""
        async with history.lock:
            if not history.hint_pending(version, frozenset({hint})):
                await self.log.correct(history, version, attribution)

    async def _then_show(self, history: EditHistory, work: Coroutine[object, object, None]) -> None:
        """Do some work, and show the findings again if their notes differ then."""
        before = self._noted(history)
        await work
        if self._noted(history) != before:
            self._show_again(history)

    def _noted(self, history: EditHistory) -> list[tuple[str, float]]:
        now = asyncio.get_running_loop().time()
        functions = history.suggested.values()
        return [(f.name, f.confidence) for f in functions if f.note(now)]

    def _show_again(self, history: EditHistory) -> None:
        document = history.document
        is_open = self._histories.get(document.uri) is history
        if is_open and not document.jobs:
            self._listener.show(document)

    def _start(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
