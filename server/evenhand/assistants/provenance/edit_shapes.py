"""What an edit looks like: typed, moved about, or put in as a block."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from enum import StrEnum

from evenhand.assistants.provenance.edits import Change, Edit, Hint

KEYS = 3
"""Characters that one key may put in: a bracket with its partner, a letter composed of several."""
COMPLETION = re.compile(r"[\w.]{1,60}(\([^()]*\))?[:=]?")
"""What is chosen from a list of names: `customer_age`, `round()`, `key=`."""
FASTEST_TYPIST = 40.0
"""Characters in a second that nobody keeps up; the fastest reach 20."""
LONG_ENOUGH = 120
"""Characters after which a speed means something."""

CERTAIN = frozenset({Hint.INLINE, Hint.INLINE_PART, Hint.SAID})
ONES_OWN = frozenset({Hint.PASTE, Hint.UNDO, Hint.REDO, Hint.COMMITTED, Hint.OWN})


class Shape(StrEnum):
    """Who seems to have made an edit."""

    ASSISTANT = "assistant"
    """Somebody who saw it said so."""
    KNOWN = "known"
    """It is known to be something else: a paste, an undo."""
    KEYS = "keys"
    """As typing, or choosing from a list, is."""
    MOVED = "moved"
    """All that it puts in was in the text before."""
    BLOCK = "block"
    """Text from elsewhere."""


def shape_of(edit: Edit, before: str) -> Shape:
    """What `edit` looks like; `before` is a text from before it."""
    if edit.hints & CERTAIN:
        return Shape.ASSISTANT
    if edit.hints & ONES_OWN:
        return Shape.KNOWN
    if all(_is_keys(change) for change in edit.changes) or _same_everywhere(edit.changes):
        return Shape.KEYS
    return Shape.MOVED if _only_moved(edit.changes, before) else Shape.BLOCK


def inserted(edit: Edit) -> int:
    """How many characters an edit puts in, without the space around its lines."""
    return sum(len(line.strip()) for c in edit.changes for line in c.inserted.splitlines())


def too_fast(edits: Sequence[Edit]) -> bool:
    """Whether what looks like typing came in faster than anybody types."""
    count = sum(inserted(edit) for edit in edits)
    if count < LONG_ENOUGH or len(edits) < 2:
        return False
    seconds = edits[-1].time - edits[0].time
    return count > FASTEST_TYPIST * max(seconds, 0.001)


def code_lines(text: str) -> list[str]:
    """Lines with anything in them that does something, or did before it was commented out."""
    lines = (line.strip().lstrip("#").strip() for line in text.splitlines())
    return [line for line in lines if line.strip("()[]{},:.") not in ("", "pass")]


def _is_keys(change: Change) -> bool:
    text = change.inserted.strip()
    return "\n" not in text and (len(text) <= KEYS or COMPLETION.fullmatch(text) is not None)


def _same_everywhere(changes: Sequence[Change]) -> bool:
    """Several cursors, or a renaming: one short text in several places."""
    first = changes[0].inserted if changes else ""
    return (
        len(changes) > 1
        and "\n" not in first.strip()
        and all(change.inserted == first for change in changes)
    )


@functools.lru_cache(4)
def known_lines(text: str) -> frozenset[str]:
    """The lines of code of a text, in no order."""
    return frozenset(code_lines(text))


def _only_moved(changes: Sequence[Change], before: str) -> bool:
    known = known_lines(before)
    return all(line in known for change in changes for line in code_lines(change.inserted))
