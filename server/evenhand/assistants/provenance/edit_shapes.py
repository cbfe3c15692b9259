"""Tells what a single edit looks like: typed, moved, or inserted as a block."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from enum import StrEnum

from evenhand.assistants.provenance.edits import Change, Edit, Hint
from evenhand.lines import lines_of

KEYS = 3
"""Characters that one key may insert: a bracket with its partner, or a composed letter."""
COMPLETION = re.compile(r"[\w.]{1,60}(\([^()]*\))?[:=]?")
"""What is chosen from a list of names: `customer_age`, `round()`, `key=`."""
FASTEST_TYPIST = 40.0
"""Characters per second that no typist keeps up; the fastest reach 20."""
LONG_ENOUGH = 120
"""Characters from which on a speed means something."""

CERTAIN = frozenset({Hint.INLINE, Hint.INLINE_PART, Hint.SAID})
"""The client knows that it was an assistant."""
NOT_AN_ASSISTANT = frozenset({Hint.PASTE, Hint.UNDO, Hint.REDO, Hint.COMMITTED, Hint.OWN})
"""The client, Git or the server knows that it was not an assistant."""


class Shape(StrEnum):
    """Who seems to have made an edit."""

    ASSISTANT = "assistant"
    """An assistant, as the client says."""
    KNOWN = "known"
    """Something else that is known: a paste, an undo."""
    KEYS = "keys"
    """It looks typed, or chosen from a list of names."""
    MOVED = "moved"
    """All the code that it inserts was in the text before."""
    BLOCK = "block"
    """It is text from elsewhere."""


def shape_of(edit: Edit, before: str) -> Shape:
    """What `edit` looks like; `before` is a text from before it."""
    if edit.hints & CERTAIN:
        return Shape.ASSISTANT
    if edit.hints & NOT_AN_ASSISTANT:
        return Shape.KNOWN

    looks_typed = all(_is_typed(change) for change in edit.changes)
    if looks_typed or _is_same_everywhere(edit.changes):
        return Shape.KEYS
    return Shape.MOVED if _only_moves(edit.changes, before) else Shape.BLOCK


def inserted(edit: Edit) -> int:
    """How many characters an edit inserts, without the space around its lines."""
    lines = [line for change in edit.changes for line in lines_of(change.inserted)]
    return sum(len(line.strip()) for line in lines)


def too_fast(edits: Sequence[Edit]) -> bool:
    """Whether edits that look typed came faster than people type."""
    count = sum(inserted(edit) for edit in edits)
    if count < LONG_ENOUGH or len(edits) < 2:
        return False

    seconds = edits[-1].time - edits[0].time
    return count > FASTEST_TYPIST * max(seconds, 0.001)


def code_lines(text: str) -> list[str]:
    """Lines that do something, or did so before they were commented out."""
    lines = (line.strip().lstrip("#").strip() for line in lines_of(text))
    return [line for line in lines if line.strip("()[]{},:.") not in ("", "pass")]


@functools.lru_cache(4)
def known_lines(text: str) -> frozenset[str]:
    """The lines of code of a text, in no order."""
    return frozenset(code_lines(text))


def _is_typed(change: Change) -> bool:
    text = change.inserted.strip()
    if "\n" in text:
        return False
    return len(text) <= KEYS or COMPLETION.fullmatch(text) is not None


def _is_same_everywhere(changes: Sequence[Change]) -> bool:
    """Several cursors, or a renaming: one short text in several locations."""
    if len(changes) < 2:
        return False

    first = changes[0].inserted
    is_one_line = "\n" not in first.strip()
    return is_one_line and all(change.inserted == first for change in changes)


def _only_moves(changes: Sequence[Change], before: str) -> bool:
    lines = [line for change in changes for line in code_lines(change.inserted)]
    return known_lines(before).issuperset(lines)
