"""The functions of a syntax tree by qualified name, their blocks, and the names that they read."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


def functions_of(source: str) -> dict[str, FunctionNode]:
    """By qualified name: `Desk.fee`; the last of each name."""
    return dict(_functions(ast.parse(source), ""))


def _functions(tree: ast.AST, prefix: str) -> Iterator[tuple[str, FunctionNode]]:
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield prefix + child.name, child
            yield from _functions(child, f"{prefix}{child.name}.")
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{prefix}{child.name}.")
        else:
            yield from _functions(child, prefix)


def functions_of_both(
    old: Mapping[str, FunctionNode], new: Mapping[str, FunctionNode]
) -> Iterator[tuple[FunctionNode, FunctionNode]]:
    """Each function of `new` that `old` has as well, behind that one."""
    for name, function in new.items():
        if name in old:
            yield old[name], function


def names_read(node: ast.AST) -> set[str]:
    """Names whose value is read somewhere in `node`."""
    names = (child for child in ast.walk(node) if isinstance(child, ast.Name))
    return {name.id for name in names if isinstance(name.ctx, ast.Load)}


def names_set(node: ast.AST) -> set[str]:
    """Names that are given a value somewhere in `node`."""
    names = (child for child in ast.walk(node) if isinstance(child, ast.Name))
    return {name.id for name in names if isinstance(name.ctx, ast.Store)}


def times_bound(node: ast.AST) -> Counter[str]:
    """At how many places in `node` each name is bound or deleted."""
    names = (child for child in ast.walk(node) if isinstance(child, ast.Name))
    return Counter(name.id for name in names if not isinstance(name.ctx, ast.Load))


def blocks_of_function(function: FunctionNode) -> Iterator[list[ast.stmt]]:
    """Every list of statements in a function."""
    for node in ast.walk(function):
        yield from blocks_of(node)


def blocks_of(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """The lists of statements of a node itself."""
    for field in ("body", "orelse", "finalbody"):
        block = getattr(node, field, None)
        if isinstance(block, list):
            yield block


def is_same_code(first: object, second: object) -> bool:
    """Whether two nodes, or lists of them, say the same; ends with the first difference."""
    if type(first) is not type(second):
        return False
    if isinstance(first, list) and isinstance(second, list):
        return len(first) == len(second) and all(map(is_same_code, first, second))
    if isinstance(first, ast.AST):
        fields = first._fields
        return all(is_same_code(getattr(first, f, None), getattr(second, f, None)) for f in fields)
    return first == second


def simple_statements(text: str) -> dict[str, ast.stmt]:
    """The statements of a text that hold no others, by what they say."""
    statements = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.stmt))
    return {ast.dump(each): each for each in statements if not hasattr(each, "body")}
