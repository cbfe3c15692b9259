"""A source text addressed by its syntax nodes; an edit leaves everything else as it is."""

from __future__ import annotations

import ast
import io
import keyword
import re
import tokenize
from collections.abc import Iterable
from dataclasses import dataclass, field

Located = ast.expr | ast.stmt
"""Nodes that know where their text begins and ends."""
Edit = tuple[ast.expr, str]
"""An expression and its new text; an empty text also removes the `if` before it."""

_ATOM = re.compile(r"-?[\w.]+|\"[^\"\\]*\"|'[^'\\]*'")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|$)")


@dataclass(frozen=True, slots=True)
class SourceText:
    """The text of one file. Lines are counted from 1, offsets from 0."""

    source: str
    lines: tuple[str, ...] = field(init=False, repr=False)
    """Each with its line end."""
    _starts: tuple[int, ...] = field(init=False, repr=False)
    """The offset of each line, and that of the end of the text."""
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

    @property
    def newline(self) -> str:
        """How the first line ends; a line feed if the text has one line only."""
        first = self.lines[0] if self.lines else ""
        return first[len(first.rstrip("\r\n")) :] or "\n"

    def holds(self, node: ast.expr) -> bool:
        """Whether the text has `node` at the position that the node claims."""
        try:
            expression = ast.parse(f"({self.of(node)}\n)", mode="eval").body
        except (SyntaxError, ValueError, IndexError):
            return isinstance(node, ast.Starred)
        return type(expression) is type(node)

    def literal(self, value: object) -> str:
        """A constant as source text, with the quotes that the file uses."""
        if isinstance(value, str) and self._quote not in value and "\\" not in repr(value):
            return f"{self._quote}{value}{self._quote}"

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
            before = self.source[:first].rstrip()
            first = len(before.removesuffix("if").rstrip())
        return first, last, text

    def _brackets(self, first: int, last: int) -> tuple[int, int] | None:
        """The offsets of brackets that only group what is between `first` and `last`."""
        before, after = self.source[:first].rstrip(), self.source[last:]
        gap = len(after) - len(after.lstrip())
        if not before.endswith("(") or not after[gap:].startswith(")"):
            return None

        ahead = before[:-1].rstrip()
        word = re.search(r"\w+$", ahead)
        is_call = word is not None and not keyword.iskeyword(word.group())
        if is_call or ahead.endswith((")", "]")):
            return None
        return len(before) - 1, last + gap + 1

    def _offset(self, line: int, utf8: int) -> int:
        """The offset of a line and a column; the parser counts columns in bytes of UTF-8."""
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        column = utf8 if text.isascii() else len(text.encode()[:utf8].decode(errors="ignore"))
        return self._starts[line - 1] + column


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
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if tokenize.tok_name[token.type] in {"STRING", "FSTRING_MIDDLE"}:
                numbers.update(range(token.start[0] + 1, token.end[0] + 1))
    except (tokenize.TokenError, IndentationError, SyntaxError):
        pass  # the lines up to the error are known, and the parser has read the rest
    return frozenset(numbers)
