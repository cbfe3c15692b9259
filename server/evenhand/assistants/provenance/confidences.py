"""How sure it is that an inferred suggestion came from an assistant.

A confidence is a share: of the edits that look alike, so many are an assistant's. They are held
against the labelled sequences in `fixtures/edits`; `python tests/lsp/calibration.py` prints
how often each was right.
"""

from __future__ import annotations

from collections.abc import Sequence

from evenhand.assistants.ledger.records import Kind
from evenhand.assistants.provenance.changed_functions import ChangedFunction
from evenhand.assistants.provenance.edits import Edit, Hint

STREAMED_CONFIDENCE = 0.9
"""For text that came block by block; hardly anything but a chat writes so."""
WHOLE_CONFIDENCE = 0.8
"""For a whole function in one block."""
REWRITTEN_CONFIDENCE = 0.7
"""For other lines in a function that was there."""
UNHINTED_CONFIDENCE = 0.6
"""For a whole function if the client does not report pastes."""
DISK_CONFIDENCE = 0.7
DISK_REWRITTEN_CONFIDENCE = 0.6
CREATED_CONFIDENCE = 0.5
"""For a file that another process made: a person copies files, and writes them elsewhere, too."""
DOUBTFUL_CONFIDENCE = 0.3
"""For a change that may well be a person's."""

STREAMED = 3
"""Blocks in a row that hardly any edit but a chat's writes."""
FEW_LINES = 2
"""Lines of code that a new function has at least; one that was there gets more."""
FEW_CHARACTERS = 80
"""Characters of code in a function that was there, up to which it may have been a snippet."""


def confidence_of(
    kind: Kind, changed: Sequence[ChangedFunction], edits: Sequence[Edit], hints_given: bool
) -> float:
    """That functions which `edits` wrote as blocks are an assistant's.

    `hints_given`: the client reports pastes and undos.
    """
    is_whole = any(function.new and len(function.novel) >= FEW_LINES for function in changed)
    is_streamed = len(edits) >= STREAMED
    if not is_whole and not (hints_given and _is_rewritten(kind, changed, is_streamed)):
        return DOUBTFUL_CONFIDENCE
    if kind is Kind.DISK:
        return _of_file(edits, is_whole)
    if not hints_given:
        return UNHINTED_CONFIDENCE
    if is_streamed:
        return STREAMED_CONFIDENCE
    return WHOLE_CONFIDENCE if is_whole else REWRITTEN_CONFIDENCE


def _of_file(edits: Sequence[Edit], is_whole: bool) -> float:
    if any(Hint.CREATED in edit.hints for edit in edits):
        return CREATED_CONFIDENCE
    return DISK_CONFIDENCE if is_whole else DISK_REWRITTEN_CONFIDENCE


def _is_rewritten(kind: Kind, changed: Sequence[ChangedFunction], is_streamed: bool) -> bool:
    novel = [line for function in changed for line in function.novel]
    is_long = sum(map(len, novel)) >= FEW_CHARACTERS
    return len(novel) > FEW_LINES and (is_long or is_streamed or kind is Kind.DISK)
