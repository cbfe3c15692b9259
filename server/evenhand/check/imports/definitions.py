"""Definitions behind a file's imports from its own workspace, found by jedi."""

from __future__ import annotations

import ast
from pathlib import Path

from evenhand.check.reading.source import Source

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
    roots = [Path(p).resolve() for p in search_path]
    found: dict[str, ast.AST] = {}
    for node in imports:
        if not _may_be_local(node, path, roots):
            continue
        for alias in node.names:
            target = _definition(source.text, path, node, alias, roots)
            if target is not None:
                found.update(target)
    return found


def _may_be_local(node: ast.ImportFrom, path: Path, roots: list[Path]) -> bool:
    if node.level:
        return True
    first = (node.module or "").split(".")[0]
    return any(
        (root / first).is_dir() or (root / f"{first}.py").is_file()
        for root in (*roots, path.parent)
    )


def _definition(
    text: str, path: Path, node: ast.ImportFrom, alias: ast.alias, roots: list[Path]
) -> dict[str, ast.AST] | None:
    import jedi

    from evenhand.check.imports.bare_environment import BareEnvironment

    project = jedi.Project(
        str(roots[0]), added_sys_path=[str(r) for r in roots], smart_sys_path=False
    )
    where = str(path.absolute())
    script = jedi.Script(text, path=where, project=project, environment=BareEnvironment())
    try:
        names = script.goto(alias.lineno, alias.col_offset, follow_imports=True)
    except Exception:  # jedi raises many kinds of errors on code that it cannot read
        return None
    for name in names:
        file = name.module_path
        if file is None or not any(file.resolve().is_relative_to(r) for r in roots):
            continue
        return _symbols_of(file, name.name, alias.asname or alias.name)
    return None


def _symbols_of(file: Path, name: str, local: str) -> dict[str, ast.AST] | None:
    """The definition called `name`, with all that stands beside it in its file."""
    from evenhand.check.reading.source import parse

    try:
        text = file.read_text(encoding="utf-8")
        other = parse(text) if len(text) < LIMIT else None
    except (OSError, UnicodeDecodeError, SyntaxError):
        return None
    if other is None or name not in other.symbols:
        return None
    return {**other.symbols, local: other.symbols[name]}
