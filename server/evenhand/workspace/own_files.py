"""Lets one process at a time write a file of the user's own: answers, agreements."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

BUSY_SECONDS = 10.0
"""How long one writer waits for another."""


class BusyError(Exception):
    """Why a file cannot be written, as a clause."""


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Keep other writers away; makes the folder of the file. Raises `BusyError`."""
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with FileLock(file.with_suffix(".lock"), timeout=BUSY_SECONDS):
            yield
    except (OSError, Timeout) as error:
        raise BusyError(
            getattr(error, "strerror", None) or "another program is writing it"
        ) from error
