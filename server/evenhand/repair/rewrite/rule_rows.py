"""Removes what names an attribute from tables: `{"field": "age", "points": 15}`, `"age": 0.3`.

A row of a table is an element of a list, or an entry of a dict, with lines of its own.
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

Names = Callable[[str], bool]
"""Whether a name is that of the attribute."""


@dataclass(frozen=True, slots=True)
class _Row:
    """One rule of a table."""

    first: ast.expr
    last: ast.expr
    names: Sequence[str]
    """Those that may say what it is about."""

    @property
    def lines(self) -> range:
        return range(self.first.lineno, (self.last.end_lineno or self.last.lineno) + 1)

    def is_alone(self, text: SourceText) -> bool:
        """Whether its lines hold nothing else but a comma and a comment."""
        return text.is_alone(self.first.lineno, text.start(self.first), text.end(self.last))


def without_rows(text: SourceText, tree: ast.AST, names: Names) -> Iterator[str]:
    """Texts without the rows that name the attribute: of lists of rules, of dicts, of all tables.

    A table with rows on shared lines stays as it is; where one would be left empty, there is no
    such text.
    """
    seen: set[frozenset[int]] = {frozenset()}
    for kinds in ([_rules_of_list], [_entries_of_dict], [_values_of_list, _entries_of_dict]):
        made = (kind(node) for node in ast.walk(tree) for kind in kinds)
        tables = [rows for rows in made if _is_table(rows, text)]
        dropped = _dropped(tables, names)
        if dropped not in seen:
            seen.add(dropped)
            gone = dropped.union(_comments_on(text.lines, dropped))
            kept = (line for number, line in enumerate(text.lines, 1) if number not in gone)
            yield "".join(kept)


def _dropped(tables: Sequence[Sequence[_Row]], names: Names) -> frozenset[int]:
    """The lines of the rows that name the attribute; none if that are all rows of a table."""
    lines: set[int] = set()
    for table in tables:
        named = [row for row in table if any(map(names, row.names))]
        if len(named) == len(table):
            return frozenset()
        lines.update(line for row in named for line in row.lines)
    return frozenset(lines)


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


def _rules_of_list(node: ast.AST) -> list[_Row]:
    """The rows of a list of records: `[("age", 35, -10), ("degrees", 1, 10)]`."""
    elements = node.elts if isinstance(node, ast.List | ast.Tuple) else []
    are_records = all(isinstance(each, RECORDS) for each in elements)
    return [_Row(e, e, [*_texts(e), *_asked(e)]) for e in elements] if are_records else []


def _values_of_list(node: ast.AST) -> list[_Row]:
    """The elements of a list of values: `[person.skill, person.age]`, `["skill", "age"]`."""
    elements = node.elts if isinstance(node, ast.List | ast.Tuple) else []
    named = [(each, _name_of(each)) for each in elements]
    return [_Row(each, each, [name]) for each, name in named] if all(n for _, n in named) else []


def _entries_of_dict(node: ast.AST) -> list[_Row]:
    entries = zip(node.keys, node.values, strict=True) if isinstance(node, ast.Dict) else ()
    return [_Row(key, value, [*_texts(key)]) for key, value in entries if key is not None]


def _name_of(node: ast.expr) -> str:
    """What a value goes by: a name, an attribute, a key, a text; empty for all else."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(slice=key):
            return constant_text(key) or ""
        case _:
            return constant_text(node) or ""


def _texts(node: ast.expr) -> Iterator[str]:
    texts = (constant_text(each) for each in ast.walk(node))
    return (text for text in texts if text)


def _asked(node: ast.expr) -> Iterator[str]:
    """What a condition in a rule reads: `age` of `lambda driver: driver.age < 25`."""
    conditions = (each for each in ast.walk(node) if isinstance(each, ast.Lambda))
    return (name for each in conditions for inner in ast.walk(each.body)
            if isinstance(inner, ast.expr) and (name := _name_of(inner)))  # fmt: skip


def _is_table(rows: Sequence[_Row], text: SourceText) -> bool:
    return len(rows) >= FEWEST_ROWS and all(row.is_alone(text) for row in rows)
