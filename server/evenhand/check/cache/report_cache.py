"""What is kept of a file's check: its report, those on its functions, and what it imports.

A report holds for a key, which is a digest of the text and of everything besides it that decides
verdicts; and as long as the files hold that the code's own runs have opened, which are listed.
Reports on functions are kept once more, by the file's name alone, for when its text has changed.
"""

from __future__ import annotations

import hashlib
import platform
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from evenhand.check.cache.cache_folder import CacheFolder, default_folder
from evenhand.check.cache.evenhand_version import version_stamp
from evenhand.check.cache.plain_form import read, written
from evenhand.check.imports.file_digests import Digests
from evenhand.check.imports.import_names import Names
from evenhand.check.sandbox.shapes import OffenceError
from evenhand.doors.files import is_within
from evenhand.findings import FileReport, FunctionReport
from evenhand.isolation import Standing
from evenhand.options import CheckOptions

T = TypeVar("T")
FORM = 1
"""Counts changes of what is written that its types do not show."""
MOST_FUNCTIONS = 400
"""Of one file that are kept by its name."""


@dataclass(frozen=True, slots=True)
class KeptFile:
    """The report on a file."""

    report: FileReport
    opened: Digests
    """Files that its runs have opened, with what they held."""
    standing: Standing
    """The isolation in which its code ran."""


@dataclass(frozen=True, slots=True)
class KeptFunction:
    """The report on a function."""

    key: str
    """By its text and all that it depends on."""
    report: FunctionReport
    opened: Digests


@dataclass(frozen=True, slots=True)
class KeptFunctions:
    """The reports on the functions of a file that needed a run."""

    functions: tuple[KeptFunction, ...]
    standing: Standing


@dataclass(slots=True)
class ReportCache:
    """Reports of earlier runs; it has nothing if its folder cannot be used."""

    folder: CacheFolder
    only_saved: bool = False
    """Keep no report on a text that is not in its file, such as one that is being edited."""
    _allowed: dict[tuple[str, ...], bool] = field(default_factory=dict)
    """By the folders of a project, whether the cache is outside of all of them."""

    def serves(self, path: Path, options: CheckOptions) -> bool:
        """Whether reports on a file are kept: not inside of its own project.

        A prover's answer depends on its time, and an interpreter without a path is any.
        """
        if options.deep or not Path(options.python).is_absolute() or not self.folder.stamp:
            return False

        folders = (str(path.parent), *options.search_path, *(options.readable or ()))
        if folders not in self._allowed:
            own = self.folder.folder
            self._allowed[folders] = not any(is_within(own, Path(folder)) for folder in folders)
        return self._allowed[folders]

    def file(self, surroundings: str, text: str) -> KeptFile | None:
        """The report on a text, whose `opened` files the caller has to compare."""
        return self._read(KeptFile, "file", surroundings, text)

    def keep_file(self, surroundings: str, text: str, kept: KeptFile) -> None:
        self._write(kept, "file", surroundings, text)

    def functions(self, path: Path, options: CheckOptions) -> KeptFunctions | None:
        """The reports on a file's functions, as they were when it was last checked."""
        return self._read(KeptFunctions, "functions", str(path), written(options).decode())

    def keep_functions(self, path: Path, options: CheckOptions, kept: KeptFunctions) -> None:
        few = KeptFunctions(kept.functions[:MOST_FUNCTIONS], kept.standing)
        self._write(few, "functions", str(path), written(options).decode())

    def imports_of(self, digest: str) -> Names | None:
        """What the text of a digest imports."""
        return self._read(tuple[str, ...], "imports", digest)

    def keep_imports(self, digest: str, names: Names) -> None:
        self._write(names, "imports", digest)

    def _read(self, kind: type[T], *parts: str) -> T | None:
        content = self.folder.read(self._key(parts))
        if content is None:
            return None
        try:
            return read(kind, content)
        except (OffenceError, ValueError, TypeError):
            return None

    def _write(self, value: object, *parts: str) -> None:
        try:
            content = written(value)
        except (ValueError, TypeError, RecursionError):  # a number that JSON does not have
            return
        self.folder.write(self._key(parts), content)

    def _key(self, parts: tuple[str, ...]) -> str:
        return digest_of(str(FORM), version_stamp(), self.folder.stamp, *parts)


def user_cache(*, only_saved: bool = False) -> ReportCache:
    """The cache of the user, in the folder that the system has for that."""
    return ReportCache(CacheFolder(default_folder()), only_saved)


def machine_stamp(zone: str) -> str:
    """What of the machine decides verdicts: its walls are those of its system."""
    system = platform.uname()
    return repr((system.system, system.release, system.machine, system.node, zone))


def digest_of(*parts: str) -> str:
    """A digest of some texts, however they are divided."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode(errors="surrogatepass")
        digest.update(f"{len(data)}:".encode())
        digest.update(data)
    return digest.hexdigest()
