"""Whether files and folders are still what they were when a verdict was made."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from evenhand.doors.files import (
    Kind,
    Unreadable,
    kind_of,
    list_folder,
    read_bytes,
    stamp_of,
)

ABSENT = "absent"
SETTLED_SECONDS = 2.0
"""A file that was written to more recently may be written to again at the same moment."""
MOST_KNOWN = 5_000
"""Digests that are kept."""

Digests = tuple[tuple[str, str], ...]
"""Paths, each with its digest."""


def moment() -> float:
    """The present by the clock that stamps files, in seconds."""
    return time.time()


@dataclass(slots=True)
class FileDigests:
    """Digests of files; one that was not written to is not read again."""

    _known: dict[str, tuple[tuple[int, ...], str]] = field(default_factory=dict)

    def digest(self, path: str) -> str:
        """Changes with the content of a file and with the names in a folder."""
        stamp = stamp_of(Path(path))
        if isinstance(stamp, Unreadable):
            return ABSENT if stamp.absent else stamp.reason

        known = self._known.get(path)
        if known is not None and known[0] == stamp:
            return known[1]

        digest = _digest(Path(path), stamp)
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        if moment() - stamp[0] / 1e9 > SETTLED_SECONDS:
            self._known[path] = (stamp, digest)
        return digest

    def of(self, paths: Iterable[str]) -> Digests:
        """The digests of several files."""
        return tuple((path, self.digest(path)) for path in sorted(paths))

    def written_since(self, start: float, paths: Iterable[str]) -> bool:
        """Whether a file was written to after `start`, so that an older one may have been read."""
        stamps = [stamp_of(Path(path)) for path in paths]
        written = [stamp[0] / 1e9 for stamp in stamps if not isinstance(stamp, Unreadable)]
        return any(last > start for last in written)

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
