"""What is known of edits from elsewhere: hints of the client, and texts of our own fixes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from evenhand.assistants.provenance.edits import Change, Hint

MOST_OWN_TEXTS = 50
"""Texts of Evenhand's own quick fixes that are remembered."""


class EditHints:
    """Hints that came before their edit, and what Evenhand itself inserts."""

    def __init__(self) -> None:
        self._early: dict[tuple[str, int], frozenset[Hint]] = {}
        self._own_texts: list[str] = []

    def expect(self, uri: str, version: int, hints: frozenset[Hint]) -> None:
        """Keep hints about an edit that has not arrived yet."""
        self._early[uri, version] = self._early.get((uri, version), frozenset()) | hints

    def remember_own(self, texts: Iterable[str]) -> None:
        """Remember texts that quick fixes may insert: they are not an assistant's."""
        texts = filter(str.strip, texts)
        self._own_texts = [*self._own_texts, *texts][-MOST_OWN_TEXTS:]

    def take(self, uri: str, version: int, changes: Sequence[Change]) -> frozenset[Hint]:
        """What is known of the edit that has made `version` by `changes`."""
        hints = self._early.pop((uri, version), frozenset())
        if changes and all(self._is_own(change) for change in changes):
            return hints | {Hint.OWN}
        return hints

    def _is_own(self, change: Change) -> bool:
        return bool(change.inserted) and change.inserted in self._own_texts
