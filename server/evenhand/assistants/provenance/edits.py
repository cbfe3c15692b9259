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
    SAVE = "save"
    """Made while the document was being saved: by a formatter, by a linter that fixes."""
    DISK = "disk"
    """The file was changed by another process."""
    CREATED = "created"
    """Another process made the file, and Git does not know it."""
    OWN = "own"
    """A repair or another quick fix by Evenhand."""
    TYPED = "typed"
    """Several edits that looked typed, in one."""


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
    """Edits that followed each other closely, with the texts around them."""

    texts: tuple[str, ...]
    """The text before each edit, and the last one after all of them."""
    edits: tuple[Edit, ...]
    readable: str | None = None
    """The latest text up to the first edit that Python can read; None if there is none."""

    @property
    def before(self) -> str:
        """The text before the first edit."""
        return self.texts[0]

    @property
    def after(self) -> str:
        """The text after the last edit."""
        return self.texts[-1]


def changes_between(before: str, after: str) -> tuple[Change, ...]:
    """The one change that makes a text of another, without what both begin and end with."""
    most = min(len(before), len(after))
    start = next((i for i in range(most) if before[i] != after[i]), most)
    rest = most - start
    end = next((i for i in range(rest) if before[-1 - i] != after[-1 - i]), rest)
    return (Change(before[start : len(before) - end], after[start : len(after) - end]),)
