"""Where names come from that no plain import at the top of a file binds."""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterable, Iterator

from evenhand.check.reading.statement_walks import DEFINITIONS, own_statements, statements

BUILTINS = frozenset(dir(builtins))
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def starred_names(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The names that nothing else in the file binds, and what they were imported as.

    Of several modules the first that is no part of Python is the likeliest; if all are, a name
    with a capital letter is a widget.
    """
    stars = [_origin(node) for node in statements(tree) if _is_star(node)]
    if not stars:
        return

    nodes = list(ast.walk(tree))
    outside = [origin for origin in stars if not _is_of_python(origin)]
    screens = [origin for origin in stars if origin.partition(".")[0] == "tkinter"]
    for name in sorted(names_read(nodes) - set(_bound(nodes)) - BUILTINS):
        if len(stars) == 1 or outside:
            yield name, f"{(outside or stars)[0]}.{name}"
        elif screens and name[0].isupper():
            yield name, f"{screens[0]}.{name}"


def inner_imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The names that only functions import, and where they are bound before: `app.limits:MAX`."""
    nodes = list(statements(tree))
    functions = [node for node in nodes if isinstance(node, FUNCTIONS)]
    within = [node for function in functions for node in statements(function)]
    inner = {id(node) for node in within}
    outer = {name for node in nodes if id(node) not in inner for name in _imported(node)}
    for node in within:
        for name, origin in _imported(node).items():
            if name not in outer:
                yield name, origin


def outer_imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The names that the module itself imports, and where they are bound before."""
    for node in own_statements(tree):
        yield from _imported(node).items()


def _imported(node: ast.AST) -> dict[str, str]:
    """The names that an import binds, and what each is: a module, or a name of one."""
    if isinstance(node, ast.Import):
        tops = [alias.name.partition(".")[0] for alias in node.names]
        pairs = zip(tops, node.names, strict=True)
        return {a.asname or top: f"{a.name if a.asname else top}:" for top, a in pairs}
    if isinstance(node, ast.ImportFrom):
        names = [alias for alias in node.names if alias.name != "*"]
        return {alias.asname or alias.name: f"{_origin(node)}:{alias.name}" for alias in names}
    return {}


def _is_star(node: ast.AST) -> bool:
    return isinstance(node, ast.ImportFrom) and node.names[0].name == "*"


def _origin(node: ast.AST) -> str:
    assert isinstance(node, ast.ImportFrom)
    return "." * node.level + (node.module or "")


def _is_of_python(origin: str) -> bool:
    return origin.partition(".")[0] in sys.stdlib_module_names


def names_read(nodes: Iterable[ast.AST]) -> set[str]:
    """The names of variables that are read in some nodes."""
    names = (node for node in nodes if isinstance(node, ast.Name))
    return {node.id for node in names if isinstance(node.ctx, ast.Load)}


def _bound(nodes: list[ast.AST]) -> Iterator[str]:
    """Every name that something in the file binds, wherever that is."""
    for node in nodes:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, DEFINITIONS):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from (alias.asname or alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
            yield node.name
