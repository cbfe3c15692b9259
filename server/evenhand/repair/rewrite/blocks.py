"""Statements written anew once conditions are folded: dead branches go, live ones move out."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from evenhand.repair.rewrite.folding import Folder
from evenhand.repair.rewrite.layout import (
    ENDS,
    Line,
    blocks_of,
    by_lines,
    ending,
    ends,
    first_line,
    has_blocks,
    has_code,
    shifted,
    statement_last,
    without_comment,
)
from evenhand.repair.rewrite.no_op_statements import case_of, does_nothing
from evenhand.repair.rewrite.source_pieces import Text, inside_strings


class CannotEditError(Exception):
    """The layout of the text is none that can be edited line by line."""


@dataclass(frozen=True, slots=True)
class _Branch:
    """One branch of an `if` chain; the test of an `else` is None."""

    test: ast.expr | None
    body: Sequence[ast.stmt]
    line: int
    """Of its keyword."""


@dataclass(slots=True)
class Blocks:
    """Writes the statements of one file with a folder's findings."""

    folder: Folder
    text: Text = field(init=False)
    _strings: frozenset[int] = field(init=False)

    def __post_init__(self) -> None:
        self.text = self.folder.text
        self._strings = inside_strings(self.text.source)

    def rewritten(self, tree: ast.Module) -> str:
        """The whole file."""
        if not tree.body:
            return self.text.source
        lines = self._block(tree.body, 1, len(self.text.lines))[0]
        return "".join(line.text for line in lines)

    def _block(
        self, statements: Sequence[ast.stmt], first: int, last: int
    ) -> tuple[list[Line], bool]:
        """Lines `first` to `last`, which hold `statements`, and whether they never end."""
        made: list[Line] = []
        at = first
        for group in by_lines(statements):
            start = first_line(group[0])
            made += self._copied(at, start - 1)
            at = self._statement_end(group[-1]) + 1
            lines, ended = self._group(group)
            if not lines:
                made = without_comment(made)
                if self._blank(at) and (not made or not made[-1].text.strip()):
                    at += 1
            made += lines
            if ended:
                rest = list(self._copied(statement_last(statements) + 1, last))
                return made + rest, True
        made += self._copied(at, last)
        return made, bool(statements) and isinstance(statements[-1], ENDS)

    def _group(self, group: Sequence[ast.stmt]) -> tuple[list[Line], bool]:
        """New lines of a statement, or of several that share lines."""
        first, last = first_line(group[0]), self._statement_end(group[-1])
        if not any(self._concerned(s) for s in group):
            return list(self._copied(first, last)), False
        if len(group) == 1:
            return self._statement(group[0])
        if any(does_nothing(self.folder, s) or has_blocks(s) for s in group):
            raise CannotEditError
        return self._spliced(first, last, [e for s in group for e in self.folder.below(s)]), False

    def _concerned(self, statement: ast.stmt) -> bool:
        """Whether the attribute may be read below; functions without it are copied as they are."""
        if not isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            return True
        return any(id(n) in self.folder.reads.places for n in ast.walk(statement))

    def _statement(self, node: ast.stmt) -> tuple[list[Line], bool]:
        """New lines of a statement; and whether what follows it is dead now and was not."""
        if isinstance(node, ast.If):
            return self._if(node)
        if isinstance(node, ast.Match):
            chosen = case_of(self.folder, node)
            if chosen is not None:
                return self._moved(chosen.body, node.lineno)
        if does_nothing(self.folder, node):
            return [], False
        if not has_blocks(node):
            return self._simple(node), False
        return self._compound(node), False

    def _simple(self, node: ast.stmt) -> list[Line]:
        first, last = first_line(node), self._statement_end(node)
        edits = list(self.folder.below(node))
        if not edits:
            return list(self._copied(first, last))
        return self._spliced(first, last, edits)

    def _compound(self, node: ast.stmt) -> list[Line]:
        """Its headers with what is folded in them, and its blocks."""
        made: list[Line] = []
        edits = list(self.folder.below(node))
        for case in getattr(node, "cases", ()):
            edits += list(self.folder.below(case))
        at, end = first_line(node), self._statement_end(node)
        for block in blocks_of(node):
            start = first_line(block[0])
            if start <= (at if made else node.lineno):
                return self._spliced(first_line(node), end, list(self._all_below(node)))
            header = self._header_end(block[0], at)
            made += self._spliced(at, header, edits)
            at = self._block_end(block, end) + 1
            inner, _ = self._block(block, header + 1, at - 1)
            made += inner if has_code(inner) else [*inner, self._pass(block[0])]
        return made + list(self._copied(at, end))

    def _header_end(self, statement: ast.stmt, at: int) -> int:
        """The line on which the header before a block ends; comments behind it are the block's."""
        line = first_line(statement) - 1
        while line > at and Line(self.text.lines[line - 1]).bare:
            line -= 1
        return line

    def _if(self, node: ast.If) -> tuple[list[Line], bool]:
        branches = list(self._branches(node))
        kept: list[_Branch] = []
        for branch in branches:
            truth = None if branch.test is None else self.folder.truth(branch.test)
            if truth is False:
                continue
            kept.append(_Branch(None, branch.body, branch.line) if truth else branch)
            if truth or branch.test is None:
                break
        if kept and kept[0].test is None:
            return self._moved(kept[0].body, node.lineno)
        if len(kept) == len(branches) and kept == branches:
            return self._compound_if(branches), False
        return [line for i, b in enumerate(kept) for line in self._branch(b, node, i == 0)], False

    def _branches(self, node: ast.If) -> Iterator[_Branch]:
        current = node
        while True:
            yield _Branch(current.test, current.body, current.lineno)
            rest = current.orelse
            following = rest[0] if len(rest) == 1 else None
            if isinstance(following, ast.If) and self._keyword(following) == "elif":
                current = following
                continue
            if rest:
                yield _Branch(None, rest, self._else_line(rest[0]))
            return

    def _compound_if(self, branches: Sequence[_Branch]) -> list[Line]:
        end = self._statement_end(branches[-1].body[-1])
        made: list[Line] = []
        for index, branch in enumerate(branches):
            following = branches[index + 1].line - 1 if index + 1 < len(branches) else end
            made += self._whole_branch(branch, branch.line, following)
        return made

    def _branch(self, branch: _Branch, node: ast.If, leads: bool) -> list[Line]:
        """A branch that stays, with the keyword that it needs now."""
        end = self._block_end(branch.body, self._statement_end(node))
        lines = self._whole_branch(branch, branch.line, end)
        head = lines[0].text
        indent = head[: len(head) - len(head.lstrip())]
        if branch.test is None:
            body = next(i for i, line in enumerate(lines) if i >= self._header_lines(branch))
            return [Line(f"{indent}else:{ending(head)}"), *lines[body:]]
        if leads and head.lstrip().startswith("elif"):
            lines[0] = Line(indent + head.lstrip().removeprefix("el"))
        return lines

    def _header_lines(self, branch: _Branch) -> int:
        return self._header_end(branch.body[0], branch.line) - branch.line + 1

    def _whole_branch(self, branch: _Branch, first: int, last: int) -> list[Line]:
        if first_line(branch.body[0]) <= branch.line:
            if branch.test is None and self.text.lines[first - 1].lstrip()[:4] != "else":
                raise CannotEditError
            edits = [e for s in branch.body for e in self.folder.below(s)]
            if branch.test is not None and (new := self.folder.fold(branch.test)) is not None:
                edits.append((branch.test, new))
            return self._spliced(first, last, edits)
        header = self._header_end(branch.body[0], first)
        test: list[tuple[ast.AST, str]] = []
        if branch.test is not None and (new := self.folder.fold(branch.test)) is not None:
            test.append((branch.test, new))
        inner, _ = self._block(branch.body, header + 1, last)
        inner = inner if has_code(inner) else [*inner, self._pass(branch.body[0])]
        return [*self._spliced(first, header, test), *inner]

    def _moved(self, body: Sequence[ast.stmt], line: int) -> tuple[list[Line], bool]:
        """The lines of a block as they stand where the line `line` stands."""
        to = self.text.indent(line)
        if first_line(body[0]) == line or ":" in self._ahead(body[0]):
            inner = self._inline(body)
            return [Line(f"{to}{text}{self.text.newline}") for text in inner], ends(body)
        first = self._header_end(body[0], line) + 1
        last = self._block_end(body, len(self.text.lines))
        lines, ended = self._block(body, first, last)
        own = self.text.indent(first_line(body[0]))
        return [shifted(text, own, to) for text in lines], ended or ends(body)

    def _inline(self, body: Sequence[ast.stmt]) -> Iterator[str]:
        for statement in body:
            if not does_nothing(self.folder, statement) and not isinstance(statement, ast.Pass):
                yield self.text.replaced(statement, list(self.folder.below(statement)))

    def _all_below(self, node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
        yield from self.folder.below(node)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.stmt, ast.excepthandler, ast.match_case)):
                yield from self._all_below(child)

    def _spliced(self, first: int, last: int, edits: Iterable[tuple[ast.AST, str]]) -> list[Line]:
        inside = [(n, t) for n, t in edits if first <= n.lineno <= last]  # type: ignore[attr-defined]
        if not inside:
            return list(self._copied(first, last))
        start, end = self.text.line_start(first), self.text.line_start(last + 1)
        new = Text(self.text.with_edits(start, end, inside)).lines
        frozen = any(n in self._strings for n in range(first, last + 1))
        return [Line(t, movable=i == 0 or not frozen) for i, t in enumerate(new)]

    def _copied(self, first: int, last: int) -> Iterator[Line]:
        for number in range(first, min(last, len(self.text.lines)) + 1):
            yield Line(self.text.lines[number - 1], number not in self._strings)

    def _statement_end(self, node: ast.stmt) -> int:
        return node.end_lineno or node.lineno

    def _block_end(self, body: Sequence[ast.stmt], limit: int) -> int:
        """The last line of a block, with the comments behind it that are indented as it is."""
        end = at = self._statement_end(body[-1])
        own = len(self.text.indent(first_line(body[0])))
        while at < min(limit, len(self.text.lines)):
            at += 1
            line = self.text.lines[at - 1]
            if line.strip() and not (
                line.lstrip().startswith("#") and len(self.text.indent(at)) >= own
            ):
                break
            end = at if line.strip() else end
        return end

    def _keyword(self, node: ast.AST) -> str:
        return self.text.source[self.text.start(node) :][:4]

    def _else_line(self, statement: ast.stmt) -> int:
        line = first_line(statement)
        while line > 0 and not self.text.lines[line - 1].lstrip().startswith("else"):
            line -= 1
        return line

    def _ahead(self, statement: ast.stmt) -> str:
        line = first_line(statement)
        return self.text.source[self.text.line_start(line) : self.text.start(statement)]

    def _blank(self, line: int) -> bool:
        return line <= len(self.text.lines) and not self.text.lines[line - 1].strip()

    def _pass(self, statement: ast.stmt) -> Line:
        return Line(f"{self.text.indent(first_line(statement))}pass{self.text.newline}")
