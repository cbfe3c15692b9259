"""Finds the definitions behind a file's imports from its own workspace.

Most names are defined right where they are imported from, or handed on from there. Only for the
others is jedi asked, which takes a hundred times as long.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evenhand.check.imports.plain_imports import PlainImports, has_module
from evenhand.check.reading.source import Source
from evenhand.check.reading.statement_walks import statements
from evenhand.doors.files import is_within


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
    imports = [node for node in statements(source.tree) if isinstance(node, ast.ImportFrom)]
    if not imports or not folders.search_path:
        return {}

    local = [node for node in imports if _may_be_local(node, path, folders)]
    imported = _Imported(PlainImports(folders.importing, folders.reading))
    asked = _Jedi(local, path, folders)
    for node in local:
        for alias in node.names:
            plain = imported.plain.definitions(path, node, alias.name)
            targets = asked.targets(node, alias) if plain is None else plain
            _define(targets, alias, folders, imported)
    return imported.symbols


def _may_be_local(node: ast.ImportFrom, path: Path, folders: Folders) -> bool:
    if node.level:
        return True

    package = (node.module or "").split(".")[0]
    return any(has_module(folder, package) for folder in (*folders.importing, path.parent))


@dataclass(slots=True)
class _Jedi:
    """The imports of a file as jedi sees them, once it is asked.

    It gets a text with nothing but these, a name on each line: it takes long to parse all else.
    """

    imports: Sequence[ast.ImportFrom]
    path: Path
    folders: Folders
    _script: Any = None
    """False if jedi cannot read the text."""
    _lines: dict[str, int] = field(default_factory=dict)
    """The line of each import, from 1."""

    def targets(self, node: ast.ImportFrom, alias: ast.alias) -> Iterator[tuple[Path, str]]:
        """The files in which an imported name is found, with its name there."""
        if self._script is None:
            lines = [_start_of(each) + name.name for each in self.imports for name in each.names]
            self._lines = {line: number for number, line in enumerate(lines, start=1)}
            self._script = _script("\n".join(lines), self.path, self.folders) or False
        if self._script:
            start = _start_of(node)
            yield from _targets(self._script, self._lines[start + alias.name], len(start))


def _start_of(node: ast.ImportFrom) -> str:
    return f"from {'.' * node.level}{node.module or ''} import "


def _script(text: str, path: Path, folders: Folders) -> Any:
    """A text of a file as jedi sees it; None if it cannot read it."""
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
    """The definitions behind the imports of one file."""

    plain: PlainImports
    symbols: dict[str, ast.AST] = field(default_factory=dict)
    _added: set[Path] = field(default_factory=set)

    def add(self, file: Path, name: str, local: str) -> None:
        """Add the definition of `name` under the name `local`, with all that its file defines."""
        module = self.plain.module(file)
        symbols: Mapping[str, ast.AST] = module.symbols if module is not None else {}
        if name not in symbols:
            return
        if file not in self._added:
            self._added.add(file)
            self.symbols.update(symbols)
        self.symbols[local] = symbols[name]


def _define(
    targets: Iterable[tuple[Path, str]], alias: ast.alias, folders: Folders, imported: _Imported
) -> None:
    """Add the definition behind an imported name, if it is in a folder that may be read."""
    for file, name in targets:
        if any(is_within(file, folder) for folder in folders.reading):
            imported.add(file, name, alias.asname or alias.name)
            return


def _targets(script: Any, line: int, column: int) -> Iterator[tuple[Path, str]]:
    """The files in which jedi finds the name at a place, with its name there."""
    try:
        names = script.goto(line, column, follow_imports=True)
    except Exception:
        return

    for name in names:
        if name.module_path is not None:
            yield name.module_path, name.name
