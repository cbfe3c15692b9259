"""Saves what can be saved of a top-level statement that failed, so that functions around it run.

An import gives stand-ins. A function is defined without its decorators, a class without the
statements that failed. Any other statement leaves stand-ins under the names that it would bind.
"""

from __future__ import annotations

import ast
import copy
import sys
from collections.abc import Iterator
from typing import Any, Callable

from .stand_ins import new
from .worlds import StandInWorld

Run = Callable[[ast.stmt], bool]
"""Runs a statement in the module; whether it succeeded."""
Function = (ast.FunctionDef, ast.AsyncFunctionDef)
IMPORTS = (ast.Import, ast.ImportFrom)
INNER = (*Function, ast.ClassDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp)
"""Nodes that have names of their own."""


def save(node: ast.stmt, names: dict[str, Any], world: StandInWorld, run: Run) -> None:
    """Bind the names that a failed statement would have bound, as well as they can be had."""
    if isinstance(node, Function):
        run(_bare(node))
    elif isinstance(node, ast.ClassDef):
        any(run(attempt) for attempt in _attempts(node))
    elif isinstance(node, ast.ImportFrom):
        _bind_imported(node, names)
    for part in _outer(node):
        for name, path in bound(part):
            if name not in names:
                names[name] = new(world, path)


def bound(node: ast.AST) -> Iterator[tuple[str, str]]:
    """The names that a node by itself binds, and what they stand for."""
    if isinstance(node, (*Function, ast.ClassDef)):
        yield node.name, node.name
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id, node.id
    elif isinstance(node, ast.Import):
        for alias in node.names:
            top = alias.name.partition(".")[0]
            yield (alias.asname or top), (alias.name if alias.asname else top)
    elif isinstance(node, ast.ImportFrom):
        module = node.module or ""
        for alias in node.names:
            if alias.name != "*":
                yield (alias.asname or alias.name), f"{module}.{alias.name}".lstrip(".")


def unbound_imports(
    statements: list[tuple[ast.stmt, Any]], names: dict[str, Any]
) -> Iterator[tuple[int, str, str]]:
    """Names that imports inside of other statements would have bound: line, name, meaning.

    It failed and nothing took its place, or it is for type checkers alone.
    """
    for node, _ in statements:
        if isinstance(node, (ast.If, ast.Try, ast.With)) and not _is_for_the_main_module(node):
            imports = (inner for inner in _outer(node) if isinstance(inner, IMPORTS))
            for statement in imports:
                pairs = (pair for pair in bound(statement) if pair[0] not in names)
                yield from ((statement.lineno, name, path) for name, path in pairs)


def _outer(node: ast.AST) -> Iterator[ast.AST]:
    """A node with all in it that has the names of the module."""
    yield node
    for inner in ast.iter_child_nodes(node):
        if not isinstance(inner, INNER):
            yield from _outer(inner)


def _is_for_the_main_module(node: ast.stmt) -> bool:
    tested = ast.walk(node.test) if isinstance(node, ast.If) else ()
    return any(isinstance(part, ast.Name) and part.id == "__name__" for part in tested)


def _bare(node: Any) -> Any:
    """A function without what is evaluated when it is defined, but for its defaults."""
    bare = copy.deepcopy(node)
    bare.decorator_list, bare.returns = [], None
    arguments = bare.args
    for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        argument.annotation = None
    return bare


def _attempts(node: ast.ClassDef) -> Iterator[ast.ClassDef]:
    """The class with less and less of what may have failed."""
    plain = copy.deepcopy(node)
    plain.decorator_list = []
    yield plain

    patient = copy.deepcopy(plain)
    patient.body = [_or_else(statement) for statement in plain.body]
    yield ast.fix_missing_locations(patient)

    alone = copy.deepcopy(patient)
    alone.bases, alone.keywords = [], []
    yield alone


def _or_else(statement: ast.stmt) -> ast.stmt:
    """A statement of a class that may fail."""
    instead = _bare(statement) if isinstance(statement, Function) else ast.Pass()
    handler = ast.ExceptHandler(ast.Name("Exception", ast.Load()), None, [instead])
    return ast.copy_location(ast.Try([statement], [handler], [], []), statement)


def _bind_imported(node: ast.ImportFrom, names: dict[str, Any]) -> None:
    """Bind those names of an import that its module has."""
    module = sys.modules.get(node.module or "")
    for alias in node.names:
        if module is not None and hasattr(module, alias.name):
            names[alias.asname or alias.name] = getattr(module, alias.name)
