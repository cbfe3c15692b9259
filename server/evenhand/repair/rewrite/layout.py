"""Statements as lines of a text."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

ENDS = (ast.Return, ast.Raise, ast.Continue, ast.Break)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the new text."""

    text: str
    movable: bool = True
    """False inside of a string, where spaces at the start are part of it."""

    @property
    def bare(self) -> bool:
        """Whether it holds nothing but space or a comment."""
        return not self.text.strip() or self.text.lstrip().startswith("#")


def first_line(node: ast.stmt) -> int:
    decorators = getattr(node, "decorator_list", ())
    return int(min([node.lineno, *(d.lineno for d in decorators)]))


def by_lines(statements: Sequence[ast.stmt]) -> Iterator[list[ast.stmt]]:
    """Statements one by one, those that share a line together."""
    group: list[ast.stmt] = []
    for statement in statements:
        if group and first_line(statement) > statement_last(group):
            yield group
            group = []
        group.append(statement)
    if group:
        yield group


def statement_last(statements: Sequence[ast.stmt]) -> int:
    return statements[-1].end_lineno or statements[-1].lineno


def has_blocks(node: ast.stmt) -> bool:
    return bool(getattr(node, "body", None) or getattr(node, "cases", None))


def blocks_of(node: ast.AST) -> Iterator[Sequence[ast.stmt]]:
    """All blocks of a compound statement, from top to bottom."""
    if isinstance(node, ast.Match):
        yield from (case.body for case in node.cases)
        return
    if getattr(node, "body", None):
        yield node.body  # type: ignore[attr-defined]
    for handler in getattr(node, "handlers", ()):
        yield handler.body
    for name in ("orelse", "finalbody"):
        if getattr(node, name, None):
            yield getattr(node, name)


def ends(body: Sequence[ast.stmt]) -> bool:
    return isinstance(body[-1], ENDS)


def has_code(lines: Iterable[Line]) -> bool:
    return any(not line.bare for line in lines)


def without_comment(lines: list[Line]) -> list[Line]:
    """Without the comment right above a statement that is gone."""
    kept = list(lines)
    while kept and kept[-1].movable and kept[-1].text.lstrip().startswith("#"):
        kept.pop()
    return kept


def shifted(line: Line, own: str, to: str) -> Line:
    if not line.movable or not line.text.startswith(own):
        return line
    return Line(to + line.text[len(own) :], line.movable)


def ending(line: str) -> str:
    return line[len(line.rstrip("\r\n")) :]
