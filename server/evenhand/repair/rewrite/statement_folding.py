"""Writes statements anew once conditions are folded: dead branches go, live ones move out."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from evenhand.check.catalogue.phrase_lists import in_singular
from evenhand.check.catalogue.word_lists import lexicon
from evenhand.check.reading.function_words import first_found
from evenhand.check.reading.node_handlers import Handlers
from evenhand.repair.rewrite.expression_folding import ExpressionFolding
from evenhand.repair.rewrite.function_nodes import names_set
from evenhand.repair.rewrite.no_op_statements import does_nothing
from evenhand.repair.rewrite.source_lines import (
    Line,
    SourceLines,
    blocks_of,
    by_lines,
    first_line,
    has_blocks,
    has_code,
    last_line,
    leaves,
    shifted,
    without_comment,
    without_remark,
)
from evenhand.repair.rewrite.source_text import Edit, SourceText

CHOOSING = (ast.If, ast.Match, ast.For)
"""Statements that choose among blocks, or among the entries of a table."""
NO_LABELS = frozenset({"", "year", "years"})
"""What is no label of people in a remark: "every year out of work costs"."""
_WORDS = re.compile(r"[^\W_]+")


class CannotEditError(Exception):
    """The text is laid out in a way that cannot be edited line by line."""


@dataclass(frozen=True, slots=True)
class NewLines:
    """What is written for one statement, or for several."""

    lines: list[Line]
    leaves: bool = False
    """Whether they never end, so that what follows them is dead now."""


@dataclass(frozen=True, slots=True)
class StatementFolding:
    """Folds the statements of one file."""

    expressions: ExpressionFolding
    rules: StatementRules
    gone: frozenset[int] = frozenset()
    """The identities of statements, and of cases of a `match`, that are to go."""
    source: SourceLines = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "source", SourceLines(self.expressions.text))

    @property
    def text(self) -> SourceText:
        return self.expressions.text

    def rewritten(self, tree: ast.Module) -> str:
        """The new text of the whole file."""
        if not tree.body:
            return self.text.source
        new = self.block(tree.body, 1, len(self.source))
        return "".join(line.text for line in new.lines)

    def block(self, statements: Sequence[ast.stmt], first: int, last: int) -> NewLines:
        """New lines for the lines `first` to `last`, which hold `statements`."""
        lines: list[Line] = []
        next_line = first
        for group in by_lines(statements):
            lines += self.source.copied(next_line, first_line(group[0]) - 1)
            next_line = last_line(group[-1]) + 1

            new = self._group(group)
            is_chosen = isinstance(group[0], CHOOSING) and new.lines != self._old(group)
            if not new.lines or (is_chosen and self._is_about_rule_below(lines, group[0])):
                lines = without_comment(lines)
            if not new.lines or is_chosen:
                next_line = self._behind_remarks(group[0], next_line, last, is_gone=not new.lines)
            if not new.lines:
                lines = self._without_remark_above(lines, group[0])
                follows_blank = not lines or not lines[-1].text.strip()
                if follows_blank and self.source.is_blank(next_line):
                    next_line += 1

            lines += new.lines
            if new.leaves:
                behind = self.source.copied(last_line(statements[-1]) + 1, last)
                return NewLines(lines + behind, leaves=True)

        lines += self.source.copied(next_line, last)
        return NewLines(lines, leaves(statements))

    def _behind_remarks(self, statement: ast.stmt, line: int, last: int, *, is_gone: bool) -> int:
        """The first line behind what is said at the end of a statement that is gone, or folded.

        A comment with nothing between it and the next statement is about that.
        """
        end = line
        while end <= last and self.source[end].lstrip().startswith("#"):
            end += 1
        if end <= last and not self.source.is_blank(end):
            return line
        remarks = [self.source[number] for number in range(line, end)]
        return end if is_gone or self._speaks_of_attribute(remarks, statement) else line

    def inner_block(self, statements: Sequence[ast.stmt], first: int, last: int) -> list[Line]:
        """New lines for the block of a header that stays; a `pass` if nothing is left of it."""
        lines = self.block(statements, first, last).lines
        return lines if has_code(lines) else [*lines, self.source.pass_line(statements[0])]

    def headed(
        self, body: Sequence[ast.stmt], first: int, last: int, edits: Sequence[Edit]
    ) -> list[Line]:
        """New lines `first` to `last`: a header with some edits in it, and its block."""
        if first_line(body[0]) <= first:
            inner = [edit for s in body for edit in self.expressions.edits_below(s)]
            return self.source.spliced(first, last, [*inner, *edits])

        header_end = self.source.header_end(body[0], first)
        header = self.source.spliced(first, header_end, edits)
        return [*header, *self.inner_block(body, header_end + 1, last)]

    def moved_out(self, body: Sequence[ast.stmt], header: int) -> NewLines:
        """The lines of a block, indented like the line `header`, whose place they take."""
        indent = self.text.indent(header)
        shares_line = first_line(body[0]) == header or ":" in self.source.ahead(body[0])
        if shares_line:
            texts = self._inline(body)
            lines = [Line(f"{indent}{text}{self.text.newline}") for text in texts]
            return NewLines(lines, leaves(body))

        first = self.source.header_end(body[0], header) + 1
        last = self.source.block_end(body, len(self.source))
        new = self.block(body, first, last)
        old_indent = self.text.indent(first_line(body[0]))
        lines = [shifted(line, old_indent, indent) for line in new.lines]
        return NewLines(lines, new.leaves or leaves(body))

    def _old(self, group: Sequence[ast.stmt]) -> list[Line]:
        return self.source.copied(first_line(group[0]), last_line(group[-1]))

    def _is_about_rule_below(self, lines: list[Line], statement: ast.stmt) -> bool:
        """Whether the comment at the end of some lines names what `statement` asks no more."""
        comment = [line.text for line in lines[len(without_comment(lines)) :]]
        return self._speaks_of_attribute(comment, statement)

    def _without_remark_above(self, lines: list[Line], statement: ast.stmt) -> list[Line]:
        """Some lines without a comment above their last that spoke of the rule that is gone.

        That is `usage = 1.0`, where the rule set the same name.
        """
        if not lines or lines[-1].bare:
            return lines
        above = without_comment(lines[:-1])
        remark = [line.text for line in lines[len(above) : -1]]
        name = lines[-1].text.partition("=")[0].strip()
        is_stale = remark and name in names_set(statement)
        if not is_stale or not self._speaks_of_attribute(remark, statement):
            return lines
        return [*above, lines[-1]]

    def _speaks_of_attribute(self, comment: Sequence[str], statement: ast.stmt) -> bool:
        """Whether a comment on `statement` names people by the attribute, or a bound on it."""
        in_small = [text.lower() for text in comment]
        labels = lexicon().groups.values()
        if any(first_found(phrases, in_singular(in_small)) not in NO_LABELS for phrases in labels):
            return True
        words = {word for text in in_small for word in _WORDS.findall(text)}
        asked = {str(value) for value in _constants_asked(statement)}
        return not words.isdisjoint(self.expressions.attribute_words | asked)

    def _spliced(self, statement: ast.stmt, edits: Sequence[Edit]) -> list[Line]:
        """The lines of a simple statement with edits in them.

        A remark behind it that speaks of the attribute goes: it explained what is gone.
        """
        first, last = first_line(statement), last_line(statement)
        lines = self.source.spliced(first, last, edits)
        for remark in self.source.comments(first, last) if edits else ():
            if self._speaks_of_attribute([remark], statement):
                lines = [without_remark(line, remark) for line in lines]
        return lines

    def _group(self, group: Sequence[ast.stmt]) -> NewLines:
        """New lines for a statement, or for several that share lines."""
        first, last = first_line(group[0]), last_line(group[-1])
        if not any(self._may_change(statement) for statement in group):
            return NewLines(self.source.copied(first, last))
        if len(group) == 1:
            return self._statement(group[0])

        if any(self._has_gone(statement) or has_blocks(statement) for statement in group):
            raise CannotEditError
        edits = [edit for s in group for edit in self.expressions.edits_below(s)]
        return NewLines(self.source.spliced(first, last, edits))

    def _may_change(self, statement: ast.stmt) -> bool:
        """Whether the attribute may be read below; functions without it are copied as they are."""
        if not isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            return True
        return id(statement) in self.expressions.reads.around

    def _has_gone(self, statement: ast.stmt) -> bool:
        return id(statement) in self.gone or does_nothing(statement, self.expressions)

    def _statement(self, statement: ast.stmt) -> NewLines:
        if id(statement) in self.gone:
            return NewLines([])
        rule = self.rules.get(type(statement))
        new = rule(statement, self) if rule is not None else None
        if new is not None:
            return new

        if does_nothing(statement, self.expressions):
            return NewLines([])
        if has_blocks(statement):
            return NewLines(self._compound(statement))

        edits = list(self.expressions.edits_below(statement))
        return NewLines(self._spliced(statement, edits))

    def _compound(self, statement: ast.stmt) -> list[Line]:
        """A compound statement's headers with what is folded in them, and its blocks."""
        edits = self._header_edits(statement)
        lines: list[Line] = []
        next_line, end = first_line(statement), last_line(statement)
        for block in blocks_of(statement):
            header_start = next_line if lines else statement.lineno
            if first_line(block[0]) <= header_start:
                edits = list(self._edits_of_all(statement))
                return self.source.spliced(first_line(statement), end, edits)

            header_end = self.source.header_end(block[0], next_line)
            lines += self.source.spliced(next_line, header_end, edits)
            next_line = self.source.block_end(block, end) + 1
            lines += self.inner_block(block, header_end + 1, next_line - 1)
        return lines + self.source.copied(next_line, end)

    def _header_edits(self, statement: ast.stmt) -> list[Edit]:
        cases: list[ast.match_case] = getattr(statement, "cases", [])
        edits = list(self.expressions.edits_below(statement))
        for case in cases:
            edits += self.expressions.edits_below(case)
        return edits

    def _edits_of_all(self, node: ast.AST) -> Iterator[Edit]:
        """Edits in a statement and in all statements inside it."""
        yield from self.expressions.edits_below(node)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.stmt, ast.excepthandler, ast.match_case)):
                yield from self._edits_of_all(child)

    def _inline(self, body: Sequence[ast.stmt]) -> Iterator[str]:
        """The statements of a block that is written on the line of its header."""
        for statement in body:
            is_needless = isinstance(statement, ast.Pass)
            if not is_needless and not self._has_gone(statement):
                edits = self.expressions.edits_below(statement)
                yield self.text.replaced(statement, edits)


def _constants_asked(statement: ast.stmt) -> Iterator[object]:
    """The constants in the tests of a statement; of an `if`, in those of all its branches."""
    current: ast.stmt | None = statement
    while isinstance(current, ast.If):
        yield from _constants_in(current.test)
        current = current.orelse[0] if len(current.orelse) == 1 else None
    if not isinstance(statement, ast.If) and not has_blocks(statement):
        tests = (node.test for node in ast.walk(statement) if isinstance(node, ast.IfExp))
        yield from (constant for test in tests for constant in _constants_in(test))


def _constants_in(node: ast.expr) -> Iterator[object]:
    return (inner.value for inner in ast.walk(node) if isinstance(inner, ast.Constant))


StatementRules = Handlers[[StatementFolding], NewLines | None]
"""How statements that choose a block are folded; None if no block is chosen."""
