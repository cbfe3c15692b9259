"""Where a burst of edits came from, given the other open documents and Git."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from evenhand.apps.lsp.configuration.workspace_settings import WorkspaceSettings
from evenhand.apps.lsp.suggestions.edit_history import EditHistory
from evenhand.assistants.provenance.changed_functions import fingerprints_of
from evenhand.assistants.provenance.edits import Burst, Hint
from evenhand.assistants.provenance.origins import Origin, origin_of
from evenhand.doors.git import GitError, is_staged

EDIT_HINTS = "editHints"
"""The ability of a client that reports pastes, undos and changes on disk."""
LONG = 40
"""Characters; a removed text of this length may have been a function."""


class OriginFinder:
    """Determines the origin of bursts; it may take a while and runs in the ledger's thread."""

    def __init__(
        self, settings: WorkspaceSettings, other_texts: Callable[[EditHistory], Iterable[str]]
    ) -> None:
        self._settings = settings
        self._other_texts = other_texts

    def origin(self, history: EditHistory, burst: Burst) -> Origin:
        """Where a burst came from.

        If it seems an assistant's, more is asked: the functions may have moved here from other
        documents, and Git may have the text that came from the disk.
        """
        hints_given = EDIT_HINTS in self._settings.abilities
        origin = origin_of(burst, hints_given, history.earlier)
        if _removes_much(burst):
            history.earlier |= fingerprints_of(burst.before)

        is_certain = origin.confidence >= 1
        if not origin.is_suggestion or is_certain:
            return origin

        if self._settings.trusted and _is_from_disk(burst):
            burst = _with_hint_of_git(burst, history.document.path)
        others = map(fingerprints_of, self._other_texts(history))
        return origin_of(burst, hints_given, history.earlier.union(*others))


def _removes_much(burst: Burst) -> bool:
    changes = (change for edit in burst.edits for change in edit.changes)
    return any(len(change.removed) >= LONG for change in changes)


def _is_from_disk(burst: Burst) -> bool:
    return any(Hint.DISK in edit.hints for edit in burst.edits)


def _with_hint_of_git(burst: Burst, path: Path) -> Burst:
    """The burst with the hint `COMMITTED` if Git has the text that it makes."""
    try:
        committed = is_staged(path, burst.after)
    except GitError:
        committed = False
    if not committed:
        return burst

    edits = (replace(edit, hints=edit.hints | {Hint.COMMITTED}) for edit in burst.edits)
    return replace(burst, edits=tuple(edits))
