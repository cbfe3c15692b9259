"""Suggestions of assistants: noticed as they come, marked, recorded, and followed.

Edits that follow each other closely are looked into together once they pause, or at once where
the client says that a suggestion was accepted.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Protocol

from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.documents.text_positions import changed_lines
from evenhand.apps.lsp.suggestions.edit_history import NOTED_SECONDS, Said, Step, Trail
from evenhand.apps.lsp.suggestions.ledger_thread import Recorder
from evenhand.apps.lsp.suggestions.suggestion_log import Following
from evenhand.apps.lsp.surroundings import Surroundings
from evenhand.assistants.ledger.records import Kind
from evenhand.assistants.provenance.changed_functions import prints_of
from evenhand.assistants.provenance.edit_shapes import Shape
from evenhand.assistants.provenance.edits import Burst, Change, Edit, Hint
from evenhand.assistants.provenance.origins import Origin, origin_of
from evenhand.workspace.git import GitError, is_staged

logger = logging.getLogger(__name__)

QUIET_SECONDS = 0.6
"""How long edits have to pause before they are looked into."""
PART_SECONDS = 2.0
"""The same while a suggestion is accepted word by word."""
MOST_EDITS = 200
"""Edits that are kept together while the text cannot be read."""
MOST_PUT_IN = 50
"""Texts of Evenhand's own quick fixes that are remembered."""
LONG = 40
"""Characters that are taken away, from which on it may have been a function."""
AGES = (10.0, 30.0, 60.0, 120.0, 300.0, NOTED_SECONDS + 1)
"""Seconds after which findings are shown again, with how long ago it was."""
EDIT_HINTS = "editHints"
"""What a client is able to that tells of pastes, undos and changes on disk."""

HINTS = {hint.value: hint for hint in Hint}
KINDS = {Kind.INLINE: Hint.INLINE, Kind.INLINE_PART: Hint.INLINE_PART}


class Listener(Protocol):
    """What is told of suggestions; the session is one."""

    def show(self, document: Document) -> None:
        """The notes of a document's findings have changed."""
        ...

    def ledger_changed(self) -> None:
        """Something was written to the ledger."""
        ...


class Suggestions:
    """The trails of all open documents."""

    def __init__(self, surroundings: Surroundings, listener: Listener) -> None:
        self.recorder = Recorder()
        self.following = Following(self.recorder, surroundings, listener.ledger_changed)
        self._surroundings = surroundings
        self._listener = listener
        self._trails: dict[str, Trail] = {}
        self._early: dict[tuple[str, int], frozenset[Hint]] = {}
        """Hints that came before their edit."""
        self._put_in: list[str] = []
        """Texts that quick fixes of Evenhand's put in."""
        self._tasks: set[asyncio.Task[None]] = set()

    # What happens to documents

    def opened(self, document: Document) -> None:
        trail = self._trails[document.uri] = Trail(document)
        if self._surroundings.configuration.ledger.record != "off":
            self._begin(self._then_show(trail, self.following.remember(trail)))

    def edited(self, document: Document, before: str, changes: Sequence[Change]) -> None:
        """Take note of an edit that made the document's present version."""
        trail = self._trails[document.uri]
        hints = self._early.pop((document.uri, document.version), frozenset())
        if changes and all(c.inserted and c.inserted in self._put_in for c in changes):
            hints |= {Hint.OWN}
        if trail.own is not None and trail.own == document.text.python:
            hints, trail.own = hints | {Hint.OWN}, None
        edit = Edit(tuple(changes), hints, asyncio.get_running_loop().time())
        step, trail.fresh = Step(document.version, edit, before), None
        typed = step.shape is Shape.KEYS
        if typed and trail.shapes - {Shape.KEYS}:
            self._settle(trail, before)
        elif typed and trail.steps and edit.time - trail.steps[-1].edit.time > QUIET_SECONDS:
            trail.steps.clear()
        trail.steps.append(step)
        self._settle_later(trail, QUIET_SECONDS)

    def saved(self, uri: str) -> None:
        if (trail := self._trails.get(uri)) is not None and trail.noticed:
            self._begin(self._then_show(trail, self.following.follow(trail, saved=True)))

    def checked(self, document: Document) -> None:
        """Write down what was found in suggested functions, and what has become of them."""
        if (trail := self._trails.get(document.uri)) is not None and trail.noticed:
            self._begin(self._then_show(trail, self.following.follow(trail)))

    def closed(self, uri: str) -> None:
        if (trail := self._trails.pop(uri, None)) is not None:
            self._settle(trail)

    # What is known of edits

    def hinted(self, uri: str, version: int, hints: Iterable[str]) -> None:
        """Somebody saw the edit that made `version`."""
        known = frozenset(HINTS[h] for h in hints if h in HINTS)
        trail = self._trails.get(uri)
        if trail is None or trail.hint(version, known) is not None:
            return
        if version > trail.document.version:
            self._early[uri, version] = self._early.get((uri, version), frozenset()) | known

    def accepted(self, uri: str, version: int | None, said: Said) -> None:
        """The client says that the edit that made `version` was a suggestion."""
        trail = self._trails.get(uri)
        if trail is None:
            return
        hint = KINDS.get(said.kind, Hint.SAID)
        trail.said = said
        made = version if version is not None else trail.document.version
        index = trail.hint(made, frozenset({hint}))
        if index is not None:
            self._apart(trail, index)
            self._settle_later(trail, PART_SECONDS if hint is Hint.INLINE_PART else 0)
        elif made > trail.document.version:
            self._early[uri, made] = frozenset({hint})
        else:
            self._begin(self._then_show(trail, self.following.correct(trail, said)))

    def own_result(self, uri: str, text: str) -> None:
        """The edit that makes a document into `text` will be a repair of Evenhand's."""
        if (trail := self._trails.get(uri)) is not None:
            trail.own = text

    def own_texts(self, texts: Iterable[str]) -> None:
        """What Evenhand's quick fixes put in is nobody's suggestion."""
        self._put_in = [*self._put_in, *filter(str.strip, texts)][-MOST_PUT_IN:]

    def repaired(self, uri: str, functions: Mapping[str, str]) -> None:
        """Functions were repaired; each with the strategy."""
        trail = self._trails.get(uri)
        for noticed in trail.noticed.values() if trail is not None else ():
            noticed.repaired = functions.get(noticed.name, noticed.repaired)

    def notes(self, document: Document) -> Mapping[str, str]:
        """What findings say of where their functions came from."""
        trail = self._trails.get(document.uri)
        return trail.notes(asyncio.get_running_loop().time()) if trail is not None else {}

    def hurried(self, document: Document) -> tuple[int, int] | None:
        """Lines that have just come from an assistant, as it seems; they are checked first."""
        trail = self._trails.get(document.uri)
        if trail is None:
            return None
        if trail.hurried:
            return changed_lines(trail.before, document.text.python)
        return trail.fresh

    def origin(self, trail: Trail, burst: Burst) -> Origin:
        """Where edits came from.

        Takes a while where it seems to be an assistant: the functions of other documents may only
        have moved, and Git may have what came from the disk.
        """
        told = EDIT_HINTS in self._surroundings.client
        found = origin_of(burst, told, trail.seen)
        if any(len(c.removed) >= LONG for e in burst.edits for c in e.changes):
            trail.seen |= prints_of(burst.before)
        if not found.is_suggestion or found.confidence >= 1:
            return found
        if self._surroundings.trusted and any(Hint.DISK in e.hints for e in burst.edits):
            burst = _with_what_git_knows(burst, trail.document.path)
        others = (t.document.text.python for t in list(self._trails.values()) if t is not trail)
        return origin_of(burst, told, trail.seen.union(*map(prints_of, others)))

    async def stop(self) -> None:
        """Finish what is being written down."""
        for trail in self._trails.values():
            self._settle(trail)
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.recorder.close()

    # What follows from it

    def _settle_later(self, trail: Trail, seconds: float) -> None:
        if trail.timer is not None:
            trail.timer.cancel()
        loop = asyncio.get_running_loop()
        trail.timer = loop.call_later(seconds, lambda: self._settle(trail))

    def _apart(self, trail: Trail, index: int) -> None:
        """Look into what came before a suggestion by itself, if it was somebody else's."""
        earlier = trail.steps[:index]
        if {step.shape for step in earlier} - {Shape.KEYS, Shape.ASSISTANT}:
            text = trail.steps[index].before
            trail.steps = trail.steps[index:]
            self._begin(self._look_into(trail, earlier, text))

    def _settle(self, trail: Trail, after: str | None = None) -> None:
        if trail.timer is not None:
            trail.timer.cancel()
        if trail.steps:
            text = trail.document.text.python if after is None else after
            trail.fresh = changed_lines(trail.before, text) if trail.hurried else None
            steps, trail.steps = trail.steps, []
            self._begin(self._look_into(trail, steps, text))

    async def _look_into(self, trail: Trail, steps: list[Step], after: str) -> None:
        document = trail.document
        burst = Burst(steps[0].before, after, tuple(step.edit for step in steps))
        origin = await self.recorder.think(partial(self.origin, trail, burst))
        logger.debug("%s: %s", document.path.name, origin.why)
        if not origin.readable and len(steps) < MOST_EDITS:
            trail.steps = [*steps, *trail.steps]
        elif origin.is_suggestion:
            said = trail.said if origin.confidence >= 1 else None
            said = said or Said(origin.kind or Kind.SAID)
            self.following.notice(trail, origin, said, burst.after)
            trail.said = None
            for seconds in (0.0, *AGES):
                asyncio.get_running_loop().call_later(seconds, self._show_again, trail)
            await self.following.follow(trail)

    async def _then_show(self, trail: Trail, work: Coroutine[object, object, None]) -> None:
        """Do something, and show the findings again if they say something else then."""
        before = self._noted(trail)
        await work
        if self._noted(trail) != before:
            self._show_again(trail)

    def _noted(self, trail: Trail) -> list[tuple[str, float]]:
        now = asyncio.get_running_loop().time()
        return [(n.name, n.confidence) for n in trail.noticed.values() if n.note(now)]

    def _show_again(self, trail: Trail) -> None:
        if self._trails.get(trail.document.uri) is trail and not trail.document.jobs:
            self._listener.show(trail.document)

    def _begin(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _with_what_git_knows(burst: Burst, path: Path) -> Burst:
    try:
        same = is_staged(path, burst.after)
    except GitError:
        same = False
    if not same:
        return burst
    edits = (replace(edit, hints=edit.hints | {Hint.COMMITTED}) for edit in burst.edits)
    return replace(burst, edits=tuple(edits))
