"""Follows imports whose definitions are where anybody would look for them.

`from rules.ages import limit` leads to the file `rules/ages.py` of the first folder that has
`rules`. A name that is bound there in more ways than one, or by `*`, is not followed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from evenhand.check.reading.source import definitions_in, tree_of
from evenhand.check.reading.statement_walks import own_statements
from evenhand.doors.files import Unreadable, is_file, is_folder, is_within, read_text

LIMIT = 400_000
"""Larger files are not read for definitions (characters)."""
MOST_CHARACTERS = 4_000_000
"""Of all files together to which the imports of one lead."""
MOST_KEPT = 2 * MOST_CHARACTERS
"""Characters of the files whose definitions are kept in memory, where each takes about 30 bytes."""
MOST_STEPS = 8
"""Files through which a name is followed."""
PACKAGE = "__init__.py"

Target = tuple[Path, str]
"""A file, and the name of a definition there."""


@dataclass(frozen=True, slots=True)
class PlainModule:
    """What a file defines and imports outside of its functions."""

    tree: ast.Module
    symbols: Mapping[str, ast.AST]
    imports: Mapping[str, tuple[ast.ImportFrom, str] | None]
    """By a name that is imported, where from; None if it is a module or there are several."""
    has_star: bool
    others: frozenset[str]
    """Names that loops, handlers and the like bind."""


@dataclass(slots=True)
class PlainImports:
    """Where the imports of one file lead; each file on the way is looked at once."""

    importing: Sequence[Path]
    """Folders from which a file may import."""
    reading: Sequence[Path]
    """Folders of which files may be read."""
    _modules: dict[Path, PlainModule | None] = field(default_factory=dict)
    _places: dict[tuple[Path, int, str], Path | None] = field(default_factory=dict)
    """The files of modules, by who imports them and how."""
    _left: int = field(default_factory=lambda: MOST_CHARACTERS)

    def definitions(self, path: Path, node: ast.ImportFrom, name: str) -> Sequence[Target] | None:
        """Where the definition is of a name that a file imports; None if that is not plain.

        There is none in a file that cannot be read, and `*` names none.
        """
        if name == "*":
            return ()
        for _ in range(MOST_STEPS):
            file = self._file_of(path, node)
            if file is None:
                return None
            module = self.module(file)
            if module is None:
                return ()
            if name not in module.imports:
                return self._own_or_inner(file, module, name)

            origin = module.imports[name]
            if origin is None or name in module.symbols or name in module.others:
                return None
            path, (node, name) = file, origin
        return None

    def module(self, file: Path) -> PlainModule | None:
        """What a file defines; None if it cannot be read."""
        if file not in self._modules:
            self._modules[file] = self._read(file)
        return self._modules[file]

    def _own_or_inner(self, file: Path, module: PlainModule, name: str) -> Sequence[Target] | None:
        """A definition of the file, or a module of the package whose file this is."""
        if name in module.symbols:
            return None if name in module.others else [(file, name)]
        if file.name != PACKAGE or module.has_star or name in module.others:
            return None
        inner = _module_in(file.parent, name)
        return [(inner, name)] if inner is not None else None

    def _read(self, file: Path) -> PlainModule | None:
        if not any(is_within(file, folder) for folder in self.reading):
            return None
        text = read_text(file, 4 * LIMIT)
        if isinstance(text, Unreadable) or len(text) >= LIMIT or self._left <= 0:
            return None
        self._left -= len(text)
        return _kept.module(text)

    def _file_of(self, path: Path, node: ast.ImportFrom) -> Path | None:
        key = (path.parent, node.level, node.module or "")
        if key not in self._places:
            self._places[key] = self._found(path, node)
        return self._places[key]

    def _found(self, path: Path, node: ast.ImportFrom) -> Path | None:
        """The file of the module that is imported from; None for a folder without `__init__`."""
        parts = [part for part in (node.module or "").split(".") if part]
        if node.level > len(path.parents):
            return None
        if node.level:
            return _module_at(path.parents[node.level - 1], parts)

        starts = (folder for folder in self.importing if has_module(folder, parts[0]))
        start = next(starts, None)
        return _module_at(start, parts) if start is not None else None


def has_module(folder: Path, name: str) -> bool:
    """Whether a folder has a module or a package of that name."""
    return is_folder(folder / name) or is_file(folder / f"{name}.py")


def _module_at(folder: Path, parts: Sequence[str]) -> Path | None:
    """The file of a module whose packages all have their `__init__.py`."""
    for part in parts[:-1]:
        folder = folder / part
        if not is_file(folder / PACKAGE):
            return None
    if parts:
        return _module_in(folder, parts[-1])
    return folder / PACKAGE if is_file(folder / PACKAGE) else None


def _module_in(folder: Path, name: str) -> Path | None:
    places = (folder / name / PACKAGE, folder / f"{name}.py")
    return next(filter(is_file, places), None)


@dataclass(slots=True)
class _KeptModules:
    """What texts define; many files of a project import the same ones."""

    _modules: dict[str, PlainModule | None] = field(default_factory=dict)
    _characters: int = 0

    def module(self, text: str) -> PlainModule | None:
        """What a text defines; None if it is no Python."""
        if text not in self._modules:
            if self._characters + len(text) > MOST_KEPT:
                self._modules.clear()
                self._characters = 0
            self._modules[text] = _module_of(text)
            self._characters += len(text)
        return self._modules[text]


_kept = _KeptModules()


def _module_of(text: str) -> PlainModule | None:
    try:
        tree = tree_of(text)
    except SyntaxError:
        return None

    bindings = list(own_statements(tree))
    symbols = definitions_in(tree)
    imports: dict[str, tuple[ast.ImportFrom, str] | None] = {}
    for name, origin in (pair for node in bindings for pair in _imported(node)):
        imports[name] = None if name in imports else origin
    others = frozenset(name for node in bindings for name in _bound_otherwise(node))
    return PlainModule(tree, symbols, imports, "*" in imports, others)


def _imported(node: ast.AST) -> Iterator[tuple[str, tuple[ast.ImportFrom, str] | None]]:
    if isinstance(node, ast.Import):
        yield from ((a.asname or a.name.partition(".")[0], None) for a in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield from ((alias.asname or alias.name, (node, alias.name)) for alias in node.names)


def _bound_otherwise(node: ast.AST) -> Iterator[str]:
    """The names that a statement binds which is no definition and no plain assignment."""
    if isinstance(node, ast.Delete | ast.For | ast.AsyncFor | ast.With | ast.AsyncWith):
        inner = [part for part in ast.iter_child_nodes(node) if not isinstance(part, ast.stmt)]
        names = (part for each in inner for part in ast.walk(each))
        yield from (n.id for n in names if isinstance(n, ast.Name) and _is_bound(n))
    elif isinstance(node, ast.ExceptHandler) and node.name:
        yield node.name


def _is_bound(node: ast.Name) -> bool:
    return not isinstance(node.ctx, ast.Load)
