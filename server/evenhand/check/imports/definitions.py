"""Finds the definitions behind a file's imports from its own workspace, with jedi."""

from __future__ import annotations

import ast
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
    imports = [n for n in ast.walk(source.tree) if isinstance(n, ast.ImportFrom)]
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
    first = (node.module or "").split(".")[0]
    return any(
        (root / first).is_dir() or (root / f"{first}.py").is_file()
        for root in (*roots, path.parent)
    )


def _definition(text: str, path: Path, alias: ast.alias, roots: list[Path]) -> dict[str, ast.AST]:
    """The definition behind an imported name, with what its file defines; empty if unknown."""
    import jedi

    from evenhand.check.imports.bare_environment import BareEnvironment

    project = jedi.Project(
        str(roots[0]), added_sys_path=[str(r) for r in roots], smart_sys_path=False
    )
    script = jedi.Script(
        text, path=str(path.absolute()), project=project, environment=BareEnvironment()
    )
    try:
        names = script.goto(alias.lineno, alias.col_offset, follow_imports=True)
    except Exception:  # jedi raises many kinds of errors on code that it cannot read
        return {}
    for name in names:
        file = name.module_path
        if file is not None and any(file.resolve().is_relative_to(r) for r in roots):
            return _symbols_of(file, name.name, alias.asname or alias.name)
    return {}


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
