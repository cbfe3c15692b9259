"""Whether edits were an assistant's, and how sure that is.

What an editor is told of (an inline completion, a paste, an undo) is certain. The rest is
inferred: text that appears as a block, or faster than anybody types, and makes a function.
The confidences are set so that what is more likely an assistant's than not is above
`RECORDED`; the labelled sequences in `fixtures/edits` are what they are held against.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evenhand.assistants.ledger.records import Kind
from evenhand.assistants.provenance.changed_functions import Gained, gained
from evenhand.assistants.provenance.edit_shapes import Shape, inserted, shape_of, too_fast
from evenhand.assistants.provenance.edits import Burst, Edit, Hint

RECORDED = 0.5
"""From which confidence on an edit counts as a suggestion."""
FEW_LINES = 2
"""Lines of code that a new function has at least; one that was there gets more."""
FEW_SIGNS = 80
"""Characters of code in a function that was there, up to which it may have been a snippet."""
STREAMED = 3
"""Blocks, one after the other, that a chat writes and hardly anything else."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the functions of a burst of edits came from."""

    kind: Kind | None
    """None: not from an assistant, as far as can be told."""
    confidence: float
    gained: tuple[Gained, ...]
    why: str
    """In a few words, for the log."""
    readable: bool = True
    """False: the text cannot be read yet, and what follows may tell more."""

    @property
    def is_suggestion(self) -> bool:
        return self.kind is not None and self.confidence >= RECORDED and bool(self.gained)


def origin_of(burst: Burst, hints_given: bool, seen: frozenset[str] = frozenset()) -> Origin:
    """What is known or inferred.

    `hints_given`: whoever sent the edits would tell of a paste. `seen` are the keys of functions
    that the text had earlier.
    """
    shapes = [(edit, shape_of(edit, burst.before)) for edit in burst.edits]
    said, blocks = _of(shapes, Shape.ASSISTANT), _blocks(shapes)
    if not said and not blocks:  # most are typed, and need not be read
        return Origin(None, 0.0, (), "it was typed, pasted or moved")
    try:
        found = gained(burst.before, burst.after, seen)
    except SyntaxError:
        return Origin(None, 0.0, (), "cannot be read as it stands", readable=False)
    if not found:
        return Origin(None, 0.0, (), "no function does anything new")
    if said:
        return Origin(_certain_kind(said), 1.0, found, "the editor was told so")
    told = frozenset(hint for edit in burst.edits for hint in edit.hints)
    if Hint.COMMITTED in told:
        return Origin(None, 0.0, found, "it is what Git has")
    kind = Kind.DISK if Hint.DISK in told else Kind.CHAT
    return Origin(kind, _confidence(kind, found, blocks, hints_given), found, "text as a block")


def _blocks(shapes: Sequence[tuple[Edit, Shape]]) -> list[Edit]:
    """Edits that seem to be somebody else's text; none where most of the text is not."""
    typed, blocks, known = (_of(shapes, s) for s in (Shape.KEYS, Shape.BLOCK, Shape.KNOWN))
    both = [edit for edit, shape in shapes if shape in (Shape.KEYS, Shape.BLOCK)]
    if too_fast(both):
        typed, blocks = [], both
    amount = sum(map(inserted, blocks))
    return blocks if amount > sum(map(inserted, (*typed, *known))) else []


def _of(shapes: Sequence[tuple[Edit, Shape]], wanted: Shape) -> list[Edit]:
    return [edit for edit, shape in shapes if shape is wanted]


def _certain_kind(edits: Sequence[Edit]) -> Kind:
    hints = frozenset(hint for edit in edits for hint in edit.hints)
    for hint, kind in ((Hint.SAID, Kind.SAID), (Hint.INLINE, Kind.INLINE)):
        if hint in hints:
            return kind
    return Kind.INLINE_PART


def _confidence(
    kind: Kind, found: Sequence[Gained], blocks: Sequence[Edit], hints_given: bool
) -> float:
    novel = [line for one in found for line in one.novel]
    whole = any(one.new and len(one.novel) >= FEW_LINES for one in found)
    rewritten = len(novel) > FEW_LINES and (kind is Kind.DISK or sum(map(len, novel)) >= FEW_SIGNS)
    if not whole and not (rewritten and hints_given):
        return 0.3
    confidence = 0.7 if kind is Kind.DISK else 0.8 if hints_given else 0.6
    if not whole:
        confidence -= 0.1
    if len(blocks) >= STREAMED and kind is not Kind.DISK:
        confidence += 0.1
    return round(confidence, 2)
