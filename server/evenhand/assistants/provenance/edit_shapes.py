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
WORD = re.compile(r"\W{0,3}\w{2,60}\W{0,3}")
MANY_WORDS = 5
"""Whole words in a row that hardly any edits but a chat's insert."""
NAME = re.compile(r"[\w.]{0,60}")
PREFIX = re.compile(r"\w{1,20}")
"""What was typed to find a snippet, which takes its place."""
FASTEST_TYPIST = 40.0
"""Characters per second that no typist keeps up; the fastest reach 20."""
LONGEST_WORD = 60
"""Characters of one edit that count for the speed, or a single block would make it."""
LONG_ENOUGH = 120
"""Characters from which on a speed means something."""
MANY_EDITS = 15
"""The same for edits, of which a key makes one."""

CERTAIN = frozenset({Hint.INLINE, Hint.INLINE_PART, Hint.SAID})
"""The client knows that it was an assistant."""
NOT_AN_ASSISTANT = frozenset({Hint.PASTE, Hint.UNDO, Hint.REDO, Hint.SAVE, Hint.OWN, Hint.TYPED})
"""The client or the server knows that it was not an assistant."""
LIGHT = frozenset({Hint.SAVE, Hint.TYPED})
"""What leaves the lines that it touches to who wrote them."""
MERGE_MARKS = ("<<<<<<< ", ">>>>>>> ")
"""How the lines begin between which Git puts both sides of a conflict."""


class Shape(StrEnum):
    """Who seems to have made an edit."""

    ASSISTANT = "assistant"
    """An assistant, as the client says."""
    KNOWN = "known"
    """Something else that is known: a paste, an undo."""
    KEYS = "keys"
    """It looks typed, or chosen from a list of names or snippets."""
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

    if Hint.DISK in edit.hints and any(_has_conflict(change) for change in edit.changes):
        return Shape.KNOWN

    looks_typed = all(_is_typed(change) for change in edit.changes)
    if looks_typed or _is_same_everywhere(edit.changes):
        return Shape.KEYS
    return Shape.MOVED if _only_moves(edit.changes, before) else Shape.BLOCK


def is_light(edit: Edit, shape: Shape) -> bool:
    """Whether a line that the edit touches stays whose it was."""
    return shape is Shape.KEYS or bool(edit.hints & LIGHT)


def is_one_name(edits: Sequence[Edit]) -> bool:
    """Whether all that the edits insert is one name, as is also chosen from a list of names."""
    parts = [change.inserted for edit in edits for change in edit.changes]
    return NAME.fullmatch("".join(parts).strip()) is not None


def inserted(edit: Edit) -> int:
    """How many characters an edit inserts, without the space around its lines."""
    lines = [line for change in edit.changes for line in lines_of(change.inserted)]
    return sum(len(line.strip()) for line in lines)


def too_fast(edits: Sequence[Edit]) -> bool:
    """Whether edits came, one after the other, faster than people type."""
    count = sum(min(inserted(edit), LONGEST_WORD) for edit in edits)
    if len(edits) < 2 or (count < LONG_ENOUGH and len(edits) < MANY_EDITS):
        return False

    most = FASTEST_TYPIST * max(edits[-1].time - edits[0].time, 0.001)
    return len(edits) > most or (count >= LONG_ENOUGH and count > most)


def in_words(edits: Sequence[Edit]) -> bool:
    """Whether most of what edits insert appears word by word, as no keyboard writes."""
    words = [edit for edit in edits if _is_whole_word(edit)]
    count = sum(inserted(edit) for edit in words)
    return len(words) >= MANY_WORDS and 2 * count > sum(inserted(edit) for edit in edits)


def code_lines(text: str) -> list[str]:
    """Lines that do something, or did so before they were commented out."""
    lines = (line.strip().lstrip("#").strip() for line in lines_of(text))
    return [line for line in lines if line.strip("()[]{},:.") not in ("", "pass")]


@functools.lru_cache(4)
def known_lines(text: str) -> frozenset[str]:
    """The lines of code of a text, in no order."""
    return frozenset(code_lines(text))


def _is_whole_word(edit: Edit) -> bool:
    """Whether an edit inserts a word that nobody has begun to type."""
    return len(edit.changes) == 1 and bool(
        not edit.changes[0].removed and WORD.fullmatch(edit.changes[0].inserted.strip())
    )


def _is_typed(change: Change) -> bool:
    text = change.inserted.strip()
    if "\n" in text:
        return PREFIX.fullmatch(change.removed) is not None
    return len(text) <= KEYS or COMPLETION.fullmatch(text) is not None


def _has_conflict(change: Change) -> bool:
    lines = lines_of(change.inserted)
    return all(any(line.startswith(mark) for line in lines) for mark in MERGE_MARKS)


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
