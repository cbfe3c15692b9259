"""Notices suggestions in files that another process changes while they are not open."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from evenhand.apps.lsp.configuration.workspace_settings import WorkspaceSettings
from evenhand.apps.lsp.document_uris import uri_of
from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.documents.text_positions import Text
from evenhand.apps.lsp.suggestions.edit_history import Attribution, EditHistory, EditStep
from evenhand.apps.lsp.suggestions.noticing import Suggestions
from evenhand.apps.lsp.suggestions.origin_finder import committed_text
from evenhand.apps.lsp.suggestions.suggested_functions import guess
from evenhand.assistants.ledger.records import Kind
from evenhand.assistants.provenance.changed_functions import fingerprints_of
from evenhand.assistants.provenance.edits import Change, Edit, Hint
from evenhand.doors.files import Unreadable, list_folder

MOST_FILES = 20
"""Files that an assistant changes at once; more are a checkout or an installation."""
REMEMBERED = 200
"""Files whose text is kept, to compare it with the next."""
MOST_BESIDE = 200
"""Entries of a folder in which the originals of copies are looked for."""
CALM_SECONDS = 1.0
"""How long a file has to be left alone before it is looked into."""
MOVE_SECONDS = 10.0
"""How long a file that was deleted may turn up elsewhere."""


class Session(Protocol):
    """What is needed of the session."""

    @property
    def settings(self) -> WorkspaceSettings: ...

    @property
    def suggestions(self) -> Suggestions: ...

    def document_at(self, path: Path) -> Document | None:
        """The open document of a file; None if it is not open."""
        ...

    async def check_unopened(self, document: Document, note: str = "") -> None:
        """Check a file that is not open, and show its findings, each with `note`."""
        ...


class WatchedFiles:
    """The last known texts of files that are not open."""

    def __init__(self, session: Session, read: Callable[[Path], Text | Unreadable]) -> None:
        self._session = session
        self._read = read
        self._histories: OrderedDict[Path, EditHistory] = OrderedDict()
        self._waiting: dict[Path, asyncio.TimerHandle] = {}
        """Files that changed just now, and may go on changing."""
        self._created: set[Path] = set()
        """Those of them that were made just now."""
        self._deleted: dict[Path, frozenset[str]] = {}
        """Fingerprints of the functions that files had which were deleted just now."""
        self._tasks: set[asyncio.Task[None]] = set()

    def changed(
        self, created: Sequence[Path], changed: Sequence[Path], deleted: Sequence[Path] = ()
    ) -> None:
        """Look into files that are new or have another text, once they are left alone.

        A file that is made and filled, or written in several steps, is looked into once.
        """
        if len(created) + len(changed) > MOST_FILES or not self._wanted():
            return
        for path in deleted:
            self._begin(self._remember_deleted(path))
        self._created.update(created)
        for path in (*created, *changed):
            self._look_later(path)

    def forget(self, number: int, function: str | None = None) -> None:
        """Follow a function of a suggestion no more, or none of them."""
        for history in self._histories.values():
            history.forget(number, function)

    def _wanted(self) -> bool:
        # Without trust Git must not be asked, since a repository can make it run programs.
        settings = self._session.settings
        return settings.trusted and settings.configuration.ledger.enabled

    def _look_later(self, path: Path) -> None:
        if not self._session.settings.of(path).wanted:
            return
        if path in self._waiting:
            self._waiting[path].cancel()
        loop = asyncio.get_running_loop()
        self._waiting[path] = loop.call_later(CALM_SECONDS, self._start, path)

    def _start(self, path: Path) -> None:
        del self._waiting[path]
        is_new = path in self._created
        self._created.discard(path)

        self._begin(self._look_into(path, is_new))

    def _begin(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _remember_deleted(self, path: Path) -> None:
        """Know the functions of a deleted file again: it may have been moved."""
        history = self._histories.get(path)
        text = history.document.text.python if history is not None else None
        if text is None:
            text = await self._session.suggestions.thread.run(partial(committed_text, path))
        self._deleted[path] = fingerprints_of(text or "")
        loop = asyncio.get_running_loop()
        loop.call_later(MOVE_SECONDS, self._deleted.pop, path, None)

    async def _look_into(self, path: Path, is_new: bool) -> None:
        suggestions = self._session.suggestions
        if self._session.document_at(path) is not None:
            self._histories.pop(path, None)
            return

        text = await suggestions.thread.run(partial(self._read, path))
        if isinstance(text, Unreadable):
            return
        before = await suggestions.thread.run(partial(self._before, path, text, is_new))
        history = self._history(path, text)
        if before is None:
            return

        # A file that Git knows, or that was there earlier, has a text before.
        hints = {Hint.DISK} if before else {Hint.DISK, Hint.CREATED}
        edit = Edit((Change(before, text.python),), frozenset(hints))
        step = EditStep(0, edit, before, before)
        if is_new:
            beside = await suggestions.thread.run(partial(self._beside, path))
            history.earlier |= beside.union(*self._deleted.values())
        work = partial(suggestions.origins.origins, history, [step], text.python)
        for origin in await suggestions.thread.run(work):
            if origin.is_suggestion:
                suggestions.log.add(history, origin, Attribution(Kind.DISK), text.python)
                await self._session.check_unopened(history.document, guess(origin.confidence))
        if history.suggested:
            await suggestions.log.update(history, saved=True)

    def _before(self, path: Path, text: Text, is_new: bool) -> str | None:
        """The text of a file before it became `text`; None if it is not known."""
        if path in self._histories:
            return self._histories[path].document.text.python

        committed = committed_text(path)
        if committed is None:
            return "" if is_new else None
        return Text(committed, text.codec).python

    def _beside(self, path: Path) -> frozenset[str]:
        """Fingerprints of the functions in the files beside a new one, which may be a copy."""
        listing = list_folder(path.parent, MOST_BESIDE)
        if isinstance(listing, Unreadable):
            return frozenset()

        files = [path.parent / entry.name for entry in listing.entries]
        texts = [self._read(file) for file in files if file.suffix == ".py" and file != path]
        readable = (text.python for text in texts if isinstance(text, Text))
        return frozenset[str]().union(*map(fingerprints_of, readable))

    def _history(self, path: Path, text: Text) -> EditHistory:
        """The history of a file that has `text` now; the oldest ones are forgotten."""
        history = self._histories.pop(path, None)
        if history is None:
            history = EditHistory(Document(uri_of(path), path, 0, text))
        history.document.text = text
        self._histories[path] = history

        while len(self._histories) > REMEMBERED:
            self._histories.popitem(last=False)
        return history
