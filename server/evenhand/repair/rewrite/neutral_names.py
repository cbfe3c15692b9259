"""Removes names that a rewrite has left with a value that changes nothing: `usage = 1.0`."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from evenhand.check.reading.source import parents_of
from evenhand.repair.rewrite.dead_stores import without_statement
from evenhand.repair.rewrite.function_nodes import FunctionNode, functions_of, functions_of_both
from evenhand.repair.rewrite.source_text import SourceText
from evenhand.scalars import is_number

MOST_REMOVED = 10
RIGHT_ONLY = (ast.Sub, ast.Div)
"""Operations that a neutral operand changes if it is on the left."""
PRODUCTS = (ast.Mult, ast.Div)
PRIMARY = (ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.Constant)
"""What needs no brackets, wherever it stands."""
NEUTRAL: Mapping[type[ast.operator], int] = {ast.Add: 0, ast.Sub: 0, ast.Mult: 1, ast.Div: 1}


@dataclass(frozen=True, slots=True)
class _Neutral:
    """A name that is set once and used once, where its value changes nothing."""

    statement: ast.Assign
    operation: ast.BinOp
    kept: ast.expr
    """The other operand."""


def without_neutral_names(old: str, new: str) -> str:
    """`new` without names that `old` gave several values and that now change nothing."""
    old_functions = functions_of(old)
    for _ in range(MOST_REMOVED):
        neutral = next(_neutral_names(old_functions, functions_of(new)), None)
        if neutral is None:
            break
        new = _removed(SourceText(new), neutral)
    return new


def _neutral_names(
    old: Mapping[str, FunctionNode], new: Mapping[str, FunctionNode]
) -> Iterator[_Neutral]:
    for before, after in functions_of_both(old, new):
        parents = parents_of(ast.walk(after))
        for statement in ast.walk(after):
            neutral = _as_neutral(statement, after, parents)
            if neutral is not None and len(_uses(before, _name_of(neutral))) > 2:
                yield neutral


def _as_neutral(
    node: ast.AST, function: FunctionNode, parents: Mapping[int, ast.AST]
) -> _Neutral | None:
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=value)):
            if not is_number(value):
                return None
        case _:
            return None
    reads = [use for use in _uses(function, name) if isinstance(use.ctx, ast.Load)]
    if len(reads) != 1 or len(_uses(function, name)) != 2:
        return None
    around = parents.get(id(reads[0]))
    if not isinstance(around, ast.BinOp) or NEUTRAL.get(type(around.op)) != value:
        return None
    if around.left is reads[0] and isinstance(around.op, RIGHT_ONLY):
        return None
    return _Neutral(node, around, around.right if around.left is reads[0] else around.left)


def _name_of(neutral: _Neutral) -> str:
    (target,) = neutral.statement.targets
    assert isinstance(target, ast.Name)
    return target.id


def _uses(function: FunctionNode, name: str) -> list[ast.Name]:
    """Every place where a function reads or sets a name."""
    names = (node for node in ast.walk(function) if isinstance(node, ast.Name))
    return [node for node in names if node.id == name]


def _removed(text: SourceText, neutral: _Neutral) -> str:
    start, end = text.start(neutral.operation), text.end(neutral.operation)
    kept = text.of(neutral.kept)
    in_brackets = text.source[start - 1] == "(" and text.source.startswith(")", end)
    written = kept if in_brackets or _binds_as_closely(neutral) else f"({kept})"
    edited = text.source[:start] + written + text.source[end:]
    return without_statement(edited, neutral.statement)


def _binds_as_closely(neutral: _Neutral) -> bool:
    """Whether what is kept needs no brackets where the operation stood."""
    kept, operation = neutral.kept, neutral.operation
    if isinstance(kept, PRIMARY):
        return True
    if not isinstance(kept, ast.BinOp) or kept is not operation.left:
        return False
    return isinstance(kept.op, PRODUCTS) or not isinstance(operation.op, PRODUCTS)
