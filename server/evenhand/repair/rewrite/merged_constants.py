"""Adds up constants that a rewrite has brought together: `score = 0`, and later `score -= 10`."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from evenhand.repair.rewrite.dead_stores import without_statement
from evenhand.repair.rewrite.function_nodes import (
    FunctionNode,
    blocks_of_function,
    functions_of,
    functions_of_both,
)
from evenhand.repair.rewrite.source_text import SourceText
from evenhand.scalars import is_number

LONGEST_SUM = 8
"""Characters of a sum that is written; a longer one stays as its parts."""
MOST_MERGED = 20


@dataclass(frozen=True, slots=True)
class _Constant:
    """A statement that sets a name to a constant, or adds one to it, or takes one from it."""

    statement: ast.stmt
    name: str
    """Or the part of a record or a table: `df["fee"]`, `self.fee`."""
    node: ast.expr
    """The constant as it is written; `-3` is an expression of its own."""
    value: int | float
    operator: ast.operator | None = None
    """None if it sets the name."""

    @property
    def adds(self) -> bool:
        return self.operator is not None

    @property
    def change(self) -> int | float:
        """What it adds; below 0 if it takes away."""
        return -self.value if isinstance(self.operator, ast.Sub) else self.value


def with_merged_constants(old: str, new: str) -> str:
    """`new`, with one statement for constants that are added to a name in any case."""
    old_functions = functions_of(old)
    for _ in range(MOST_MERGED):
        text = SourceText(new)
        pair = _first_pair(old_functions, functions_of(new))
        if pair is None:
            break
        new = _merged(text, *pair)
    return new


def _first_pair(
    old: Mapping[str, FunctionNode], new: Mapping[str, FunctionNode]
) -> tuple[_Constant, _Constant] | None:
    for before, after in functions_of_both(old, new):
        old_pairs = {_dumped(*pair) for pair in _pairs(before)}
        for pair in _pairs(after):
            if _dumped(*pair) not in old_pairs and _is_short(*pair):
                return pair
    return None


def _pairs(function: FunctionNode) -> Iterator[tuple[_Constant, _Constant]]:
    """Two statements of a block, of which the second adds to what the first has left."""
    for block in blocks_of_function(function):
        for index, statement in enumerate(block):
            constant = _as_constant(statement)
            following = _next_constant(constant, block[index + 1 :]) if constant else None
            if constant is not None and following is not None:
                yield constant, following


def _next_constant(first: _Constant, statements: Sequence[ast.stmt]) -> _Constant | None:
    """The next that adds to the same name, if the order of what lies between does not matter."""
    for statement in statements:
        constant = _as_constant(statement)
        if constant is not None and constant.name == first.name:
            return constant if constant.adds else None
        if not first.name.isidentifier() or not _only_adds(statement, first.name):
            return None
    return None


def _only_adds(statement: ast.stmt, name: str) -> bool:
    """Whether a statement does nothing with a name but add to it, if anything."""
    added = {
        id(node.target)
        for node in ast.walk(statement)
        if isinstance(node, ast.AugAssign) and isinstance(node.op, (ast.Add, ast.Sub))
    }
    names = (node for node in ast.walk(statement) if isinstance(node, ast.Name))
    return all(id(node) in added for node in names if node.id == name)


def _as_constant(node: ast.stmt) -> _Constant | None:
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target, operator = node.targets[0], None
    elif isinstance(node, ast.AugAssign) and isinstance(node.op, (ast.Add, ast.Sub)):
        target, operator = node.target, node.op
    else:
        return None
    value = _number(node.value)
    if not _is_plain(target) or value is None:
        return None
    return _Constant(node, ast.unparse(target), node.value, value, operator)


def _is_plain(target: ast.expr) -> bool:
    """Whether it is a name, or a part of what a name holds."""
    match target:
        case ast.Name() | ast.Attribute(value=ast.Name()):
            return True
        case ast.Subscript(value=ast.Name(), slice=ast.Constant()):
            return True
        case _:
            return False


def _number(node: ast.expr) -> int | float | None:
    """The number that is written, with its sign."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = _number(node.operand)
        return None if value is None else -value
    if isinstance(node, ast.Constant) and is_number(node.value):
        return node.value
    return None


def _is_short(first: _Constant, second: _Constant) -> bool:
    return len(_written_sum(first, second)) <= LONGEST_SUM


def _written_sum(first: _Constant, second: _Constant) -> str:
    """The constant that the first statement has then, whose operator stays."""
    total = round(first.change + second.change, 10)
    return repr(-total if isinstance(first.operator, ast.Sub) else total)


def _merged(text: SourceText, first: _Constant, second: _Constant) -> str:
    start, end = text.start(first.node), text.end(first.node)
    shorter = without_statement(text.source, second.statement)
    return shorter[:start] + _written_sum(first, second) + shorter[end:]


def _dumped(first: _Constant, second: _Constant) -> tuple[str, str]:
    return ast.dump(first.statement), ast.dump(second.statement)
