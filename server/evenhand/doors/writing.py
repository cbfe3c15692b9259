"""The one way to write a file into a folder of the user's: whole, or not at all.

The new content is written beside the file, flushed, read again, and renamed over it, so whatever
goes wrong, the old file stands. Nothing is written through a link that leaves the project, and no
file that has become another since it was read.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from evenhand.doors.files import LEADS_OUT, READING

CHANGED = "it has changed in the meantime"
NO_FILE = "it is not a regular file"
SEVERAL_NAMES = "it has other names (hard links), which would keep the old text"
READ_ONLY = "it is read-only"
NOT_ITS_OWNER = "its owner or group would change"
NOT_WHOLE = "the disk did not keep what was written"


@dataclass(frozen=True, slots=True)
class NotWritten:
    """Why a file was not written; it is as it was."""

    reason: str
    """Completes `was not written: ...`."""


def replace_content(path: Path, before: bytes, after: bytes, within: Path) -> NotWritten | None:
    """Put `after` in the place of `before`, the content of a file; None if that was done.

    A link is followed to a file inside the folder `within`, and stays.
    """
    try:
        file = _real(path, within, must_exist=True)
        status = _status(file)
        _refuse_other_files(file, status)
        _write_beside(file, after, status, lambda: _refuse_changes(file, status, before))
    except _Refused as refusal:
        return NotWritten(str(refusal))
    except (OSError, ValueError) as error:
        return _not_written(error)
    return None


def write_file(path: Path, content: bytes, within: Path) -> NotWritten | None:
    """Write a file that may be there already or not; None if that was done.

    A link is followed to a file inside the folder `within`, and stays.
    """
    try:
        file = _real(path, within, must_exist=False)
        status = _status(file) if os.path.lexists(file) else None
        if status is not None:
            _refuse_other_files(file, status)
        _write_beside(file, content, status, lambda: None)
    except _Refused as refusal:
        return NotWritten(str(refusal))
    except (OSError, ValueError) as error:
        return _not_written(error)
    return None


def remove_content(path: Path, content: bytes, within: Path) -> NotWritten | None:
    """Remove a file of the folder `within` that still has this content; None if that was done."""
    try:
        file = _real(path, within, must_exist=True)
        status = _status(file)
        _refuse_other_files(file, status)
        _refuse_changes(file, status, content)
        os.unlink(file)
    except _Refused as refusal:
        return NotWritten(str(refusal))
    except (OSError, ValueError) as error:
        return _not_written(error)
    return None


def leads_out(path: Path, within: Path) -> bool:
    """Whether a path, or what it would be once it is written, is really outside of a folder."""
    try:
        _real(path, within, must_exist=False)
    except (_Refused, OSError, ValueError):
        return True
    return False


class _Refused(Exception):
    """The message completes `was not written: ...`."""


def _real(path: Path, within: Path, *, must_exist: bool) -> Path:
    """The path without links; raises `_Refused` if it is not in `within`, and OSError."""
    if must_exist or os.path.lexists(path):
        os.stat(path)  # the system ends a loop of links; one that leads nowhere is not written to

    real = Path(os.path.realpath(path))
    if not real.is_relative_to(os.path.realpath(within)):
        raise _Refused(LEADS_OUT)
    return real


def _status(file: Path) -> os.stat_result:
    return os.stat(file, follow_symlinks=False)


def _refuse_other_files(file: Path, status: os.stat_result) -> None:
    """Raise `_Refused` for what is no file of its own, or not to be written to."""
    if not stat.S_ISREG(status.st_mode):
        raise _Refused(NO_FILE)
    if status.st_nlink > 1:
        raise _Refused(SEVERAL_NAMES)

    # Renaming needs no right to write to the file, and root may write to every file.
    if not status.st_mode & stat.S_IWUSR or not os.access(file, os.W_OK):
        raise _Refused(READ_ONLY)


def _refuse_changes(file: Path, status: os.stat_result, before: bytes) -> None:
    """Raise `_Refused` unless the file is still the same one, with the content `before`."""
    with open(os.open(file, READING | getattr(os, "O_NOFOLLOW", 0)), "rb") as opened:
        now = os.fstat(opened.fileno())
        is_same = (now.st_dev, now.st_ino) == (status.st_dev, status.st_ino)
        if not is_same or opened.read(len(before) + 1) != before:
            raise _Refused(CHANGED)


def _write_beside(
    file: Path, content: bytes, status: os.stat_result | None, check: Callable[[], None]
) -> None:
    """Write a new file, `check` right before it takes the place of `file`; raises OSError."""
    check()
    descriptor, name = tempfile.mkstemp(prefix=".evenhand-", suffix=".tmp", dir=file.parent)
    try:
        _write_whole(descriptor, content)
        if status is None:
            os.chmod(name, 0o666 & ~_umask())
        else:
            _keep_rights(file, Path(name), status)
        check()
        os.replace(name, file)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    _flush_folder(file.parent)


def _write_whole(descriptor: int, content: bytes) -> None:
    with open(descriptor, "w+b") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
        file.seek(0)
        if file.read() != content:
            raise _Refused(NOT_WHOLE)


def _keep_rights(old: Path, new: Path, status: os.stat_result) -> None:
    """Give a new file the owner, the mode and the attributes of the one that it replaces."""
    own = os.stat(new)
    if (own.st_uid, own.st_gid) != (status.st_uid, status.st_gid):
        try:
            os.chown(new, status.st_uid, status.st_gid)
        except OSError as error:
            raise _Refused(NOT_ITS_OWNER) from error
    shutil.copystat(old, new)
    os.utime(new)


def _umask() -> int:
    """The rights that new files do not get; a process can only ask by setting them."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _flush_folder(folder: Path) -> None:
    """Wait until a renaming is on the disk, where the system can do that."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _not_written(error: Exception) -> NotWritten:
    reason = error.strerror if isinstance(error, OSError) else None
    return NotWritten(reason or str(error))
