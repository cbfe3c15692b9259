"""Tells whether edits were an assistant's, and how sure that is.

What the editor reports (an inline completion, a paste, an undo) is certain. The rest is
inferred: text that appears as a block, or faster than people type, and makes a function.
The confidences are chosen so that an edit which is more likely an assistant's than not is
above `RECORDED`; they are tested against the labelled sequences in `fixtures/edits`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evenhand.assistants.ledger.records import Kind
from evenhand.assistants.provenance.changed_functions import ChangedFunction, changed_functions
from evenhand.assistants.provenance.edit_shapes import Shape, inserted, shape_of, too_fast
from evenhand.assistants.provenance.edits import Burst, Edit, Hint

RECORDED = 0.5
"""The confidence from which on an edit counts as a suggestion."""
FEW_LINES = 2
"""Lines of code that a new function has at least; one that was there gets more."""
FEW_CHARACTERS = 80
"""Characters of code in a function that was there, up to which it may have been a snippet."""
STREAMED = 3
"""Blocks in a row that hardly any edit but a chat's writes."""

# How sure it is that an inferred suggestion came from an assistant.
DISK_CONFIDENCE = 0.7
HINTED_CONFIDENCE = 0.8
UNHINTED_CONFIDENCE = 0.6
DOUBTFUL_CONFIDENCE = 0.3
"""For a change that may well be a person's."""
STEP = 0.1
"""Less for a function that was only rewritten, more for text that was streamed."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the functions of a burst of edits came from."""

    kind: Kind | None
    """None: not from an assistant, as far as is known."""
    confidence: float
    """That they came from an assistant, in [0, 1]."""
    changed: tuple[ChangedFunction, ...]
    why: str
    """In a few words, for the log."""
    readable: bool = True
    """False: the text cannot be parsed yet, and later edits may tell more."""

    @property
    def is_suggestion(self) -> bool:
        """Whether it counts as a suggestion of an assistant."""
        return self.kind is not None and self.confidence >= RECORDED and bool(self.changed)


def origin_of(burst: Burst, hints_given: bool, seen: frozenset[str] = frozenset()) -> Origin:
    """What is known or inferred of a burst.

    `hints_given`: the client reports pastes and undos. `seen` are the fingerprints of functions
    that the text had earlier.
    """
    shapes = [(edit, shape_of(edit, burst.before)) for edit in burst.edits]
    certain, blocks = _with_shape(shapes, Shape.ASSISTANT), _blocks(shapes)
    if not certain and not blocks:  # most edits are typed, and need not be parsed
        return Origin(None, 0.0, (), "it was typed, pasted or moved")

    try:
        changed = changed_functions(burst.before, burst.after, seen)
    except SyntaxError:
        return Origin(None, 0.0, (), "the text has a syntax error", readable=False)
    if not changed:
        return Origin(None, 0.0, (), "no function does anything new")

    if certain:
        return Origin(_certain_kind(certain), 1.0, changed, "the client says so")
    return _inferred(burst, changed, blocks, hints_given)


def _inferred(
    burst: Burst, changed: tuple[ChangedFunction, ...], blocks: Sequence[Edit], hints_given: bool
) -> Origin:
    hints = _all_hints(burst.edits)
    if Hint.COMMITTED in hints:
        return Origin(None, 0.0, changed, "it is what Git has")
    if Hint.DISK in hints:
        return Origin(Kind.DISK, _disk_confidence(changed, hints_given), changed, "text as a block")

    confidence = _chat_confidence(changed, blocks, hints_given)
    return Origin(Kind.CHAT, confidence, changed, "text as a block")


def _blocks(shapes: Sequence[tuple[Edit, Shape]]) -> list[Edit]:
    """Edits that insert text from elsewhere; empty if they are not most of the burst."""
    typed, blocks = _with_shape(shapes, Shape.KEYS), _with_shape(shapes, Shape.BLOCK)
    reported = _with_shape(shapes, Shape.KNOWN)

    typed_and_blocks = [edit for edit, shape in shapes if shape in (Shape.KEYS, Shape.BLOCK)]
    if too_fast(typed_and_blocks):
        typed, blocks = [], typed_and_blocks

    from_elsewhere = sum(inserted(edit) for edit in blocks)
    other = sum(inserted(edit) for edit in (*typed, *reported))
    return blocks if from_elsewhere > other else []


def _with_shape(shapes: Sequence[tuple[Edit, Shape]], wanted: Shape) -> list[Edit]:
    return [edit for edit, shape in shapes if shape is wanted]


def _all_hints(edits: Sequence[Edit]) -> frozenset[Hint]:
    return frozenset(hint for edit in edits for hint in edit.hints)


def _certain_kind(edits: Sequence[Edit]) -> Kind:
    hints = _all_hints(edits)
    if Hint.SAID in hints:
        return Kind.SAID
    return Kind.INLINE if Hint.INLINE in hints else Kind.INLINE_PART


def _disk_confidence(changed: Sequence[ChangedFunction], hints_given: bool) -> float:
    if _has_whole_function(changed):
        return DISK_CONFIDENCE
    is_rewritten = len(_novel_lines(changed)) > FEW_LINES
    if not is_rewritten or not hints_given:
        return DOUBTFUL_CONFIDENCE
    return round(DISK_CONFIDENCE - STEP, 2)


def _chat_confidence(
    changed: Sequence[ChangedFunction], blocks: Sequence[Edit], hints_given: bool
) -> float:
    confidence = HINTED_CONFIDENCE if hints_given else UNHINTED_CONFIDENCE
    if not _has_whole_function(changed):
        novel = _novel_lines(changed)
        is_rewritten = len(novel) > FEW_LINES and sum(map(len, novel)) >= FEW_CHARACTERS
        if not is_rewritten or not hints_given:
            return DOUBTFUL_CONFIDENCE
        confidence -= STEP

    if len(blocks) >= STREAMED:
        confidence += STEP
    return round(confidence, 2)


def _has_whole_function(changed: Sequence[ChangedFunction]) -> bool:
    return any(function.new and len(function.novel) >= FEW_LINES for function in changed)


def _novel_lines(changed: Sequence[ChangedFunction]) -> list[str]:
    return [line for function in changed for line in function.novel]
