"""Files that another process changes while they are not open: agents write so."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from pygls.uris import from_fs_path

from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.documents.session import Session
from evenhand.apps.lsp.documents.text_positions import Text
from evenhand.apps.lsp.suggestions.edit_history import Said, Trail
from evenhand.apps.lsp.suggestions.ledger_settings import OFF
from evenhand.assistants.ledger.records import Kind
from evenhand.assistants.provenance.edits import Burst, Change, Edit, Hint
from evenhand.workspace.decoding import NotTextError, decode
from evenhand.workspace.git import GitError, staged_text

MOST_FILES = 20
"""Files that an assistant changes at once; more are a checkout or an installation."""
REMEMBERED = 200
"""Files whose text is kept, so that the next change of them can be told."""
NOTE = "probably an assistant's"


class Disk:
    """What was last seen of files that are not open."""

    def __init__(self, session: Session, read: Callable[[Path], Text]) -> None:
        self._session = session
        self._read = read
        self._trails: OrderedDict[Path, Trail] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    def changed(self, created: Sequence[Path], changed: Sequence[Path]) -> None:
        """Look into files that are new or have another text."""
        if len(created) + len(changed) > MOST_FILES or not self._wanted():
            return
        for path, new in [*((p, True) for p in created), *((p, False) for p in changed)]:
            if self._session.surroundings.settings_of(path).wanted:
                task = asyncio.create_task(self._look_into(path, new))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    def _wanted(self) -> bool:
        surroundings = self._session.surroundings
        # In a folder that is not trusted no Git may be asked, and nothing is run anyway.
        return surroundings.trusted and surroundings.configuration.ledger.record != OFF

    async def _look_into(self, path: Path, new: bool) -> None:
        suggestions = self._session.suggestions
        if any(d.path == path for d in self._session.documents.values()):
            self._trails.pop(path, None)
            return
        texts = await suggestions.recorder.think(partial(self._texts, path, new))
        if texts is None:
            return
        before, text = texts
        trail = self._trail(path, text)
        edit = Edit((Change(before, text.python),), frozenset({Hint.DISK}))
        burst = Burst(before, text.python, (edit,))
        origin = await suggestions.recorder.think(partial(suggestions.origin, trail, burst))
        if origin.is_suggestion:
            suggestions.following.notice(trail, origin, Said(Kind.DISK), text.python)
            await self._session.check_unopened(trail.document, NOTE)
        if trail.noticed:
            await suggestions.following.follow(trail, saved=True)

    def _texts(self, path: Path, new: bool) -> tuple[str, Text] | None:
        """A file's text before and now; None where one of them is not to be had."""
        try:
            text = self._read(path)
            if path in self._trails:
                return self._trails[path].document.text.python, text
            staged = staged_text(path)
            before = decode(staged) if staged is not None else "" if new else None
        except (OSError, NotTextError, GitError):
            return None
        return (Text(before, text.codec).python, text) if before is not None else None

    def _trail(self, path: Path, text: Text) -> Trail:
        trail = self._trails.pop(path, None)
        if trail is None:
            trail = Trail(Document(from_fs_path(str(path)) or "", path, 0, text))
        trail.document.text = text
        self._trails[path] = trail
        while len(self._trails) > REMEMBERED:
            self._trails.popitem(last=False)
        return trail
