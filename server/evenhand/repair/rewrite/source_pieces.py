"""A source text and the pieces of it that nodes stand for; edits leave all the rest as it is."""

from __future__ import annotations

import ast
import io
import keyword
import re
import tokenize
from collections.abc import Iterable
from dataclasses import dataclass, field

_ATOM = re.compile(r"-?[\w.]+|\"[^\"\\]*\"|'[^'\\]*'")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|$)")


@dataclass(frozen=True, slots=True)
class Text:
    """One file's text, addressed by the positions of its nodes."""

    source: str
    lines: tuple[str, ...] = field(init=False, repr=False)
    """Each with its end."""
    _starts: tuple[int, ...] = field(init=False, repr=False)
    _quote: str = field(init=False)

    def __post_init__(self) -> None:
        lines = tuple(m.group() for m in _LINE.finditer(self.source) if m.group())
        starts, at = [], 0
        for line in lines:
            starts.append(at)
            at += len(line)
        object.__setattr__(self, "lines", lines)
        object.__setattr__(self, "_starts", (*starts, at))
        double = self.source.count('"') >= self.source.count("'")
        object.__setattr__(self, "_quote", '"' if double else "'")

    def start(self, node: ast.AST) -> int:
        return self._offset(node.lineno, node.col_offset)  # type: ignore[attr-defined]

    def end(self, node: ast.AST) -> int:
        return self._offset(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]

    def of(self, node: ast.AST) -> str:
        return self.source[self.start(node) : self.end(node)]

    def line_start(self, line: int) -> int:
        """Offset at which a line, counted from 1, begins; one past the last is the end."""
        return self._starts[min(line - 1, len(self._starts) - 1)]

    def indent(self, line: int) -> str:
        text = self.lines[line - 1]
        return text[: len(text) - len(text.lstrip(" \t"))]

    @property
    def newline(self) -> str:
        """How the first line ends."""
        first = self.lines[0] if self.lines else ""
        return first[len(first.rstrip("\r\n")) :] or "\n"

    def holds(self, node: ast.AST) -> bool:
        """Whether the text really has `node` where it says that it is."""
        try:
            there = ast.parse(f"({self.of(node)}\n)", mode="eval").body
        except (SyntaxError, ValueError, IndexError):
            return isinstance(node, ast.Starred)
        return type(there) is type(node)

    def literal(self, value: object) -> str:
        """A constant, with the quotes that the file uses."""
        if isinstance(value, str) and self._quote not in value and "\\" not in repr(value):
            return f"{self._quote}{value}{self._quote}"
        if isinstance(value, tuple):
            parts = ", ".join(self.literal(v) for v in value)
            return f"({parts},)" if len(value) == 1 else f"({parts})"
        if isinstance(value, (str, int, float)) or value is None:
            return repr(value)
        return str(value)

    def lifted(self, node: ast.expr, text: str) -> str:
        """`text`, which stands for `node`, in the brackets around it that it still needs."""
        wrapped = self._brackets(self.start(node), self.end(node)) is not None
        return f"({text})" if wrapped and not is_wrapped(text) else text

    def replaced(self, node: ast.AST, edits: Iterable[tuple[ast.AST, str]]) -> str:
        """The text of `node` with nodes inside of it replaced; empty text takes an `if` along."""
        return self.with_edits(self.start(node), self.end(node), edits)

    def with_edits(self, start: int, end: int, edits: Iterable[tuple[ast.AST, str]]) -> str:
        """The text between two offsets with nodes inside of it replaced."""
        pieces, at = [], start
        for first, last, new in sorted(self._range(n, t) for n, t in edits):
            if first < at:
                continue
            pieces += [self.source[at:first], new]
            at = last
        return "".join([*pieces, self.source[at:end]])

    def _range(self, node: ast.AST, new: str) -> tuple[int, int, str]:
        first, last = self.start(node), self.end(node)
        brackets = self._brackets(first, last)
        if brackets is not None and (new == "" or is_wrapped(new)):
            first, last = brackets
        if new == "":
            before = self.source[:first].rstrip()
            first = len(before.removesuffix("if").rstrip())
        return first, last, new

    def _brackets(self, first: int, last: int) -> tuple[int, int] | None:
        """Where the brackets are that only group what stands between two offsets."""
        before, after = self.source[:first].rstrip(), self.source[last:]
        gap = len(after) - len(after.lstrip())
        if not before.endswith("(") or not after[gap:].startswith(")"):
            return None
        ahead = before[:-1].rstrip()
        word = re.search(r"\w+$", ahead)
        if word is not None and not keyword.iskeyword(word.group()):
            return None
        if ahead.endswith((")", "]")):
            return None
        return len(before) - 1, last + gap + 1

    def _offset(self, line: int, utf8: int) -> int:
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        column = utf8 if text.isascii() else len(text.encode()[:utf8].decode(errors="ignore"))
        return self._starts[line - 1] + column


def is_wrapped(text: str) -> bool:
    """Whether an expression needs no brackets, wherever it stands."""
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


def inside_strings(source: str) -> frozenset[int]:
    """Lines, from 1, that begin inside of a string; their indentation is part of it."""
    found: set[int] = set()
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.STRING or token.type >= tokenize.OP + 1:
                name = tokenize.tok_name[token.type]
                if name in {"STRING", "FSTRING_MIDDLE"}:
                    found.update(range(token.start[0] + 1, token.end[0] + 1))
    except (tokenize.TokenError, IndentationError, SyntaxError):
        pass
    return frozenset(found)
