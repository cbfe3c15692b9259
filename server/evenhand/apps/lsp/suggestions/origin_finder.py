"""Where a burst of edits came from, given the other open documents and Git."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from evenhand.apps.lsp.configuration.workspace_settings import WorkspaceSettings
from evenhand.apps.lsp.suggestions.edit_history import EditHistory, EditStep, burst_of
from evenhand.assistants.provenance.changed_functions import fingerprints_of
from evenhand.assistants.provenance.edits import Burst
from evenhand.assistants.provenance.origins import Origin, origins_of
from evenhand.doors.git import GitError, staged_text
from evenhand.workspace.decoding import NotTextError, decode

EDIT_HINTS = "editHints"
"""The ability of a client that reports pastes, undos and changes on disk."""
LONG = 40
"""Characters; a removed text of this length may have been a function."""

OtherTexts = Callable[[EditHistory], Iterable[str]]


class OriginFinder:
    """Determines the origin of bursts; it may take a while and runs in the ledger's thread."""

    def __init__(self, settings: WorkspaceSettings, other_texts: OtherTexts) -> None:
        self._settings = settings
        self._other_texts = other_texts

    def origins(
        self, history: EditHistory, steps: Sequence[EditStep], after: str
    ) -> tuple[Origin, ...]:
        """Where the functions that `steps` made came from.

        If some seem an assistant's, more is asked: they may have moved here from other documents,
        and Git may have them.
        """
        hints_given = EDIT_HINTS in self._settings.abilities
        burst = burst_of(steps, after)
        origins = origins_of(burst, hints_given, history.earlier)
        if _removes_much(burst):
            history.earlier |= fingerprints_of(burst.readable or "")

        certain = tuple(origin for origin in origins if origin.confidence >= 1)
        if certain == origins or not any(origin.is_suggestion for origin in origins):
            return origins

        seen = history.earlier.union(*map(fingerprints_of, self._elsewhere(history)))
        others = [o for o in origins_of(burst, hints_given, seen) if o.confidence < 1]
        return (*certain, *others)

    def _elsewhere(self, history: EditHistory) -> Iterable[str]:
        """Texts from which a person may have taken functions."""
        yield from self._other_texts(history)
        if self._settings.trusted:
            yield committed_text(history.document.path) or ""


def committed_text(path: Path) -> str | None:
    """What Git would commit of a file; None if it does not know it, or cannot be asked."""
    try:
        staged = staged_text(path)
        return decode(staged) if staged is not None else None
    except (NotTextError, GitError):
        return None


def _removes_much(burst: Burst) -> bool:
    changes = (change for edit in burst.edits for change in edit.changes)
    return any(len(change.removed) >= LONG for change in changes)
