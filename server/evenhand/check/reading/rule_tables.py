"""Rules as data: `{"field": "age", "op": ">=", "value": 65}` says what an age is compared with.

So do tables by field: `{"plan": {"basic": 1, "gold": 2}, "sex": {"f": 0, "m": 3}}`.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain, islice

from evenhand.check.reading.read_texts import read_texts
from evenhand.check.reading.source import Source

MOST_ROWS = 2_000
"""Rows of a file's tables that are looked at."""
OPERATORS = frozenset("eq ne gt lt ge le gte lte is in between contains equals".split())
"""What rules call the ways to compare."""
MOST_CELLS = 40
"""Constants of one row that are looked at."""


@lru_cache(maxsize=2)
def rules_of(source: Source) -> Mapping[str, tuple[object, ...]]:
    """What stands beside each text in the rows of tables: by a field, what it is compared with."""
    rules: dict[str, dict[tuple[type, object], object]] = defaultdict(dict)
    trees = (source.tree, *read_texts(source.tree, source.symbols))
    for row in islice(chain.from_iterable(map(_rows, trees)), MOST_ROWS):
        for field in _texts(row):
            operands = _operands(row, field)
            rules[field].update(((type(each), each), each) for each in operands)

    tables = chain.from_iterable(map(_tables_by_field, trees))
    for field, operands in islice(tables, MOST_ROWS):
        rules[field].update(((type(each), each), each) for each in operands)
    return {field: tuple(operands.values()) for field, operands in rules.items()}


def _tables_by_field(tree: ast.AST) -> Iterator[tuple[str, list[object]]]:
    """The fields of dicts whose values are tables, and the keys of each of these."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Dict) or len(node.values) < 2:
            continue
        tables = [table for table in node.values if isinstance(table, ast.Dict)]
        if len(tables) < len(node.values):
            continue
        for key, table in zip(node.keys, tables, strict=True):
            field = _constant(key) if key is not None else None
            if isinstance(field, str):
                keys = [_constant(each) for each in table.keys[:MOST_CELLS] if each is not None]
                yield field, [each for each in keys if each is not None]


def _rows(tree: ast.AST) -> Iterator[list[ast.expr]]:
    """The cells of dicts, tuples and records in lists, wherever the module has them."""
    for node in ast.walk(tree):
        if not isinstance(node, (ast.List, ast.Tuple)) or len(node.elts) < 2:
            continue
        for row in node.elts:
            cells = _cells(row)
            if len(cells) > 1:
                yield cells[:MOST_CELLS]


def _cells(row: ast.expr) -> list[ast.expr]:
    if isinstance(row, ast.Dict):
        return row.values
    if isinstance(row, ast.Call):
        return [*row.args, *(keyword.value for keyword in row.keywords)]
    return row.elts if isinstance(row, (ast.List, ast.Tuple, ast.Set)) else []


def _texts(row: list[ast.expr]) -> list[str]:
    return [cell for cell in map(_constant, row) if isinstance(cell, str) and cell.isidentifier()]


def _operands(row: list[ast.expr], field: str) -> list[object]:
    """The cells that a field may be compared with: those of lists, else numbers and texts."""
    listed = [_constant(item) for item in _listed(row)]
    cells = [_constant(cell) for cell in row]
    numbers = [cell for cell in cells if isinstance(cell, (int, float))]
    own = OPERATORS | {field}
    texts = [cell for cell in cells if isinstance(cell, str) and cell.isalpha() and cell not in own]
    in_lists: list[object] = [value for value in listed if value is not None]
    return in_lists or [*numbers, *texts]


def _listed(row: list[ast.expr]) -> Iterator[ast.expr]:
    """The items of the lists among the cells of a row."""
    for cell in row:
        if isinstance(cell, (ast.List, ast.Tuple, ast.Set)):
            yield from cell.elts[:MOST_CELLS]


def _constant(node: ast.expr) -> object:
    """A plain constant; None for anything else."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        number = _constant(node.operand)
        return -number if isinstance(number, (int, float)) else None
    return node.value if isinstance(node, ast.Constant) else None
