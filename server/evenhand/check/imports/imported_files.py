"""Finds the files of the workspace that a file may import, and those that these import.

Files of a project import each other in circles. What a circle leads to is worked out once for all
of its files, and again once files may have been written to.
"""

from __future__ import annotations

import ast
import hashlib
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from evenhand.check.imports.definitions import Folders
from evenhand.check.imports.file_digests import ABSENT, FileDigests
from evenhand.check.imports.import_names import (
    MOST_IMPORTS,
    ImportNames,
    Names,
    digest_of_text,
    divided,
    first_name,
    names_in_text,
    names_of_imports,
)
from evenhand.check.reading.circles import circles
from evenhand.check.reading.source import LONGEST
from evenhand.doors.files import Unreadable, is_within, read_text

MOST_FILES = 5_000
"""Files that are looked into."""
MOST_KNOWN = 20_000
"""Files whose imports are kept in memory."""


class KnownImports(Protocol):
    """Remembers what texts import, beyond this process."""

    def imports_of(self, digest: str) -> Names | None: ...

    def keep_imports(self, digest: str, names: Names) -> None: ...


@dataclass(frozen=True, slots=True)
class ImportedFiles:
    """Where the imports of a file may lead."""

    places: frozenset[str] = frozenset()
    """Files, and places where nothing is yet."""
    digest: str = ""
    """Changes with what they hold."""
    complete: bool = True
    """False if there are more than are looked for."""


@dataclass(slots=True)
class ImportGraph:
    """Which files lead to which; a text is parsed for that once."""

    files: FileDigests
    remembered: KnownImports | None = None
    _names: dict[str, Names] = field(default_factory=dict)
    """By the digest of a text."""
    _searches: dict[tuple[Names, Folders], _Search] = field(default_factory=dict)
    """By the folders to which names lead, and those that may be read."""
    _began: float = 0.0

    def names_in(self, text: str) -> Names | None:
        """What a text imports; None if it has to be parsed for that."""
        return self._known_names(digest_of_text(text))

    def keep(self, text: str, tree: ast.Module) -> Names:
        """What a text imports, which is remembered."""
        return self._keep(digest_of_text(text), names_of_imports(tree))

    def reached_from(self, path: Path, names: Names, folders: Folders) -> ImportedFiles:
        """Where imports of these names lead to, and the imports of the files there.

        Folders in which nothing has one of these names count only as places where something may
        come to be, so that the rest is worked out once for all files, wherever they are.
        """
        self._forget_stale()
        own = divided(path, names)
        leading: Names = ()
        reach = self._search(leading, folders).reach_of_names(own)
        for _ in folders.search_path:  # each round finds another folder, or was the last
            more = self._leading(folders, reach.first_names)
            if more == leading:
                break
            leading = more
            reach = self._search(leading, folders).reach_of_names(own)

        empty = [folder for folder in folders.search_path if folder not in leading]
        absent = {p for folder in empty for n in reach.first_names for p in _places_of(folder, n)}
        digest = _digest_of([*sorted(absent), reach.digest])
        is_complete = reach.complete and len(names) < MOST_IMPORTS
        return ImportedFiles(reach.places | absent, digest, is_complete)

    def names_behind(self, file: Path, digest: str, folders: Folders) -> Names:
        """What a file of the workspace imports; nothing if it may not be read."""
        if not any(is_within(file, folder) for folder in folders.reading):
            return ()
        names = self._known_names(digest)
        if names is not None:
            return names

        text = read_text(file, 4 * LONGEST)
        if isinstance(text, Unreadable) or len(text) > LONGEST:
            return ()
        return self._keep(digest, names_in_text(text))

    def _leading(self, folders: Folders, first_names: Iterable[str]) -> Names:
        """The folders in which something of these names is."""
        names, is_there = list(first_names), self.files.is_there
        return tuple(
            folder
            for folder in folders.search_path
            if any(is_there(place) for name in names for place in _places_of(folder, name))
        )

    def _search(self, leading: Names, folders: Folders) -> _Search:
        key = (leading, Folders((), tuple(map(str, folders.reading))))
        search = self._searches.get(key)
        if search is None or len(search.candidates) > MOST_FILES // 2:
            search = self._searches[key] = _Search(self, leading, folders)
        return search

    def _forget_stale(self) -> None:
        now = time.monotonic()
        if now - self._began > self.files.fresh_seconds:
            self._searches.clear()
            self.files.look_again()
            self._began = now

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


@dataclass(frozen=True, slots=True)
class _Reach:
    """What some files lead to, themselves not included."""

    places: frozenset[str]
    first_names: frozenset[str]
    """Of the absolute names that lead there."""
    digest: str
    complete: bool


@dataclass(frozen=True, slots=True)
class _Candidates:
    """The places to which the imports of one file may lead, before those behind them."""

    places: Names
    first_names: frozenset[str]
    complete: bool = True


@dataclass(slots=True)
class _Search:
    """What files lead to while no file is written to."""

    graph: ImportGraph
    leading: Names
    """The folders to which absolute names lead."""
    folders: Folders
    candidates: dict[str, _Candidates] = field(default_factory=dict)
    """By the files that were looked into."""
    _reaches: dict[str, _Reach] = field(default_factory=dict)
    _absolute: dict[str, Names] = field(default_factory=dict)
    """The places of absolute names."""

    def reach_of_names(self, names: ImportNames) -> _Reach:
        """What imports of some names lead to."""
        own = self._candidates_of(names)
        for file in self._modules(own):
            self._reach(file)
        return self._together([own], self._modules(own))

    def _reach(self, file: str) -> _Reach:
        if file not in self._reaches:
            for circle in circles([file], self._unknown_successors):
                own = [self.candidates[member] for member in circle]
                outside = [m for each in own for m in self._modules(each) if m in self._reaches]
                reach = self._together(own, outside)
                self._reaches.update((member, reach) for member in circle)
        return self._reaches[file]

    def _unknown_successors(self, file: str) -> Iterator[str]:
        return (s for s in self._modules(self._behind(file)) if s not in self._reaches)

    def _together(self, own: Sequence[_Candidates], behind: Iterable[str]) -> _Reach:
        """What places lead to together with the files there."""
        reaches = {id(reach): reach for reach in map(self._reaches.__getitem__, behind)}.values()
        own_places = {place for each in own for place in each.places}
        digest = self.graph.files.digest
        texts = [text for place in sorted(own_places) for text in (place, digest(place))]
        first_names = frozenset[str]().union(*(each.first_names for each in own))

        return _Reach(
            frozenset(own_places).union(*(reach.places for reach in reaches)),
            first_names.union(*(reach.first_names for reach in reaches)),
            _digest_of([*texts, *sorted(reach.digest for reach in reaches)]),
            all(each.complete for each in own) and all(each.complete for each in reaches),
        )

    def _modules(self, candidates: _Candidates) -> Iterator[str]:
        """Those places that are files of Python."""
        is_there = self.graph.files.is_there
        return (p for p in candidates.places if p.endswith(".py") and is_there(p))

    def _behind(self, file: str) -> _Candidates:
        """Where the imports of a file of the workspace may lead."""
        if file not in self.candidates:
            self.candidates[file] = self._looked_into(file)
        return self.candidates[file]

    def _looked_into(self, file: str) -> _Candidates:
        if len(self.candidates) >= MOST_FILES:
            return _Candidates((), frozenset(), complete=False)
        digest = self.graph.files.digest(file)
        if digest == ABSENT:
            return _Candidates((), frozenset())
        names = self.graph.names_behind(Path(file), digest, self.folders)
        return self._candidates_of(divided(Path(file), names))

    def _candidates_of(self, names: ImportNames) -> _Candidates:
        places: dict[str, None] = {}
        for folder, name in names.relative:
            places[f"{folder}/__init__.py"] = None
            places.update(dict.fromkeys(self._on_the_way(folder, name)))
        for name in sorted(names.absolute):
            if name not in self._absolute:
                self._absolute[name] = tuple(self._places_of_absolute(name))
            places.update(dict.fromkeys(self._absolute[name]))
        return _Candidates(tuple(places), frozenset(map(first_name, names.absolute)))

    def _places_of_absolute(self, name: str) -> Iterator[str]:
        """Where a name may lead to; a package or module hides those in later folders."""
        is_there = self.graph.files.is_there
        for folder in self.leading:
            yield from self._on_the_way(folder, name)
            start = f"{folder}/{first_name(name)}"
            if is_there(f"{start}.py") or is_there(f"{start}/__init__.py"):
                return

    def _on_the_way(self, start: str, name: str) -> Iterator[str]:
        """The modules and packages on the way to a name, as far as there are folders."""
        place = start
        for part in filter(None, name.split(".")):
            place = f"{place}/{part}"
            yield f"{place}.py"
            if not self.graph.files.is_there(place):
                yield place
                return
            yield f"{place}/__init__.py"


def _places_of(folder: str, name: str) -> tuple[str, str]:
    """Where a package or module of a folder may be."""
    return f"{folder}/{name}", f"{folder}/{name}.py"


def _digest_of(texts: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(texts).encode(errors="surrogatepass")).hexdigest()
