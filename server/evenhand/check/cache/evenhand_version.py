"""What of Evenhand itself decides a verdict: its own code, its libraries and its Python."""

from __future__ import annotations

import functools
import hashlib
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import evenhand
from evenhand.doors.files import Entry, Kind, Unreadable, list_folder, read_bytes

LIBRARIES = ("jedi", "parso", "radon")
"""Of which the reading of a source makes use."""
ENGINE = ("check", "doors")
"""Folders of the package that verdicts come of; its top-level modules do so, too."""


@functools.cache
def version_stamp(*more: str) -> str:
    """Changes with the code of the engine, also in a checkout whose version stays as it is.

    `more` are further folders of the package that have a part in what is kept.
    """
    package = Path(evenhand.__file__).parent
    digest = hashlib.sha256()
    for file in sorted(_sources(package, more)):
        data = read_bytes(file)
        content = b"" if isinstance(data, Unreadable) else data
        digest.update(f"{file.relative_to(package).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)

    libraries = [_version(library) for library in LIBRARIES]
    return repr((evenhand.__version__, sys.version, libraries, digest.hexdigest()))


def _sources(package: Path, more: Iterable[str]) -> Iterator[Path]:
    for entry in _entries(package):
        if entry.kind is Kind.FILE and entry.name.endswith(".py"):
            yield package / entry.name
    for name in (*ENGINE, *more):
        yield from _all_below(package / name)


def _all_below(folder: Path) -> Iterator[Path]:
    for entry in _entries(folder):
        if entry.kind is Kind.FOLDER and entry.name != "__pycache__":
            yield from _all_below(folder / entry.name)
        elif entry.kind is Kind.FILE:
            yield folder / entry.name


def _entries(folder: Path) -> tuple[Entry, ...]:
    listing = list_folder(folder)
    return () if isinstance(listing, Unreadable) else listing.entries


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return ""
