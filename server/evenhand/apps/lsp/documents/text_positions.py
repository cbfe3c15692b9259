"""Texts as an editor counts them: lines, positions and changes."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from lsprotocol import types
from pygls.workspace import PositionCodec

from evenhand.assistants.provenance.edits import Change as Replaced
from evenhand.findings import Span


@dataclass(frozen=True)
class Text:
    """The text of a document, and the units in which the client counts columns."""

    source: str
    codec: PositionCodec

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Lines with their ends; the last has none and may be empty."""
        # str.splitlines also breaks at form feeds and other signs that end no line here.
        lines = tuple(io.StringIO(self.source, newline=""))
        return lines if lines and not lines[-1].endswith(("\n", "\r")) else (*lines, "")

    @property
    def python(self) -> str:
        """The text as Python sees it: without a byte order mark, lines end with `\\n`."""
        return self.source.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")

    def range(self, span: Span) -> types.Range:
        """`span` in the client's units."""
        return types.Range(
            start=self._position(span.line - 1, span.column),
            end=self._position(span.end_line - 1, span.end_column),
        )

    def column(self, position: types.Position) -> tuple[int, int]:
        """Line and column of a client's position, both from 0, in characters."""
        # The codec writes into the position that it is given.
        copy = types.Position(line=position.line, character=position.character)
        found = self.codec.position_from_client_units(self.lines, copy)
        return found.line, found.character

    def _position(self, line: int, column: int) -> types.Position:
        if line >= len(self.lines):
            line, column = len(self.lines) - 1, len(self.lines[-1])
        return self.codec.position_to_client_units(
            self.lines, types.Position(line=line, character=column)
        )


@dataclass(frozen=True, slots=True)
class LineChange:
    """Which lines a change replaced: `first` to `last`, counted from 1, by `last + shift`."""

    first: int
    last: int
    """`first - 1` where whole lines were put in and none was touched."""
    shift: int
    """By how many lines everything behind has moved."""
    replaced: Replaced = field(default=Replaced("", ""), compare=False)
    """The text that was taken away, and what is in its place."""


Change = types.TextDocumentContentChangePartial | types.TextDocumentContentChangeWholeDocument


def changed(text: Text, changes: Iterable[Change]) -> tuple[Text, list[LineChange]]:
    """`text` after `changes`, and the lines that each of them touched, in order."""
    touched = []
    for change in changes:
        text, lines = _changed(text, change)
        touched.append(lines)
    return text, touched


def _difference(before: str, after: str) -> Replaced:
    """A whole text in the place of another, without the lines that both begin and end with."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    start, end = _common(old, new)
    return Replaced("".join(old[start : len(old) - end]), "".join(new[start : len(new) - end]))


def changed_lines(before: str, after: str) -> tuple[int, int]:
    """First and last line of `after`, from 1, between what both texts begin and end with."""
    new = after.splitlines()
    start, end = _common(before.splitlines(), new)
    return start + 1, max(len(new) - end, start + 1)


def _common(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """How many lines two texts have in common at their beginnings, and at their ends."""
    most = min(len(old), len(new))
    start = next((i for i in range(most) if old[i] != new[i]), most)
    end = next((i for i in range(most - start) if old[-1 - i] != new[-1 - i]), most - start)
    return start, end


def _changed(text: Text, change: Change) -> tuple[Text, LineChange]:
    if isinstance(change, types.TextDocumentContentChangeWholeDocument):
        after = Text(change.text, text.codec)
        count = len(text.lines)
        whole_text = _difference(text.source, change.text)
        return after, LineChange(1, count, len(after.lines) - count, whole_text)
    first, start = text.column(change.range.start)
    last, end = text.column(change.range.end)
    lines = text.lines
    head = "".join(lines[:first]) + lines[first][:start]
    tail = lines[last][end:] + "".join(lines[last + 1 :])
    after = Text(head + change.text + tail, text.codec)
    whole = start == end == 0 and (not change.text or change.text.endswith(("\n", "\r")))
    shift = len(after.lines) - len(lines)
    replaced = Replaced(text.source[len(head) : len(text.source) - len(tail)], change.text)
    return after, LineChange(first + 1, last if whole else last + 1, shift, replaced)
