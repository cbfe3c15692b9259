"""Finds the definitions behind a file's imports from its own workspace, with jedi."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evenhand.check.reading.source import Source, parse
from evenhand.doors.files import Unreadable, is_file, is_folder, is_within, read_text

LIMIT = 400_000
"""Larger files are not read for definitions (characters)."""


@dataclass(frozen=True, slots=True)
class Folders:
    """Where the definitions behind imports may be."""

    search_path: tuple[str, ...]
    """Folders from which a file may import."""
    readable: tuple[str, ...] | None = None
    """Folders of which files may be read; None: those of `search_path`."""

    @property
    def importing(self) -> list[Path]:
        return [Path(folder) for folder in self.search_path]

    @property
    def reading(self) -> list[Path]:
        names = self.search_path if self.readable is None else self.readable
        return [Path(folder) for folder in names]


def imported_symbols(source: Source, path: Path, folders: Folders) -> dict[str, ast.AST]:
    """Functions, classes and constants that `source` imports from workspace files.

    Imports of the standard library and of installed packages are left alone.
    """
    imports = [node for node in ast.walk(source.tree) if isinstance(node, ast.ImportFrom)]
    if not imports or not folders.search_path:
        return {}

    local = [node for node in imports if _may_be_local(node, path, folders)]
    script = _script(source.text, path, folders) if local else None
    if script is None:
        return {}

    imported = _Imported()
    for node in local:
        for alias in node.names:
            _define(script, alias, folders, imported)
    return imported.symbols


def _may_be_local(node: ast.ImportFrom, path: Path, folders: Folders) -> bool:
    if node.level:
        return True

    package = (node.module or "").split(".")[0]
    return any(_has_module(folder, package) for folder in (*folders.importing, path.parent))


def _has_module(folder: Path, name: str) -> bool:
    return is_folder(folder / name) or is_file(folder / f"{name}.py")


def _script(text: str, path: Path, folders: Folders) -> Any:
    """A source as jedi sees it; None if it cannot read it."""
    import jedi

    from evenhand.check.imports.bare_environment import BareEnvironment

    search_path = list(folders.search_path)
    project = jedi.Project(search_path[0], added_sys_path=search_path, smart_sys_path=False)
    environment = BareEnvironment(folders.reading)
    try:
        return jedi.Script(text, path=path.absolute(), project=project, environment=environment)
    except Exception:  # jedi raises many kinds of errors on code that it cannot read
        return None


@dataclass(slots=True)
class _Imported:
    """The definitions behind the imports of one file; each file that it leads to is parsed once."""

    symbols: dict[str, ast.AST] = field(default_factory=dict)
    _files: dict[Path, Mapping[str, ast.AST]] = field(default_factory=dict)
    """What each file defines."""
    _added: set[Path] = field(default_factory=set)

    def add(self, file: Path, name: str, local: str) -> None:
        """Add the definition of `name` under the name `local`, with all that its file defines."""
        if file not in self._files:
            self._files[file] = _symbols_of(file)

        symbols = self._files[file]
        if name not in symbols:
            return
        if file not in self._added:
            self._added.add(file)
            self.symbols.update(symbols)
        self.symbols[local] = symbols[name]


def _define(script: Any, alias: ast.alias, folders: Folders, imported: _Imported) -> None:
    """Add the definition behind an imported name, if it is in a folder that may be read."""
    for file, name in _targets(script, alias):
        if any(is_within(file, folder) for folder in folders.reading):
            imported.add(file, name, alias.asname or alias.name)
            return


def _targets(script: Any, alias: ast.alias) -> Iterator[tuple[Path, str]]:
    """The files in which jedi finds an imported name, with its name there."""
    try:
        names = script.goto(alias.lineno, alias.col_offset, follow_imports=True)
    except Exception:
        return

    for name in names:
        if name.module_path is not None:
            yield name.module_path, name.name


def _symbols_of(file: Path) -> Mapping[str, ast.AST]:
    """All that a file defines; empty if it cannot be read."""
    text = read_text(file, 4 * LIMIT)
    if isinstance(text, Unreadable) or len(text) >= LIMIT:
        return {}

    try:
        return parse(text).symbols
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
