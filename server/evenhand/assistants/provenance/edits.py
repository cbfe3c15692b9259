"""What an editor did to a text. Plain data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Hint(StrEnum):
    """What is known of an edit besides its text."""

    INLINE = "inline"
    """An inline completion was accepted."""
    INLINE_PART = "inline part"
    """A word or a line of an inline completion was accepted."""
    SAID = "said"
    """The client says that it came from an assistant."""
    PASTE = "paste"
    """Pasted or dropped."""
    UNDO = "undo"
    REDO = "redo"
    DISK = "disk"
    """The file was changed by another process."""
    COMMITTED = "committed"
    """The text is what Git has: a checkout, a merge, a pull."""
    OWN = "own"
    """A repair or another quick fix by Evenhand."""


@dataclass(frozen=True, slots=True)
class Change:
    """A piece of text in the place of another."""

    removed: str
    inserted: str


@dataclass(frozen=True, slots=True)
class Edit:
    """Changes that were made at once."""

    changes: tuple[Change, ...]
    hints: frozenset[Hint] = frozenset()
    time: float = 0.0
    """In seconds, from any beginning."""


@dataclass(frozen=True, slots=True)
class Burst:
    """Edits that followed each other closely, with the text before and after all of them."""

    before: str
    after: str
    edits: tuple[Edit, ...]
