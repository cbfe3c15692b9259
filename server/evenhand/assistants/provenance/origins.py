"""Tells whether edits were an assistant's, and how sure that is.

A function counts only if one of these edits wrote some of its lines. What the editor reports (an
inline completion, a paste, an undo) is certain. The rest is inferred: text that appears as a
block, or faster than people type, and makes most of a function.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from evenhand.assistants.ledger.records import Kind
from evenhand.assistants.provenance.changed_functions import ChangedFunction, changed_functions
from evenhand.assistants.provenance.confidences import confidence_of
from evenhand.assistants.provenance.edit_shapes import (
    Shape,
    code_lines,
    in_words,
    inserted,
    is_light,
    is_one_name,
    known_lines,
    shape_of,
    too_fast,
)
from evenhand.assistants.provenance.edits import Burst, Edit, Hint
from evenhand.assistants.provenance.line_authors import Authors, line_authors
from evenhand.lines import lines_of

RECORDED = 0.5
"""The confidence from which on an edit counts as a suggestion."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where functions of a burst of edits came from."""

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


@dataclass(frozen=True, slots=True)
class _Written:
    """A changed function, of which edits of the burst wrote some lines."""

    changed: ChangedFunction
    size: int
    """Characters of code in these lines."""
    edits: tuple[tuple[Edit, Shape], ...]
    """Those that wrote in these lines."""

    def by(self, *shapes: Shape) -> list[Edit]:
        """The edits of some shapes."""
        return [edit for edit, shape in self.edits if shape in shapes]

    @property
    def is_certain(self) -> bool:
        """Whether an assistant wrote more of it than a name, as the client says."""
        certain = self.by(Shape.ASSISTANT)
        return bool(certain) and not is_one_name(certain)

    @property
    def is_block(self) -> bool:
        """Whether most of what is new in it came as a block."""
        blocks = sum(map(inserted, self.by(Shape.BLOCK)))
        own = sum(map(inserted, self.by(Shape.KEYS, Shape.KNOWN, Shape.ASSISTANT)))
        return min(blocks, self.size) > own


def origins_of(
    burst: Burst, hints_given: bool, seen: frozenset[str] = frozenset()
) -> tuple[Origin, ...]:
    """What is known or inferred of the functions of a burst; at least one origin.

    `hints_given`: the client reports pastes and undos. `seen` are the fingerprints of functions
    that the text had earlier.
    """
    shapes = _shapes(burst)
    if not {Shape.ASSISTANT, Shape.BLOCK} & set(shapes):  # most edits, which need not be parsed
        return (Origin(None, 0.0, (), "it was typed, pasted or moved"),)

    try:
        changed = changed_functions(burst.readable, burst.after, seen)
    except SyntaxError:
        return (Origin(None, 0.0, (), "the text has a syntax error", readable=False),)

    written = _written(burst, shapes, changed)
    certain = [function for function in written if function.is_certain]
    inferred = [f for f in written if f.is_block and not f.is_certain]
    origins = [*_certain(certain), *_inferred(inferred, hints_given)]
    nothing = Origin(None, 0.0, (), "no assistant wrote a line of a function that is new")
    return tuple(origins) or (nothing,)


def _shapes(burst: Burst) -> list[Shape]:
    shapes = [
        shape_of(edit, before) for edit, before in zip(burst.edits, burst.texts, strict=False)
    ]
    told = list(zip(burst.edits, shapes, strict=True))
    typed = [edit for edit, shape in told if shape is Shape.KEYS]
    typed_and_blocks = [edit for edit, shape in told if shape in (Shape.KEYS, Shape.BLOCK)]
    if not too_fast(typed_and_blocks) and not in_words(typed):
        return shapes
    return [Shape.BLOCK if shape is Shape.KEYS else shape for shape in shapes]


def _certain(functions: Sequence[_Written]) -> Iterable[Origin]:
    if not functions:
        return
    edits = [edit for function in functions for edit in function.by(Shape.ASSISTANT)]
    changed = tuple(function.changed for function in functions)
    yield Origin(_certain_kind(edits), 1.0, changed, "the client says so")


def _certain_kind(edits: Sequence[Edit]) -> Kind:
    hints = frozenset(hint for edit in edits for hint in edit.hints)
    if Hint.SAID in hints:
        return Kind.SAID
    return Kind.INLINE if Hint.INLINE in hints else Kind.INLINE_PART


def _inferred(functions: Sequence[_Written], hints_given: bool) -> Iterable[Origin]:
    if not functions:
        return
    blocks = (edit for function in functions for edit in function.by(Shape.BLOCK))
    edits = list(dict.fromkeys(blocks))
    changed = tuple(function.changed for function in functions)
    is_from_disk = any(Hint.DISK in edit.hints for edit in edits)
    kind = Kind.DISK if is_from_disk else Kind.CHAT
    yield Origin(kind, confidence_of(kind, changed, edits, hints_given), changed, "text as a block")


def _written(
    burst: Burst, shapes: Sequence[Shape], changed: Sequence[ChangedFunction]
) -> list[_Written]:
    """The changed functions that edits wrote lines of, with these lines."""
    light = [is_light(edit, shape) for edit, shape in zip(burst.edits, shapes, strict=True)]
    authors = line_authors(burst.texts, light)
    old_lines = known_lines(burst.before) | known_lines(burst.readable or "")
    lines = lines_of(burst.after)

    written = []
    for function in changed:
        first, last = function.function.lines
        authored = _authored(lines, authors, range(first - 1, last))
        if not authored:
            continue

        code = [line for line, _ in authored]
        numbers = sorted({number for _, by in authored for number in by})
        edits = tuple((burst.edits[number], shapes[number]) for number in numbers)
        novel = tuple(line for line in code_lines("\n".join(code)) if line not in old_lines)
        is_begun = burst.readable is not None or bool(authors[first - 1])
        function = replace(function, new=function.new and is_begun, novel=novel)
        written.append(_Written(function, sum(map(len, code)), edits))
    return written


def _authored(
    lines: Sequence[str], authors: Sequence[Authors], indices: Iterable[int]
) -> list[tuple[str, Authors]]:
    """Lines of code that edits wrote, without the space around them, and by which edits."""
    authored = []
    for index in indices:
        line = lines[index].strip()
        if authors[index] and line and not line.startswith("#"):
            authored.append((line, authors[index]))
    return authored
