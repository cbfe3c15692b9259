"""Removes rules that name an attribute from tables: `{"field": "age", "points": 15}`, `"age": 0.3`.

A row of a table is a record in a list, or an entry of a dict, with lines of its own.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import dropwhile, takewhile

from evenhand.check.reading.source import constant_text
from evenhand.repair.rewrite.source_text import SourceText

RECORDS = (ast.Dict, ast.Tuple, ast.List, ast.Call)
"""What a rule in a list of rules is written as."""
FEWEST_ROWS = 2
BRACKETS = ")]}"


@dataclass(frozen=True, slots=True)
class _Row:
    """One rule of a table."""

    first: ast.expr
    last: ast.expr
    texts: Sequence[str]
    """Those that may name what it is about."""

    @property
    def lines(self) -> range:
        return range(self.first.lineno, (self.last.end_lineno or self.last.lineno) + 1)


def without_rows(text: str, tree: ast.AST, names: Callable[[str], bool]) -> Iterator[str]:
    """Texts without the rows that hold a name for which `names` is true: of lists, and of dicts.

    A table with rows on shared lines stays as it is; where it would be left empty, there is no
    such text.
    """
    for kind in (_rows_of_list, _rows_of_dict):
        tables = [table for node in ast.walk(tree) if _is_table(table := kind(node))]
        named = [[row for row in table if any(map(names, row.texts))] for table in tables]
        is_emptied = any(map(_are_all, named, tables))
        dropped = frozenset(line for rows in named for row in rows for line in row.lines)
        if dropped and not is_emptied:
            lines = SourceText(text).lines
            gone = dropped.union(_comments_on(lines, dropped))
            yield "".join(line for number, line in enumerate(lines, 1) if number not in gone)


def _comments_on(lines: Sequence[str], dropped: frozenset[int]) -> Iterator[int]:
    """The numbers of lines with a comment that is about nothing but rows that are dropped.

    A comment goes as far as the next one, an empty line, or the end of the table.
    """
    for number, line in enumerate(lines, 1):
        if _is_comment(line):
            behind = dropwhile(
                lambda each: _is_comment(lines[each - 1]), range(number, len(lines) + 1)
            )
            rows = [*takewhile(lambda each: not _ends_comment(lines[each - 1]), behind)]
            if rows and dropped.issuperset(rows):
                yield number


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith("#")


def _ends_comment(line: str) -> bool:
    return not line.strip() or _is_comment(line) or line.lstrip()[0] in BRACKETS


def _rows_of_list(node: ast.AST) -> list[_Row]:
    if not isinstance(node, ast.List | ast.Tuple):
        return []
    if not all(isinstance(each, RECORDS) for each in node.elts):
        return []
    return [_Row(each, each, [*_texts(each)]) for each in node.elts]


def _rows_of_dict(node: ast.AST) -> list[_Row]:
    if not isinstance(node, ast.Dict):
        return []
    entries = zip(node.keys, node.values, strict=True)
    return [_Row(key, value, [*_texts(key)]) for key, value in entries if key is not None]


def _texts(node: ast.expr) -> Iterator[str]:
    texts = (constant_text(each) for each in ast.walk(node))
    return (text for text in texts if text)


def _is_table(rows: Sequence[_Row]) -> bool:
    lines = [line for row in rows for line in row.lines]
    return len(rows) >= FEWEST_ROWS and len(lines) == len(set(lines))


def _are_all(rows: Sequence[_Row], table: Sequence[_Row]) -> bool:
    return len(rows) == len(table)
