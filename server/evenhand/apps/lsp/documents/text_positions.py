"""Texts as an editor counts them: lines, positions and changes."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from lsprotocol import types
from pygls.workspace import PositionCodec

from evenhand.assistants.provenance.edits import Change as Replacement
from evenhand.check.reading.source import LONGEST
from evenhand.findings import Span
from evenhand.lines import common_ends, lines_of, lines_with_ends

LINE_ENDS = ("\n", "\r")


TOO_LONG = f"has more than {LONGEST:,} characters; with fewer, it is checked once opened again"


@dataclass(frozen=True)
class Text:
    """The text of a document, and the units in which the client counts columns."""

    source: str
    codec: PositionCodec
    left_out: bool = False
    """Whether the text is too long to be checked: it is not kept, and edits of parts pass it by."""

    @classmethod
    def kept(cls, source: str, codec: PositionCodec) -> Text:
        """The text, if it is short enough to be checked."""
        return cls("", codec, left_out=True) if len(source) > LONGEST else cls(source, codec)

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Lines with their ends; the last has none and may be empty."""
        # str.splitlines also breaks at form feeds and other signs that end no line here.
        lines = tuple(io.StringIO(self.source, newline=""))
        has_open_line = lines and not lines[-1].endswith(LINE_ENDS)
        return lines if has_open_line else (*lines, "")

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

    def span(self, range_: types.Range) -> Span:
        """The span that a range of the client's means."""
        line, column = self.column(range_.start)
        end_line, end_column = self.column(range_.end)
        return Span(line + 1, column, end_line + 1, end_column)

    def column(self, position: types.Position) -> tuple[int, int]:
        """Line and column of a client's position, both from 0, in characters."""
        # The codec writes into the position that it is given.
        copy = types.Position(line=position.line, character=position.character)
        counted = self.codec.position_from_client_units(self.lines, copy)
        return counted.line, counted.character

    def _position(self, line: int, column: int) -> types.Position:
        if line >= len(self.lines):
            line, column = len(self.lines) - 1, len(self.lines[-1])
        position = types.Position(line=line, character=column)
        return self.codec.position_to_client_units(self.lines, position)


@dataclass(frozen=True, slots=True)
class LineChange:
    """Which lines a change replaced: `first` to `last`, counted from 1, by `last + shift`."""

    first: int
    last: int
    """`first - 1` if whole lines were inserted and none was touched."""
    shift: int
    """By how many lines everything behind has moved."""
    replaced: Replacement = field(default=Replacement("", ""), compare=False)
    """The text that was removed, and the text in its place."""


Change = types.TextDocumentContentChangePartial | types.TextDocumentContentChangeWholeDocument


def changed(text: Text, changes: Iterable[Change]) -> tuple[Text, list[LineChange]]:
    """`text` after `changes`, and the lines that each of them touched, in order."""
    touched = []
    for change in changes:
        if isinstance(change, types.TextDocumentContentChangeWholeDocument):
            text, lines = _replaced_whole(text, change.text)
        elif text.left_out:
            continue
        else:
            text, lines = _replaced_part(text, change)
        touched.append(lines)
    return text, touched


def change_to(before: Text, after: Text) -> Change:
    """The change of whole lines that makes one text of another."""
    old, new = lines_with_ends(before.source), lines_with_ends(after.source)
    start, end = common_ends(old, new)
    first, last = types.Position(start, 0), types.Position(len(old) - end, 0)
    text = "".join(new[start : len(new) - end])
    return types.TextDocumentContentChangePartial(types.Range(first, last), text)


def changed_lines(before: str, after: str) -> tuple[int, int]:
    """First and last line of `after`, from 1, between the lines that both begin and end with."""
    new = lines_of(after)
    start, end = common_ends(lines_of(before), new)
    return start + 1, max(len(new) - end, start + 1)


def _replaced_whole(text: Text, source: str) -> tuple[Text, LineChange]:
    after = Text.kept(source, text.codec)
    count = len(text.lines)
    difference = _difference(text.source, after.source)
    return after, LineChange(1, count, len(after.lines) - count, difference)


def _replaced_part(
    text: Text, change: types.TextDocumentContentChangePartial
) -> tuple[Text, LineChange]:
    first, start = text.column(change.range.start)
    last, end = text.column(change.range.end)
    lines = text.lines

    head = "".join(lines[:first]) + lines[first][:start]
    tail = lines[last][end:] + "".join(lines[last + 1 :])
    after = Text.kept(head + change.text + tail, text.codec)

    ends_at_line = not change.text or change.text.endswith(LINE_ENDS)
    whole_lines = start == end == 0 and ends_at_line
    last_touched = last if whole_lines else last + 1

    shift = len(after.lines) - len(lines)
    removed = text.source[len(head) : len(text.source) - len(tail)]
    return after, LineChange(first + 1, last_touched, shift, Replacement(removed, change.text))


def _difference(before: str, after: str) -> Replacement:
    """A whole text in the place of another, without the lines that both begin and end with."""
    old, new = lines_with_ends(before), lines_with_ends(after)
    start, end = common_ends(old, new)
    return Replacement("".join(old[start : len(old) - end]), "".join(new[start : len(new) - end]))
