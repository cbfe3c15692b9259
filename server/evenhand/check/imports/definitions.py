"""Finds the definitions behind a file's imports from its own workspace, with jedi."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from evenhand.check.reading.source import Source, parse

LIMIT = 400_000
"""Larger files are not read for definitions (characters)."""


def imported_symbols(
    source: Source, path: Path, search_path: tuple[str, ...]
) -> dict[str, ast.AST]:
    """Functions, classes and constants that `source` imports from workspace files.

    Imports of the standard library and of installed packages are left alone.
    """
    imports = [node for node in ast.walk(source.tree) if isinstance(node, ast.ImportFrom)]
    if not imports or not search_path:
        return {}

    roots = [Path(folder).resolve() for folder in search_path]
    symbols: dict[str, ast.AST] = {}
    for node in imports:
        if not _may_be_local(node, path, roots):
            continue
        for alias in node.names:
            symbols.update(_definition(source.text, path, alias, roots))

    return symbols


def _may_be_local(node: ast.ImportFrom, path: Path, roots: list[Path]) -> bool:
    if node.level:
        return True

    package = (node.module or "").split(".")[0]
    return any(_has_module(folder, package) for folder in (*roots, path.parent))


def _has_module(folder: Path, name: str) -> bool:
    return (folder / name).is_dir() or (folder / f"{name}.py").is_file()


def _definition(text: str, path: Path, alias: ast.alias, roots: list[Path]) -> dict[str, ast.AST]:
    """The definition behind an imported name, with what its file defines; empty if unknown."""
    for file, name in _targets(text, path, alias, roots):
        if any(file.resolve().is_relative_to(root) for root in roots):
            return _symbols_of(file, name, alias.asname or alias.name)

    return {}


def _targets(
    text: str, path: Path, alias: ast.alias, roots: list[Path]
) -> Iterator[tuple[Path, str]]:
    """The files in which jedi finds an imported name, with its name there."""
    import jedi

    from evenhand.check.imports.bare_environment import BareEnvironment

    search_path = [str(root) for root in roots]
    project = jedi.Project(search_path[0], added_sys_path=search_path, smart_sys_path=False)
    environment = BareEnvironment()
    script = jedi.Script(text, path=str(path.absolute()), project=project, environment=environment)
    try:
        names = script.goto(alias.lineno, alias.col_offset, follow_imports=True)
    except Exception:  # jedi raises many kinds of errors on code that it cannot read
        return

    for name in names:
        if name.module_path is not None:
            yield name.module_path, name.name


def _symbols_of(file: Path, name: str, local: str) -> dict[str, ast.AST]:
    """All that a file defines, and its definition of `name` under the name `local`."""
    try:
        text = file.read_text(encoding="utf-8")
        other = parse(text) if len(text) < LIMIT else None
    except (OSError, UnicodeDecodeError, SyntaxError):
        return {}

    if other is None or name not in other.symbols:
        return {}
    return {**other.symbols, local: other.symbols[name]}
