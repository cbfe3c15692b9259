"""The one way to read a file of a workspace, to list a folder, and to look at what a path is.

The folder's author may have put anything there: a named pipe without a writer, a link to
a device or to a key of the user, a file of many gigabytes, a loop of links, a name that is no
text. Nothing here blocks, reads without a limit or raises: what cannot be read is `Unreadable`.
"""

from __future__ import annotations

import errno
import os
import stat
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import BinaryIO

SOURCE_BYTES = 8_000_000
"""Of a source; enough for 2,000,000 characters in any encoding that Python reads."""
SETTINGS_BYTES = 1_000_000
"""Of a file of settings or patterns."""
MOST_ENTRIES = 100_000
"""Entries of one folder that are listed."""

READING = os.O_RDONLY
for _name in ("O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY"):
    READING |= getattr(os, _name, 0)  # no system has all of them
"""How a file is opened: without waiting, and without handing it on to other programs."""

_NO_FILE = (
    (stat.S_ISDIR, "it is a folder"),
    (stat.S_ISFIFO, "it is a named pipe"),
    (stat.S_ISSOCK, "it is a socket"),
    (stat.S_ISCHR, "it is a device"),
    (stat.S_ISBLK, "it is a device"),
)
LEADS_OUT = "it is a link that leads out of the project"


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why something could not be read."""

    reason: str
    """Completes `cannot be read (...)`."""
    absent: bool = False
    """Whether there is nothing of that name at all."""


class Kind(Enum):
    """What a path leads to."""

    FILE = "file"
    FOLDER = "folder"
    LINK = "link"
    """Of the entries of a folder alone, which are not followed."""
    OTHER = "other"
    """A named pipe, a socket or a device."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A name in a folder."""

    name: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Listing:
    """What is in a folder, sorted by name."""

    entries: tuple[Entry, ...]
    complete: bool = True
    """False if the folder has more entries than are listed."""


def read_bytes(
    path: Path, most: int = SOURCE_BYTES, within: Path | None = None
) -> bytes | Unreadable:
    """The content of a regular file of at most `most` bytes.

    Links are followed if they lead to a file inside the folder `within`; None: anywhere.
    """
    try:
        # Opening a device may already do something, so it is not tried.
        refusal = _refusal(os.stat(path), most)
        return refusal or _content(path, most, within)
    except (OSError, ValueError) as error:
        return _unreadable(error)


def open_file(path: Path) -> BinaryIO | Unreadable:
    """A regular file of any size, open for reading piece by piece; links are followed."""
    try:
        refusal = _refusal(os.stat(path), None)
        if refusal is not None:
            return refusal

        file = open(os.open(path, READING), "rb")  # noqa: SIM115
        refusal = _refusal(os.fstat(file.fileno()), None)
        if refusal is not None:
            file.close()
        return refusal or file
    except (OSError, ValueError) as error:
        return _unreadable(error)


def read_text(
    path: Path,
    most: int = SETTINGS_BYTES,
    within: Path | None = None,
    *,
    errors: str = "strict",
) -> str | Unreadable:
    """The text of a file in UTF-8; see `read_bytes`. Line ends stay as they are."""
    data = read_bytes(path, most, within)
    if isinstance(data, Unreadable):
        return data

    try:
        return data.decode("utf-8", errors)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return Unreadable(f"it is no UTF-8 text (line {line})")


def list_folder(folder: Path, most: int = MOST_ENTRIES) -> Listing | Unreadable:
    """The entries of a folder, at most `most` of them."""
    entries: list[Entry] = []
    try:
        with os.scandir(folder) as scan:
            for entry in scan:
                if len(entries) == most:
                    return Listing(_sorted(entries), complete=False)
                entries.append(Entry(entry.name, _kind_of_entry(entry)))
    except (OSError, ValueError) as error:
        return _unreadable(error)

    return Listing(_sorted(entries))


def kind_of(path: Path) -> Kind | Unreadable:
    """What a path leads to; links are followed."""
    try:
        return _kind(os.stat(path).st_mode)
    except (OSError, ValueError) as error:
        return _unreadable(error)


def is_file(path: Path) -> bool:
    """Whether a path leads to a regular file."""
    return kind_of(path) is Kind.FILE


def is_folder(path: Path) -> bool:
    """Whether a path leads to a folder."""
    return kind_of(path) is Kind.FOLDER


def is_there(path: Path) -> bool:
    """Whether there is anything of that name, be it a link that leads nowhere."""
    try:
        os.lstat(path)
    except (OSError, ValueError):
        return False
    return True


def stamp_of(path: Path) -> tuple[int, ...] | Unreadable:
    """What changes with every write to a file or into a folder: time, size and identity."""
    try:
        status = os.stat(path)
    except (OSError, ValueError) as error:
        return _unreadable(error)
    return status.st_mtime_ns, status.st_size, status.st_ino, status.st_dev, status.st_mode


def last_write(path: str) -> float | None:
    """When a file was last written to, or a folder's entries changed; None if it is not there."""
    try:
        return os.stat(path).st_mtime_ns / 1e9
    except (OSError, ValueError):
        return None


def real_path(path: Path) -> Path | Unreadable:
    """The absolute path without links; what it leads to need not exist."""
    try:
        os.stat(path)  # the system ends a loop or a long chain of links, `realpath` does not
    except (OSError, ValueError) as error:
        unreadable = _unreadable(error)
        if not unreadable.absent:
            return unreadable

    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError, RecursionError) as error:
        return _unreadable(error)


def is_within(path: Path, folder: Path) -> bool:
    """Whether a path really leads into `folder` or to it, however both are written."""
    real, real_folder = real_path(path), real_path(folder)
    if isinstance(real, Unreadable) or isinstance(real_folder, Unreadable):
        return False
    return real.is_relative_to(real_folder)


def _content(path: Path, most: int, within: Path | None) -> bytes | Unreadable:
    """The content of what is opened; it may be another file than a moment ago. Raises OSError."""
    with open(os.open(path, READING), "rb") as file:
        status = os.fstat(file.fileno())
        refusal = _refusal(status, most)
        if refusal is not None:
            return refusal
        if within is not None and not _is_inside(path, status, within):
            return Unreadable(LEADS_OUT)

        data = file.read(most + 1)
        if data is None:  # a file of the system that would wait for something
            return Unreadable("it has no content yet")
        return _too_large(most) if len(data) > most else data


def _is_inside(path: Path, status: os.stat_result, folder: Path) -> bool:
    """Whether the open file is the one to which `path` leads inside of `folder`."""
    real = real_path(path)
    if isinstance(real, Unreadable) or not is_within(real, folder):
        return False
    return os.path.samestat(os.lstat(real), status)


def _refusal(status: os.stat_result, most: int | None) -> Unreadable | None:
    """Why what has this status is not read; None if it is."""
    if not stat.S_ISREG(status.st_mode):
        reasons = (reason for is_kind, reason in _NO_FILE if is_kind(status.st_mode))
        return Unreadable(next(reasons, "it is no file"))
    return None if most is None or status.st_size <= most else _too_large(most)


def _too_large(most: int) -> Unreadable:
    return Unreadable(f"it has more than {most:,} bytes")


def _kind(mode: int) -> Kind:
    if stat.S_ISREG(mode):
        return Kind.FILE
    return Kind.FOLDER if stat.S_ISDIR(mode) else Kind.OTHER


def _kind_of_entry(entry: os.DirEntry[str]) -> Kind:
    try:
        if entry.is_symlink():
            return Kind.LINK
        if entry.is_file(follow_symlinks=False):
            return Kind.FILE
        return Kind.FOLDER if entry.is_dir(follow_symlinks=False) else Kind.OTHER
    except OSError:  # some file systems have to be asked, and may not know it any more
        return Kind.OTHER


def _sorted(entries: list[Entry]) -> tuple[Entry, ...]:
    return tuple(sorted(entries, key=lambda entry: entry.name))


def _unreadable(error: OSError | ValueError | RecursionError) -> Unreadable:
    if isinstance(error, OSError):
        absent = error.errno in (errno.ENOENT, errno.ENOTDIR)
        return Unreadable(error.strerror or str(error), absent)
    if isinstance(error, RecursionError):
        return Unreadable("it is a chain of too many links")
    return Unreadable("its name is not one that the system knows")
