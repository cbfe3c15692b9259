"""Statements as lines of a text: where they begin and end, and their lines with edits in them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from evenhand.repair.rewrite.source_text import Edit, SourceText, comments_of, lines_inside_strings

LEAVES = (ast.Return, ast.Raise, ast.Continue, ast.Break)
"""Statements behind which a block does not go on."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the new text."""

    text: str
    movable: bool = True
    """False inside a string, where white space at the start is part of the string."""

    @property
    def bare(self) -> bool:
        """Whether it has nothing but white space or a comment."""
        return not self.text.strip() or self.text.lstrip().startswith("#")

    @property
    def indent(self) -> str:
        return self.text[: len(self.text) - len(self.text.lstrip())]

    @property
    def ending(self) -> str:
        """The line end: a line feed, with a carriage return or without, or nothing."""
        return self.text[len(self.text.rstrip("\r\n")) :]


@dataclass(frozen=True, slots=True)
class SourceLines:
    """The lines of one file, counted from 1."""

    text: SourceText
    _inside_strings: frozenset[int] = field(init=False)
    _comments: Mapping[int, str] = field(init=False)
    """By the number of their line."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_inside_strings", lines_inside_strings(self.text.source))
        object.__setattr__(self, "_comments", comments_of(self.text.source))

    def __len__(self) -> int:
        return len(self.text.lines)

    def __getitem__(self, number: int) -> str:
        return self.text.lines[number - 1]

    def comments(self, first: int, last: int) -> list[str]:
        """The comments on the lines `first` to `last`, beside code or alone."""
        numbers = range(first, last + 1)
        return [self._comments[number] for number in numbers if number in self._comments]

    def is_blank(self, number: int) -> bool:
        """Whether there is such a line, and it has nothing but white space."""
        return number <= len(self) and not self[number].strip()

    def copied(self, first: int, last: int) -> list[Line]:
        """Lines `first` to `last` as they are."""
        numbers = range(first, min(last, len(self)) + 1)
        return [Line(self[n], n not in self._inside_strings) for n in numbers]

    def spliced(self, first: int, last: int, edits: Iterable[Edit]) -> list[Line]:
        """Lines `first` to `last` with those of the edits that begin there."""
        inside = [(node, text) for node, text in edits if first <= node.lineno <= last]
        if not inside:
            return self.copied(first, last)

        start, end = self.text.line_start(first), self.text.line_start(last + 1)
        texts = SourceText(self.text.with_edits(start, end, inside)).lines
        has_string = not self._inside_strings.isdisjoint(range(first, last + 1))
        return [Line(text, movable=i == 0 or not has_string) for i, text in enumerate(texts)]

    def header_end(self, statement: ast.stmt, first: int) -> int:
        """The last line of the header, begun on line `first`, of a block.

        `statement` is the block's first; comments between the header and it are the block's.
        """
        number = first_line(statement) - 1
        while number > first and Line(self[number]).bare:
            number -= 1
        return number

    def block_end(self, block: Sequence[ast.stmt], limit: int) -> int:
        """The last line of a block, with comments behind it that are indented as it is."""
        own_indent = len(self.text.indent(first_line(block[0])))
        end = number = last_line(block[-1])
        while number < min(limit, len(self)):
            number += 1
            if self.is_blank(number):
                continue
            is_comment = self[number].lstrip().startswith("#")
            if not is_comment or len(self.text.indent(number)) < own_indent:
                break
            end = number
        return end

    def else_line(self, statement: ast.stmt) -> int:
        """The line of the `else` above `statement`, its first."""
        number = first_line(statement)
        while number > 0 and not self[number].lstrip().startswith("else"):
            number -= 1
        return number

    def ahead(self, statement: ast.stmt) -> str:
        """What is on the line of `statement` before it."""
        start = self.text.line_start(first_line(statement))
        return self.text.source[start : self.text.start(statement)]

    def pass_line(self, statement: ast.stmt) -> Line:
        """A `pass`, indented like `statement`."""
        return Line(f"{self.text.indent(first_line(statement))}pass{self.text.newline}")


def first_line(statement: ast.stmt) -> int:
    """The line on which a statement begins, its decorators included."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(decorator.lineno for decorator in decorators)])


def last_line(statement: ast.stmt) -> int:
    """The line on which a statement ends."""
    return statement.end_lineno or statement.lineno


def by_lines(statements: Sequence[ast.stmt]) -> Iterator[list[ast.stmt]]:
    """Statements one by one; those that share a line together."""
    group: list[ast.stmt] = []
    for statement in statements:
        if group and first_line(statement) > last_line(group[-1]):
            yield group
            group = []
        group.append(statement)
    if group:
        yield group


def has_blocks(statement: ast.stmt) -> bool:
    """Whether other statements are inside a statement."""
    return bool(getattr(statement, "body", None) or getattr(statement, "cases", None))


def blocks_of(node: ast.stmt) -> Iterator[Sequence[ast.stmt]]:
    """All blocks of a compound statement, from top to bottom."""
    if isinstance(node, ast.Match):
        yield from (case.body for case in node.cases)
        return

    handlers: list[ast.ExceptHandler] = getattr(node, "handlers", [])
    blocks: list[list[ast.stmt]] = [
        getattr(node, "body", []),
        *(handler.body for handler in handlers),
        getattr(node, "orelse", []),
        getattr(node, "finalbody", []),
    ]
    yield from filter(None, blocks)


def leaves(block: Sequence[ast.stmt]) -> bool:
    """Whether the last statement of a block lets nothing behind the block run."""
    return bool(block) and isinstance(block[-1], LEAVES)


def has_code(lines: Iterable[Line]) -> bool:
    """Whether a line has more than white space or a comment."""
    return any(not line.bare for line in lines)


def without_comment(lines: list[Line]) -> list[Line]:
    """`lines` without the comment at their end, which was above a statement that is gone."""
    kept = list(lines)
    while kept and kept[-1].movable and kept[-1].text.lstrip().startswith("#"):
        kept.pop()
    return kept


def without_remark(line: Line, remark: str) -> Line:
    """`line` without the comment behind its code, if that is `remark`."""
    code = line.text.rstrip().removesuffix(remark).rstrip()
    if not code or not line.text.rstrip().endswith(remark):
        return line
    return Line(f"{code}{line.ending}", line.movable)


def shifted(line: Line, old_indent: str, new_indent: str) -> Line:
    """`line` with another indentation; as it is if it is in a string or indented otherwise."""
    if not line.movable or not line.text.startswith(old_indent):
        return line
    return Line(new_indent + line.text[len(old_indent) :], line.movable)
