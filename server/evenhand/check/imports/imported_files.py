"""Finds the files of the workspace that a file may import, and those that these import."""

from __future__ import annotations

import ast
import hashlib
import sys
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from evenhand.check.imports.definitions import Folders
from evenhand.check.imports.file_digests import ABSENT, FileDigests
from evenhand.check.imports.plain_imports import LIMIT
from evenhand.check.reading.statement_walks import statements
from evenhand.doors.files import Unreadable, is_within, read_text

MOST_FILES = 2_000
"""Files that are looked into."""
MOST_IMPORTS = 500
"""Imported names of one file that are looked for."""
MOST_KNOWN = 20_000
"""Files whose imports are kept in memory."""

Names = tuple[str, ...]
"""Dotted names that a file imports; relative ones begin with their dots."""


class KnownImports(Protocol):
    """Remembers what texts import, beyond this process."""

    def imports_of(self, digest: str) -> Names | None: ...

    def keep_imports(self, digest: str, names: Names) -> None: ...


@dataclass(frozen=True, slots=True)
class ImportedFiles:
    """Where the imports of a file may lead."""

    places: frozenset[str] = frozenset()
    """Files, and places where nothing is yet."""
    complete: bool = True
    """False if there are more than are looked for."""


@dataclass(slots=True)
class ImportGraph:
    """Which files lead to which; a text is parsed for that once."""

    files: FileDigests
    remembered: KnownImports | None = None
    _names: dict[str, Names] = field(default_factory=dict)
    """By the digest of a text."""
    _places: dict[tuple[str, str, Folders], Names] = field(default_factory=dict)
    """By a file, the digest of its text, and where it may import from."""

    def names_in(self, text: str) -> Names | None:
        """What a text imports; None if it has to be parsed for that."""
        return self._known_names(_digest_of(text))

    def keep(self, text: str, tree: ast.Module) -> Names:
        """What a text imports, which is remembered."""
        return self._keep(_digest_of(text), names_of_imports(tree))

    def reached_from(self, path: Path, names: Names, folders: Folders) -> ImportedFiles:
        """Where imports of these names lead to, and the imports of the files there."""
        places: dict[str, None] = {}
        seen = {str(path)}
        todo = [_candidates(path, names, folders)]
        complete = len(names) < MOST_IMPORTS

        while todo:
            for place in todo.pop():
                if place in places:
                    continue
                places[place] = None
                digest = self.files.digest(place)
                if digest == ABSENT or place in seen or not place.endswith(".py"):
                    continue
                if len(seen) >= MOST_FILES:
                    complete = False
                    continue
                seen.add(place)
                todo.append(self._places_behind(place, digest, folders))

        return ImportedFiles(frozenset(places), complete)

    def _places_behind(self, file: str, digest: str, folders: Folders) -> Names:
        key = (file, digest, folders)
        if key not in self._places:
            names = self._names_behind(Path(file), digest, folders)
            if len(self._places) >= MOST_KNOWN:
                self._places.clear()
            self._places[key] = _candidates(Path(file), names, folders)
        return self._places[key]

    def _names_behind(self, file: Path, digest: str, folders: Folders) -> Names:
        """What a file of the workspace imports; nothing if it may not be read."""
        if not any(is_within(file, folder) for folder in folders.reading):
            return ()
        names = self._known_names(digest)
        if names is not None:
            return names

        text = read_text(file, LIMIT)
        return () if isinstance(text, Unreadable) else self._keep(digest, _imports_of(text))

    def _known_names(self, digest: str) -> Names | None:
        if digest not in self._names:
            names = self.remembered.imports_of(digest) if self.remembered is not None else None
            if names is None:
                return None
            self._names[digest] = names
        return self._names[digest]

    def _keep(self, digest: str, names: Names) -> Names:
        if len(self._names) >= MOST_KNOWN:
            self._names.clear()
        self._names[digest] = names
        if self.remembered is not None:
            self.remembered.keep_imports(digest, names)
        return names


def imported_files(tree: ast.Module, path: Path, folders: Folders) -> frozenset[str]:
    """Where the imports of a file may lead, including places where nothing is yet."""
    graph = ImportGraph(FileDigests())
    return graph.reached_from(path, names_of_imports(tree), folders).places


def names_of_imports(tree: ast.AST) -> Names:
    """Dotted names that a file imports; relative ones begin with their dots."""
    names: dict[str, None] = {}
    for node in statements(tree):
        if isinstance(node, ast.Import):
            names.update(dict.fromkeys(alias.name for alias in node.names))
        elif isinstance(node, ast.ImportFrom):
            start = "." * node.level + (node.module or "")
            dot = "" if start.endswith(".") else "."
            names[start] = None
            names.update(dict.fromkeys(f"{start}{dot}{alias.name}" for alias in node.names))
    return tuple(names)[:MOST_IMPORTS]


def _candidates(file: Path, names: Names, folders: Folders) -> Names:
    """Modules and packages on the way to each name, in each folder where it may be."""
    places: dict[str, None] = {}
    for name in names:
        parts = [part for part in name.split(".") if part]
        level = len(name) - len(name.lstrip("."))
        if level == 0 and (not parts or parts[0] in sys.stdlib_module_names):
            continue

        starts = [file.parents[min(level, len(file.parents)) - 1]] if level else folders.importing
        for start in starts:
            if level:
                places[f"{start}/__init__.py"] = None
            places.update(dict.fromkeys(_on_the_way(str(start), parts)))
    return tuple(places)


def _on_the_way(start: str, parts: Iterable[str]) -> Iterator[str]:
    place = start
    for part in parts:
        place = f"{place}/{part}"
        yield f"{place}.py"
        yield f"{place}/__init__.py"


@lru_cache(maxsize=500)
def _imports_of(text: str) -> Names:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return names_of_imports(ast.parse(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()


def _digest_of(text: str) -> str:
    """The digest that a file has which holds the text in UTF-8."""
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()
