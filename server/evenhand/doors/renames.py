"""What a file held before a change, also if it had another name then."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from evenhand.doors.git import Change

MOST_LOOKED_AT = 40
"""Files that are gone, and whose content is compared."""
ALIKE = 0.5
"""Share of the lines that two names of one file have in common at least, as for Git itself."""


def text_before(change: Change, file: Path, data: bytes) -> bytes | None:
    """The bytes of a file before the change, now that it holds `data`; None if it is new.

    A file that was renamed is the one that is gone and whose lines it has. Raises `GitError`.
    """
    text = change.old_text(file)
    if text is not None:
        return text

    gone = change.gone(file.suffix)
    if any(change.is_text_of(blob, data) for _, blob in gone):
        return data
    gone.sort(key=lambda entry: Path(entry[0]).name != file.name)
    texts = [change.text_of(blob) for _, blob in gone[:MOST_LOOKED_AT]]
    best = max(texts, key=lambda old: _likeness(old, data), default=None)
    return best if best is not None and _likeness(best, data) >= ALIKE else None


def _likeness(old: bytes, new: bytes) -> float:
    """The share of lines that two texts have in common."""
    old_lines, new_lines = Counter(_lines(old)), Counter(_lines(new))
    longest = max(old_lines.total(), new_lines.total())
    return (old_lines & new_lines).total() / longest if longest else 0.0


def _lines(data: bytes) -> list[bytes]:
    stripped = (line.strip() for line in data.splitlines())
    return [line for line in stripped if line]
