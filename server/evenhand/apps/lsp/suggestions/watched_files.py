"""Notices suggestions in files that another process changes while they are not open."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from evenhand.apps.lsp.configuration.workspace_settings import WorkspaceSettings
from evenhand.apps.lsp.document_uris import uri_of
from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.documents.text_positions import Text
from evenhand.apps.lsp.suggestions.edit_history import Attribution, EditHistory
from evenhand.apps.lsp.suggestions.noticing import Suggestions
from evenhand.assistants.ledger.records import Kind
from evenhand.assistants.provenance.edits import Burst, Change, Edit, Hint
from evenhand.doors.files import Unreadable
from evenhand.doors.git import GitError, staged_text
from evenhand.workspace.decoding import NotTextError, decode

MOST_FILES = 20
"""Files that an assistant changes at once; more are a checkout or an installation."""
REMEMBERED = 200
"""Files whose text is kept, to compare it with the next."""
NOTE = "probably an assistant's"


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
        self._tasks: set[asyncio.Task[None]] = set()

    def changed(self, created: Sequence[Path], changed: Sequence[Path]) -> None:
        """Look into files that are new or have another text."""
        if len(created) + len(changed) > MOST_FILES or not self._wanted():
            return
        for path in created:
            self._start(path, new=True)
        for path in changed:
            self._start(path, new=False)

    def _wanted(self) -> bool:
        # Without trust Git must not be asked, since a repository can make it run programs.
        settings = self._session.settings
        return settings.trusted and settings.configuration.ledger.enabled

    def _start(self, path: Path, *, new: bool) -> None:
        if not self._session.settings.of(path).wanted:
            return
        task = asyncio.create_task(self._look_into(path, new))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look_into(self, path: Path, new: bool) -> None:
        suggestions = self._session.suggestions
        if self._session.document_at(path) is not None:
            self._histories.pop(path, None)
            return

        texts = await suggestions.thread.run(partial(self._texts, path, new))
        if texts is None:
            return
        before, text = texts
        history = self._history(path, text)

        edit = Edit((Change(before, text.python),), frozenset({Hint.DISK}))
        burst = Burst(before, text.python, (edit,))
        origin = await suggestions.thread.run(partial(suggestions.origins.origin, history, burst))
        if origin.is_suggestion:
            suggestions.log.add(history, origin, Attribution(Kind.DISK), text.python)
            await self._session.check_unopened(history.document, NOTE)
        if history.suggested:
            await suggestions.log.update(history, saved=True)

    def _texts(self, path: Path, new: bool) -> tuple[str, Text] | None:
        """A file's text before and now; None if one of them is not known."""
        text = self._read(path)
        if isinstance(text, Unreadable):
            return None
        if path in self._histories:
            return self._histories[path].document.text.python, text

        try:
            staged = staged_text(path)
            before = decode(staged) if staged is not None else None
        except (NotTextError, GitError):
            return None

        if before is None:
            return ("", text) if new else None
        return Text(before, text.codec).python, text

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
