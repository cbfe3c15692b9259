"""Whether files and folders are still what they were when a verdict was made."""

from __future__ import annotations

import hashlib
import math
import os
import time
from collections.abc import Iterable, Set
from dataclasses import dataclass, field
from pathlib import Path

from evenhand.check.worker.frames import CLOCK
from evenhand.doors.files import (
    Kind,
    Unreadable,
    kind_of,
    last_write,
    list_folder,
    read_bytes,
    stamp_of,
)

ABSENT, FOLDER = "absent", "folder"
SETTLED_SECONDS = 2.0
"""A file that was written to more recently may be written to again at the same moment."""
MOST_KNOWN = 20_000
"""Digests that are kept."""

Stamp = tuple[int, ...]
"""Of a file as it is; with every write there is another."""
NEVER: Stamp = ()
Digests = tuple[tuple[str, str], ...]
"""Paths, each with its digest."""


def moment() -> float:
    """The present by the clock that stamps files, in seconds."""
    return time.time()


def day_of(seconds: float) -> str:
    """The day of a moment, as checked code sees it: its clock shows one time all day."""
    return time.strftime("%Y-%m-%d", time.gmtime(seconds))


@dataclass(slots=True)
class FileDigests:
    """Digests of files; one that was not written to is not read again."""

    fresh_seconds: float = 0.0
    """For so long a file is not even looked at again; 0: until `look_again`."""
    _known: dict[str, tuple[Stamp, str]] = field(default_factory=dict)
    _looked: dict[str, tuple[float, Stamp | Unreadable]] = field(default_factory=dict)
    """Stamps, and when they were asked for."""
    _began: float = field(default_factory=moment)
    """No file was looked at before."""

    def look_again(self) -> None:
        """Look at every file anew from here on, but for those that are still fresh."""
        if not self.fresh_seconds:
            self._looked.clear()

    def digest(self, path: str) -> str:
        """Changes with the content of a file and with the names in a folder.

        That of a path which ends with a separator changes only if it is a folder no more, or now;
        that of `CLOCK` every day.
        """
        if path == CLOCK:
            return day_of(moment())
        stamp = self._stamp(path)
        if isinstance(stamp, Unreadable):
            return ABSENT if stamp.absent else stamp.reason
        if path.endswith(os.sep):
            return FOLDER if kind_of(Path(path)) is Kind.FOLDER else ABSENT

        earlier = self._known.get(path)
        if earlier is not None and earlier[0] == stamp:
            return earlier[1]

        digest = _digest(Path(path), stamp)
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        if moment() - stamp[0] / 1e9 > SETTLED_SECONDS:
            self._known[path] = (stamp, digest)
        return digest

    def is_there(self, path: str) -> bool:
        """Whether a path leads to a file or a folder."""
        return not isinstance(self._stamp(path), Unreadable)

    def _stamp(self, path: str) -> Stamp | Unreadable:
        now = time.monotonic() if self.fresh_seconds else 0.0
        looked, stamp = self._looked.get(path, (-math.inf, NEVER))
        if now - looked > self.fresh_seconds:
            stamp = stamp_of(Path(path))
            self._looked[path] = (now, stamp)
        return stamp

    def of(self, paths: Iterable[str]) -> Digests:
        """The digests of several files."""
        return tuple((path, self.digest(path)) for path in sorted(paths))

    def written_since(self, start: float, paths: Set[str]) -> bool:
        """Whether a file was written to after `start`, so that an older one may have been read.

        For one that was not there, that is whether anything was made or removed in its folder.
        Where files stay fresh for a while, what counts is whether any was written to since it was
        looked at. What was worked out from such looks may be as old again.
        """
        oldest_look = max(self._began, start - 2 * self.fresh_seconds)
        start = min(start, oldest_look)
        if CLOCK in paths and day_of(start) != day_of(moment()):
            return True
        changing = {self._nearest(path) for path in paths if path != CLOCK}
        written = (last_write(path) for path in changing)
        return any(last is None or last > start for last in written)

    def _nearest(self, path: str) -> str:
        """A path, or the nearest folder above if nothing is there."""
        while not self.is_there(path) and path != (folder := os.path.dirname(path)):
            path = folder
        return path

    def still_hold(self, digests: Digests) -> bool:
        """Whether all files are as they were."""
        return all(self.digest(path) == digest for path, digest in digests)


def _digest(path: Path, stamp: tuple[int, ...]) -> str:
    if kind_of(path) is Kind.FOLDER:
        listing = list_folder(path)
        content = repr(listing).encode(errors="surrogateescape")
    else:
        data = read_bytes(path)
        content = repr((data.reason, stamp)).encode() if isinstance(data, Unreadable) else data
    return hashlib.sha256(content).hexdigest()
