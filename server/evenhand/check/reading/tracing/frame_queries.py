"""Texts of code that a table library runs: `df.query("age > 40 and city == @city")`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.reading.tracing.abstract_values import Environment
from evenhand.check.reading.tracing.objects import value_of
from evenhand.check.reading.tracing.tracer import Tracer
from evenhand.check.reading.tracing.workspace_calls import Arguments

_BACKQUOTED = re.compile(r"`([^`]+)`")
_QUOTED_PART = re.compile(r"""(["'])(@part_\d+)\1""")
_LOCAL = "_local_"
"""Begins the names of a query that are no columns: `@limit`."""


def is_query(arguments: Arguments) -> bool:
    """Whether the first argument is a text that may be a query."""
    return any(_parsed(text) is not None for text, _ in _texts(arguments))


def read_query(tracer: Tracer, row: AccessPath, arguments: Arguments) -> None:
    """Read a query as code in which names are columns, or with `@` those of the function."""
    for text, parts in _texts(arguments):
        tree = _parsed(text)
        if tree is not None:
            _read(tracer, row, tree, {**arguments.env, **_evaluated(tracer, parts, arguments.env)})


def _read(tracer: Tracer, row: AccessPath, tree: ast.Module, names: Environment) -> None:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            node.id = _meant(tracer, row, node.id, names)

    tracer.depth += 1  # what is tested here has no place in the file
    for statement in tree.body:
        if isinstance(statement, (ast.Assign, ast.Expr)):
            tracer.evaluate(statement.value, names)
        if isinstance(statement, ast.Assign):
            _mark_assigned(tracer, row, statement.targets)
    tracer.depth -= 1


def _meant(tracer: Tracer, row: AccessPath, name: str, names: Environment) -> str:
    """The name under which `names` has what a name of the query means."""
    if name.startswith(_LOCAL):
        return name.removeprefix(_LOCAL)

    column = f"{name} (column)"
    if column not in names:
        names[column] = value_of(tracer, row.child_key(name))
    return column


def _mark_assigned(tracer: Tracer, row: AccessPath, targets: list[ast.expr]) -> None:
    """`df.eval("bonus = age < 30")`: the column is the code's own."""
    for target in targets:
        name = target.id.removesuffix(" (column)") if isinstance(target, ast.Name) else ""
        column = row.keys.get(name)
        if column is not None and not any(column is path for path in tracer.touched):
            column.assigned = True


def _texts(arguments: Arguments) -> Iterator[tuple[str, list[ast.expr]]]:
    """The texts that the first argument may be, and the parts that are put into each."""
    for text in arguments.first.constants:
        if isinstance(text, str):
            yield text, []

    nodes = arguments.node.args[:1] if arguments.node is not None else []
    for node in nodes:
        if isinstance(node, ast.JoinedStr) and not arguments.first.constants:
            yield _with_names(node)


def _with_names(node: ast.JoinedStr) -> tuple[str, list[ast.expr]]:
    """`f"age > {limit}"` as `age > @part_0`, with the part."""
    text, parts = "", list[ast.expr]()
    for piece in node.values:
        if isinstance(piece, ast.FormattedValue):
            text += f"@part_{len(parts)}"
            parts.append(piece.value)
        elif isinstance(piece, ast.Constant):
            text += str(piece.value)
    return _QUOTED_PART.sub(r"\2", text), parts


def _evaluated(tracer: Tracer, parts: list[ast.expr], env: Environment) -> Environment:
    return {f"part_{index}": tracer.evaluate(part, env) for index, part in enumerate(parts)}


def _parsed(text: str) -> ast.Module | None:
    """A query as code; None if it is none."""
    plain = _BACKQUOTED.sub(lambda match: match[1].replace(" ", "_"), text).strip()
    try:
        return ast.parse(plain.replace("@", _LOCAL)) if plain else None
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
