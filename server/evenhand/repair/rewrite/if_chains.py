"""Folds `if` statements: branches never taken go, and one that is always taken moves out."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from evenhand.repair.rewrite.pure_expressions import is_pure
from evenhand.repair.rewrite.source_lines import Line, first_line, has_code, last_line
from evenhand.repair.rewrite.source_text import Edit
from evenhand.repair.rewrite.statement_folding import CannotEditError, NewLines, StatementFolding

HARMLESS = frozenset(
    "len int float str bool isinstance abs min max get lower upper strip startswith".split()
)
"""Functions and methods that a condition may call which goes with all that it held."""


@dataclass(frozen=True, slots=True)
class Branch:
    """One branch of an `if` statement."""

    test: ast.expr | None
    """None for an `else`, and for a test that is always true."""
    body: Sequence[ast.stmt]
    line: int
    """Of its keyword."""


def fold_if(node: ast.If, folding: StatementFolding) -> NewLines:
    """New lines for an `if` with all its branches."""
    branches = list(_branches(node, folding))
    kept = list(_kept(branches, folding))
    if kept and kept[0].test is None:
        return folding.moved_out(kept[0].body, node.lineno)
    if len(kept) == 1 and _is_emptied(kept[0], folding):
        return NewLines([])
    if kept == branches:
        return NewLines(_all_branches(branches, folding))

    limit = last_line(node)
    lines = [line for branch in kept for line in _kept_branch(branch, limit, folding)]
    if lines:
        lines[0] = _with_if(lines[0])
    return NewLines(lines)


def _branches(node: ast.If, folding: StatementFolding) -> Iterator[Branch]:
    """The `if`, each `elif`, and the `else`."""
    current: ast.If | None = node
    while current is not None:
        yield Branch(current.test, current.body, current.lineno)
        otherwise = current.orelse
        current = _elif(otherwise, folding)
        if otherwise and current is None:
            yield Branch(None, otherwise, folding.source.else_line(otherwise[0]))


def _elif(otherwise: Sequence[ast.stmt], folding: StatementFolding) -> ast.If | None:
    """The `if` of an `elif`, which the parser puts alone into the `else` before it."""
    if len(otherwise) != 1 or not isinstance(otherwise[0], ast.If):
        return None
    start = folding.text.start(otherwise[0])
    return otherwise[0] if folding.text.source.startswith("elif", start) else None


def _kept(branches: Sequence[Branch], folding: StatementFolding) -> Iterator[Branch]:
    """The branches that may still be taken; the last has no test if it always is."""
    for branch in branches:
        truth = True if branch.test is None else folding.expressions.truth(branch.test)
        if truth is None:
            yield branch
        if truth is True:
            yield Branch(None, branch.body, branch.line)
            return


def _is_emptied(branch: Branch, folding: StatementFolding) -> bool:
    """Whether nothing is left in a branch, and asking for it does nothing besides."""
    shares_line = first_line(branch.body[0]) <= branch.line
    if shares_line or branch.test is None or not is_pure(branch.test, HARMLESS.__contains__):
        return False
    if all(isinstance(statement, ast.Pass) for statement in branch.body):
        return False
    left = folding.block(branch.body, first_line(branch.body[0]), last_line(branch.body[-1]))
    return not has_code(left.lines)


def _all_branches(branches: Sequence[Branch], folding: StatementFolding) -> list[Line]:
    """All branches, each up to the next with the comments between them."""
    ends = [following.line - 1 for _, following in pairwise(branches)]
    ends.append(last_line(branches[-1].body[-1]))

    lines: list[Line] = []
    for branch, end in zip(branches, ends, strict=True):
        lines += _branch_lines(branch, end, folding)
    return lines


def _kept_branch(branch: Branch, limit: int, folding: StatementFolding) -> list[Line]:
    """A branch beside which others are gone; without a test, it becomes the `else`."""
    lines = _branch_lines(branch, folding.source.block_end(branch.body, limit), folding)
    if branch.test is not None:
        return lines

    header = lines[0]
    header_length = folding.source.header_end(branch.body[0], branch.line) - branch.line + 1
    return [Line(f"{header.indent}else:{header.ending}"), *lines[header_length:]]


def _with_if(header: Line) -> Line:
    """`elif` becomes `if`."""
    if not header.text.lstrip().startswith("elif"):
        return header
    return Line(header.indent + header.text.lstrip().removeprefix("el"))


def _branch_lines(branch: Branch, last: int, folding: StatementFolding) -> list[Line]:
    """New lines for a branch, from its keyword to the line `last`."""
    test_edits = list(_test_edits(branch, folding))

    shares_line = first_line(branch.body[0]) <= branch.line
    if shares_line:
        keyword = folding.source[branch.line].lstrip()[:4]
        if branch.test is None and keyword != "else":
            raise CannotEditError
    return folding.headed(branch.body, branch.line, last, test_edits)


def _test_edits(branch: Branch, folding: StatementFolding) -> Iterator[Edit]:
    if branch.test is None:
        return
    folded = folding.expressions.fold(branch.test)
    if folded is not None:
        yield branch.test, folded
