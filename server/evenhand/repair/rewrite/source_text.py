"""A source text addressed by its syntax nodes; an edit leaves everything else as it is."""

from __future__ import annotations

import ast
import contextlib
import io
import keyword
import re
import tokenize
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate

Located = ast.expr | ast.stmt
"""Nodes that know where their text begins and ends."""
Edit = tuple[ast.expr, str]
"""An expression and its new text; an empty text also removes the `if` before it."""

_ATOM = re.compile(r"-?[\w.]+|\"[^\"\\]*\"|'[^'\\]*'")
_WORD = re.compile(r"\w")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|$)")


class ListValue(tuple[object, ...]):
    """A list as a value that can be compared and hashed."""

    def __add__(self, other: tuple[object, ...]) -> ListValue:
        return ListValue(tuple.__add__(self, other))


@dataclass(frozen=True, slots=True)
class SourceText:
    """The text of one file. Lines are counted from 1, offsets from 0."""

    source: str
    lines: tuple[str, ...] = field(init=False, repr=False)
    """Each with its line end."""
    _starts: tuple[int, ...] = field(init=False, repr=False)
    """The offset of each line, and that of the end of the text."""
    _columns: dict[int, array[int]] = field(init=False, repr=False, default_factory=dict)
    """Of lines that are not plain ASCII, the offset in UTF-8 behind each character."""
    _quote: str = field(init=False)
    """The quotation mark that the file uses most."""

    def __post_init__(self) -> None:
        lines = tuple(match.group() for match in _LINE.finditer(self.source) if match.group())

        starts = [0]
        for line in lines:
            starts.append(starts[-1] + len(line))

        mostly_double = self.source.count('"') >= self.source.count("'")
        object.__setattr__(self, "lines", lines)
        object.__setattr__(self, "_starts", tuple(starts))
        object.__setattr__(self, "_quote", '"' if mostly_double else "'")

    def start(self, node: Located) -> int:
        """Offset at which `node` begins."""
        return self._offset(node.lineno, node.col_offset)

    def end(self, node: Located) -> int:
        """Offset behind the last character of `node`."""
        return self._offset(node.end_lineno or 0, node.end_col_offset or 0)

    def of(self, node: Located) -> str:
        """The text of `node`."""
        return self.source[self.start(node) : self.end(node)]

    def line_start(self, line: int) -> int:
        """Offset at which a line begins; for the line behind the last, the end of the text."""
        return self._starts[min(line - 1, len(self._starts) - 1)]

    def indent(self, line: int) -> str:
        """The white space at the start of a line."""
        text = self.lines[line - 1]
        return text[: len(text) - len(text.lstrip(" \t"))]

    def is_alone(self, line: int, start: int, end: int) -> bool:
        """Whether the lines from `line` on hold nothing but the text between two offsets.

        It may have a comma and a comment behind it.
        """
        behind = self.source[end:].partition("\n")[0].lstrip().removeprefix(",").lstrip()
        return not self.source[self.line_start(line) : start].strip() and behind[:1] in {"", "#"}

    @property
    def newline(self) -> str:
        """How the first line ends; a line feed if the text has one line only."""
        first = self.lines[0] if self.lines else ""
        return first[len(first.rstrip("\r\n")) :] or "\n"

    def literal(self, value: object) -> str:
        """A constant as source text, with the quotes that the file uses."""
        if isinstance(value, str) and self._quote not in value and "\\" not in repr(value):
            return f"{self._quote}{value}{self._quote}"

        if isinstance(value, ListValue):
            return f"[{', '.join(map(self.literal, value))}]"

        if isinstance(value, tuple):
            parts = ", ".join(self.literal(part) for part in value)
            return f"({parts},)" if len(value) == 1 else f"({parts})"

        if isinstance(value, (str, int, float)) or value is None:
            return repr(value)
        return str(value)

    def lifted(self, node: ast.expr, text: str) -> str:
        """`text`, which replaces `node`, in brackets if it needs those around `node`."""
        in_brackets = self._brackets(self.start(node), self.end(node)) is not None
        return f"({text})" if in_brackets and not needs_no_brackets(text) else text

    def replaced(self, node: Located, edits: Iterable[Edit]) -> str:
        """The text of `node` with expressions inside it replaced."""
        return self.with_edits(self.start(node), self.end(node), edits)

    def with_edits(self, start: int, end: int, edits: Iterable[Edit]) -> str:
        """The text between two offsets with expressions inside it replaced."""
        replacements = sorted(self._replacement(node, text) for node, text in edits)

        pieces: list[str] = []
        offset = start
        for first, last, text in replacements:
            if first >= offset:
                pieces += [self.source[offset:first], text]
                offset = last
        return "".join([*pieces, self.source[offset:end]])

    def _replacement(self, node: ast.expr, text: str) -> tuple[int, int, str]:
        """The two offsets between which `text` is put in the place of `node`."""
        first, last = self.start(node), self.end(node)

        brackets = self._brackets(first, last)
        if brackets is not None and (text == "" or needs_no_brackets(text)):
            first, last = brackets

        if text == "":
            end = self._behind_text(first)
            if self.source.endswith("if", 0, end):
                end = self._behind_text(end - len("if"))
            first = end
        return first, last, text

    def _behind_text(self, offset: int) -> int:
        """The offset behind the last character before `offset` that is no white space."""
        while offset > 0 and self.source[offset - 1].isspace():
            offset -= 1
        return offset

    def _next_text(self, offset: int) -> int:
        """The offset of the first character from `offset` on that is no white space."""
        while offset < len(self.source) and self.source[offset].isspace():
            offset += 1
        return offset

    def _brackets(self, first: int, last: int) -> tuple[int, int] | None:
        """The offsets of brackets that only group what is between `first` and `last`."""
        opening, closing = self._behind_text(first) - 1, self._next_text(last)
        in_brackets = opening >= 0 and self.source[opening] == "("
        if not in_brackets or self.source[closing : closing + 1] != ")":
            return None

        ahead = self._behind_text(opening)
        word = self._word_before(ahead)
        is_call = word != "" and not keyword.iskeyword(word)
        if is_call or self.source.endswith((")", "]"), 0, ahead):
            return None
        return opening, closing + 1

    def _word_before(self, offset: int) -> str:
        start = offset
        while start > 0 and _WORD.fullmatch(self.source[start - 1]):
            start -= 1
        return self.source[start:offset]

    def _offset(self, line: int, utf8: int) -> int:
        """The offset of a line and a column; the parser counts columns in bytes of UTF-8."""
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        column = utf8 if text.isascii() else self._character(line, text, utf8)
        return self._starts[line - 1] + column

    def _character(self, line: int, text: str, utf8: int) -> int:
        """The number of the character that begins at an offset in UTF-8."""
        if line not in self._columns:
            ends = accumulate(len(character.encode(errors="replace")) for character in text)
            self._columns[line] = array("L", ends)
        return bisect_right(self._columns[line], utf8)


def needs_no_brackets(text: str) -> bool:
    """Whether an expression can be written anywhere without brackets around it."""
    if _ATOM.fullmatch(text) and not text.startswith("-"):
        return True
    if not text.startswith(("(", "[", "{")):
        return False

    depth = 0
    for index, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if depth == 0:
            return index == len(text) - 1
    return False


def lines_inside_strings(source: str) -> frozenset[int]:
    """Lines that begin inside a string, so that their indentation is part of the string."""
    numbers: set[int] = set()
    for token in _tokens(source):
        if tokenize.tok_name[token.type] in {"STRING", "FSTRING_MIDDLE"}:
            numbers.update(range(token.start[0] + 1, token.end[0] + 1))
    return frozenset(numbers)


def comments_of(source: str) -> dict[int, str]:
    """The comments of a text by their lines."""
    comments = (token for token in _tokens(source) if token.type == tokenize.COMMENT)
    return {comment.start[0]: comment.string for comment in comments}


def _tokens(source: str) -> Iterator[tokenize.TokenInfo]:
    """The tokens up to the first error; the parser has read the rest."""
    with contextlib.suppress(tokenize.TokenError, IndentationError, SyntaxError):
        yield from tokenize.generate_tokens(io.StringIO(source).readline)
