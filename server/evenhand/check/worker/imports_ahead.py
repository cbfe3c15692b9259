"""Compiles what a module imports from its workspace once for all processes that load it.

A process that has run checked code says which files it has read. Such a name is believed as far as
that code may read the file anyway; what is in it is compiled, and never run here.
"""

from __future__ import annotations

import os
import stat
import warnings

from .importing import COMPILED, is_in, watched_code

MOST_FILES, MOST_BYTES, LARGEST = 400, 8_000_000, 500_000
"""Files that are compiled, and bytes of all of them and of each."""


class ImportsAhead:
    """The files that are still to be compiled."""

    def __init__(self) -> None:
        self.files: list[str] = []
        self.bytes = 0
        """Of all that was compiled."""

    def note(self, files: list[str]) -> None:
        """Remember what a process says that it has read while it loaded its module."""
        self.files += [path for path in files if isinstance(path, str) and path.endswith(".py")]

    def compile(self, roots: tuple[str, ...]) -> None:
        """Compile what was noted, as far as it is in one of the folders `roots`."""
        files, self.files = self.files, []
        for path in dict.fromkeys(files):
            if len(COMPILED) >= MOST_FILES or self.bytes >= MOST_BYTES:
                return
            data = _content(path, roots)
            if data is not None and (path, data) not in COMPILED:
                self.bytes += len(data)
                _compile(path, data)


def _compile(path: str, data: bytes) -> None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            COMPILED[path, data] = watched_code(data, path)
    except (SyntaxError, ValueError, RecursionError, OverflowError, MemoryError):
        return  # whoever imports it will see


def _content(path: str, roots: tuple[str, ...]) -> bytes | None:
    """What is in a regular file of the workspace; None if it is anything else, or too large."""
    if not is_in(os.path.dirname(path), roots):
        return None
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError):
        return None
    try:
        status = os.fstat(descriptor)
        is_fit = stat.S_ISREG(status.st_mode) and status.st_size <= LARGEST
        return os.read(descriptor, LARGEST) if is_fit else None
    except OSError:
        return None
    finally:
        os.close(descriptor)
