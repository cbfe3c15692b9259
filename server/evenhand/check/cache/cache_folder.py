"""The folder of the cache: small files by their keys, for any number of processes at once.

A file is written beside its place and renamed, so that nobody reads half of one, and no lock is
needed: two processes that write the same key write the same content. Whatever goes wrong, the
cache only has nothing: a full disk, a folder that is read-only, a file that is damaged.

What is in the folder counts only if Evenhand itself put it there. A folder of a project may be
a home folder, in a container, and then its author may have filled this one; so the keys depend on
a stamp of the system's on a file of the folder, which nobody can foresee.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from evenhand import clock
from evenhand.doors.files import Kind, Unreadable, list_folder, read_bytes

MOST_BYTES = 256_000_000
"""Of all files; beyond it the ones that were not used for longest are deleted."""
AFTER_TRIMMING = 0.8
"""How much of that is left then."""
LARGEST = 4_000_000
"""Bytes of one file."""
BLOCK = 4096
"""Bytes that the smallest file takes on a disk."""
TRIM_SECONDS = 86_400.0
"""How often one of many short processes looks at the size."""
WRITES_PER_TRIM = 500
"""How often a process that lives long does."""
USED_SECONDS = 3_600.0
"""How exactly it is known when a file was last used."""
TAG = "CACHEDIR.TAG"
TAG_TEXT = b"Signature: 8a477f597d28d172789f06886806bc55\n# Evenhand made this folder: "
"""What tells programs that make backups to leave a folder out; see bford.info/cachedir."""
TRIMMED = "trimmed"
SUFFIX = ".json"


def default_folder() -> Path:
    """Where this user's cache is."""
    return platformdirs.user_cache_path("evenhand", appauthor=False) / "verdicts"


@dataclass(frozen=True, slots=True)
class Usage:
    """How much is in the cache."""

    files: int = 0
    bytes: int = 0
    """On the disk."""


@dataclass(slots=True)
class CacheFolder:
    """Files by their keys, which are hexadecimal digits."""

    folder: Path
    most_bytes: int = MOST_BYTES
    _stamp: str | None = None
    """Of the folder; empty if it is not to be used, None if nobody has looked yet."""
    _writes: int = 0

    @property
    def stamp(self) -> str:
        """What nobody else could know when filling the folder; empty if it is not to be used."""
        if self._stamp is None:
            self._stamp = _stamp_of(self.folder)
        return self._stamp

    def read(self, key: str) -> bytes | None:
        """The content for a key; None if there is none, or it is damaged."""
        if not self.stamp:
            return None

        file = self._file(key)
        data = read_bytes(file, LARGEST, within=self.folder)
        if isinstance(data, Unreadable):
            return None

        digest, _, content = data.partition(b"\n")
        if digest != _digest(key, content):
            return None
        _note_use(file)
        return content

    def write(self, key: str, content: bytes) -> None:
        """Keep the content for a key, if that is possible."""
        if not self.stamp or len(content) > LARGEST - BLOCK:
            return

        try:
            _write_beside(self._file(key), _digest(key, content) + b"\n" + content)
        except OSError:
            return
        self._trim_at_times()

    def usage(self) -> Usage:
        """How much there is."""
        sizes = [_size_on_disk(status) for _, status in _files(self.folder)]
        return Usage(len(sizes), sum(sizes))

    def clear(self) -> Usage:
        """Delete everything; what was there."""
        files, size = 0, 0
        _delete(self.folder / TAG)  # what other processes write from now on counts no more
        for file, status in _files(self.folder):
            if _delete(file):
                files, size = files + 1, size + _size_on_disk(status)

        for folder in _shards(self.folder):
            with suppress(OSError):
                folder.rmdir()
        _delete(self.folder / TRIMMED)
        self._stamp = None
        return Usage(files, size)

    def trim(self) -> None:
        """Delete the files that were not used for longest, if there is too much."""
        files = [(status.st_mtime, _size_on_disk(status), f) for f, status in _files(self.folder)]
        total = sum(size for _, size, _ in files)
        if total <= self.most_bytes:
            return

        for _, size, file in sorted(files):
            if total <= self.most_bytes * AFTER_TRIMMING:
                return
            total -= size
            _delete(file)

    def _file(self, key: str) -> Path:
        return self.folder / key[:2] / (key[2:] + SUFFIX)

    def _trim_at_times(self) -> None:
        self._writes += 1
        if self._writes == 1 and not _is_old(self.folder / TRIMMED):
            return
        if self._writes % WRITES_PER_TRIM == 1:
            with suppress(OSError):
                (self.folder / TRIMMED).touch()
                self.trim()


def _stamp_of(folder: Path) -> str:
    """Of a folder that is the user's alone, made if need be; empty if it cannot be used."""
    if not folder.is_absolute():
        return ""  # an environment variable may name one, and it would be in the project
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_own(os.lstat(folder), stat.S_ISDIR):
            return ""
        _make_tag(folder / TAG)
        status = os.lstat(folder / TAG)
    except OSError:
        return ""

    content = read_bytes(folder / TAG, BLOCK, within=folder)
    if isinstance(content, Unreadable) or not _is_own(status, stat.S_ISREG):
        return ""
    return repr((status.st_dev, status.st_ino, status.st_ctime_ns, content))


def _make_tag(tag: Path) -> None:
    """Make the file that marks the folder, unless there is one; raises OSError."""
    if os.path.lexists(tag):
        return
    content = TAG_TEXT + secrets.token_hex(16).encode() + b"\n"
    descriptor, name = tempfile.mkstemp(prefix=".new-", dir=tag.parent)
    with open(descriptor, "wb") as file:
        file.write(content)
    try:
        os.link(name, tag)  # unlike renaming, it fails if another process was faster
    except FileExistsError:
        pass
    except OSError:  # no hard links on this file system
        os.replace(name, tag)
    finally:
        _delete(Path(name))


def _is_own(status: os.stat_result, is_kind: Callable[[int], bool]) -> bool:
    """Whether it is of a kind, this user's, and written to by nobody else."""
    if not is_kind(status.st_mode):
        return False
    if not hasattr(os, "geteuid"):  # Windows, where the folder is in the user's profile
        return True
    others = stat.S_IWGRP | stat.S_IWOTH
    return status.st_uid == os.geteuid() and not status.st_mode & others


def _digest(key: str, content: bytes) -> bytes:
    """By which a file is known to be whole, and the one of its key."""
    return hashlib.sha256(key.encode() + b"\0" + content).hexdigest().encode()


def _write_beside(file: Path, content: bytes) -> None:
    """Write a file whole, or not at all; raises OSError."""
    file.parent.mkdir(mode=0o700, exist_ok=True)
    descriptor, name = tempfile.mkstemp(prefix=".new-", suffix=SUFFIX, dir=file.parent)
    try:
        with open(descriptor, "wb") as opened:
            opened.write(content)
        os.replace(name, file)
    except BaseException:
        _delete(Path(name))
        raise


def _note_use(file: Path) -> None:
    """Let a file be one that was used lately."""
    with suppress(OSError):
        if _age(file) > USED_SECONDS:
            os.utime(file)


def _age(file: Path) -> float:
    """Seconds since the last write or use; raises OSError."""
    return clock.now().timestamp() - os.lstat(file).st_mtime


def _is_old(marker: Path) -> bool:
    try:
        return _age(marker) > TRIM_SECONDS
    except OSError:
        return True


def _files(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """All files of the cache, and those that were never finished."""
    for shard in _shards(folder):
        listing = list_folder(shard)
        entries = () if isinstance(listing, Unreadable) else listing.entries
        for entry in entries:
            if entry.kind is Kind.FILE and entry.name.endswith(SUFFIX):
                with suppress(OSError):
                    yield shard / entry.name, os.lstat(shard / entry.name)


def _shards(folder: Path) -> Iterator[Path]:
    """The folders of files whose keys begin alike."""
    listing = list_folder(folder)
    entries = () if isinstance(listing, Unreadable) else listing.entries
    for entry in entries:
        if entry.kind is Kind.FOLDER and len(entry.name) == 2:
            yield folder / entry.name


def _size_on_disk(status: os.stat_result) -> int:
    return -(-status.st_size // BLOCK) * BLOCK


def _delete(file: Path) -> bool:
    try:
        os.unlink(file)
    except OSError:
        return False
    return True
