"""Parameters that a framework fills: `age: int = Query(18)`, `name: str = typer.Option("Kim")`."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from evenhand.check.reading.frameworks.field_types import declared_default

DECLARING = {
    "fastapi": frozenset({"Query", "Path", "Body", "Header", "Cookie", "Form", "File"}),
    "typer": frozenset({"Option", "Argument"}),
}
"""By package, the functions that say what a parameter is, in the place of its default."""


def default_of_parameter(node: ast.expr | None, modules: Mapping[str, str]) -> ast.expr | None:
    """The default that a call without the parameter would have; None if it has none.

    A dependency stays as it is: a call leaves it out unless the function reads from it.

    `modules` says where the names come from that the file imports.
    """
    if not isinstance(node, ast.Call) or not _declares(node.func, modules):
        return node
    return declared_default(node)


def _declares(function: ast.expr, modules: Mapping[str, str]) -> bool:
    origin = ""
    if isinstance(function, ast.Name):
        origin = modules.get(function.id, "")
    elif isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
        origin = f"{modules.get(function.value.id, '')}.{function.attr}"

    package, _, rest = origin.partition(".")
    return rest.rpartition(".")[2] in DECLARING.get(package, ())
