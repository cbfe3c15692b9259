"""Which of the columns that a prompt offers code uses: by reading it; nothing runs."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from evenhand.check.reading.source import last_name, parse
from evenhand.check.rules.model_features import fitted_columns

READERS = ("read_csv", "read_excel", "read_parquet", "read_json", "read_sql")


def features_of(code: str, offered: Collection[str]) -> frozenset[str] | None:
    """The offered columns to which a model is fitted; None if no model is, or it is no Python.

    A table has the offered columns, so that what is left after `drop` is known as well.
    """
    tree = _parsed(code)
    if tree is None:
        return None

    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.Module):
            node.body = [*_uses(node, offered), *node.body]
    source = parse(ast.unparse(ast.fix_missing_locations(tree)))
    fitted = fitted_columns(source)
    return None if fitted is None else frozenset(offered) & fitted


def keys_of(code: str, offered: Collection[str]) -> frozenset[str] | None:
    """The offered keys that code reads anywhere; None without a function."""
    tree = _parsed(code)
    if tree is None or not any(isinstance(node, ast.FunctionDef) for node in ast.walk(tree)):
        return None
    return frozenset(offered) & frozenset(_words(tree))


def _uses(node: ast.FunctionDef | ast.Module, offered: Collection[str]) -> Iterator[ast.stmt]:
    """Statements that name every offered column of each table that a part of the code is given."""
    for name in dict.fromkeys(_tables(node)):
        for column in offered:
            yield ast.Expr(
                ast.Subscript(ast.Name(name, ast.Load()), ast.Constant(column), ast.Load())
            )


def _tables(node: ast.FunctionDef | ast.Module) -> Iterator[str]:
    """Parameters, and what is read from a file."""
    if isinstance(node, ast.FunctionDef):
        yield from (argument.arg for argument in node.args.args)
    for statement in node.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call):
            is_read = last_name(statement.value.func) in READERS
            names = (target for target in statement.targets if isinstance(target, ast.Name))
            yield from (target.id for target in names if is_read)


def _words(tree: ast.Module) -> Iterator[str]:
    """Names, attributes and texts of the code, without those of its docstrings."""
    documentation = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Constant) and node not in documentation:
            yield str(node.value)


def _parsed(code: str) -> ast.Module | None:
    try:
        return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
