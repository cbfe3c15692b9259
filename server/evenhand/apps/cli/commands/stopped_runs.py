"""What a run with `--write` has written so far, so that one that was stopped goes on from there.

It is kept in the user's cache folder until the run comes to its end. A file counts as done as long
as its content is what was written.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path

from evenhand.check.cache.evenhand_version import version_stamp
from evenhand.check.cache.plain_form import read, written
from evenhand.check.cache.report_cache import ReportCache, digest_of
from evenhand.check.sandbox.shapes import OffenceError
from evenhand.options import CheckOptions
from evenhand.repair.kept_repairs import ROOMS
from evenhand.repair.whole_files import FileRepair


@dataclass(frozen=True, slots=True)
class Written:
    """One file that was written."""

    path: str
    """Absolute."""
    digest: str
    """Of what was written."""
    repair: FileRepair
    """Without any text."""


@dataclass(slots=True)
class RunRecord:
    """The files that were written by one run, and by those that it goes on from."""

    disk: ReportCache | None
    """None if nothing is kept."""
    key: str
    """Of a run over the same files in the same way."""
    _files: tuple[Written, ...] = ()

    def recall(self) -> None:
        """Go on from a run that was stopped, if there is one."""
        content = self.disk.folder.read(self.key) if self.disk is not None else None
        try:
            self._files = read(tuple[Written, ...], content) if content else ()
        except (OffenceError, ValueError, TypeError):
            self._files = ()

    def earlier(self, path: Path, data: bytes) -> FileRepair | None:
        """What the stopped run made of a file, if that is what the file still holds."""
        name, digest = str(path.absolute()), _digest(data)
        for file in self._files:
            if (file.path, file.digest) == (name, digest):
                return file.repair
        return None

    def note(self, path: Path, after: bytes, repair: FileRepair) -> None:
        """Keep that a file was written."""
        entry = Written(str(path.absolute()), _digest(after), _without_texts(repair))
        others = tuple(file for file in self._files if file.path != entry.path)
        self._keep((*others, entry))

    def end(self) -> None:
        """The run has come to its end: another one begins anew."""
        if self._files:
            self._keep(())

    def _keep(self, files: tuple[Written, ...]) -> None:
        self._files = files
        if self.disk is None:
            return
        try:
            content = written(files)
        except (ValueError, TypeError, RecursionError):  # a number that JSON does not have
            return
        self.disk.folder.write(self.key, content)


def run_key(disk: ReportCache, home: Path, options: CheckOptions, manner: str) -> str:
    """Of runs over the files of one folder, with the same options and by the same writer."""
    stamps = version_stamp(*ROOMS), disk.folder.stamp
    return digest_of("run", *stamps, str(home), written(options).decode(), manner)


def _without_texts(repair: FileRepair) -> FileRepair:
    done = tuple(replace(each, repair=replace(each.repair, text="")) for each in repair.done)
    return replace(repair, before="", after="", done=done)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
