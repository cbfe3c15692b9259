"""Repairs of earlier runs, in the user's cache folder: a run that was stopped goes on from them.

They are kept by the text that they are of, by everything else that decides them, and by how they
were made; nothing is ever kept in a project.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from evenhand.check.cache.evenhand_version import version_stamp
from evenhand.check.cache.plain_form import read, written
from evenhand.check.cache.report_cache import ReportCache, digest_of, machine_stamp
from evenhand.check.cache.report_memory import TIME_ZONE
from evenhand.check.imports.file_digests import FileDigests
from evenhand.check.imports.interpreters import interpreter_stamp
from evenhand.check.sandbox.shapes import OffenceError
from evenhand.findings import FileReport
from evenhand.options import CheckOptions
from evenhand.repair.objections import ObjectionKind
from evenhand.repair.repairs import Repair, Repairs, WayOut

FORM = 1
"""Counts changes of what is written that its types do not show."""
ROOMS = ("repair", "models")
"""Folders of the package that have a part in a repair, besides those of a check."""


@dataclass(frozen=True, slots=True)
class Undertaking:
    """What is to be repaired, and how: whatever decides what comes of it."""

    source: str
    path: Path
    options: CheckOptions
    function: str
    report: FileReport
    """On the source; it names the files that decide besides."""
    manner: str
    """Who writes the repair, and how it is asked for."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """What is kept of the repairs of a function: all but the candidates that were rejected."""

    attributes: tuple[str, ...]
    offered: tuple[Repair, ...]
    problem: str
    ways_out: tuple[WayOut, ...] | None
    stays: str
    open_attributes: tuple[str, ...]


class KeptRepairs:
    """Repairs of earlier runs; there are none without a folder that can be used."""

    def __init__(self, disk: ReportCache | None) -> None:
        self._disk = disk
        self._files = FileDigests()

    def of(self, undertaking: Undertaking) -> Repairs | None:
        """What an earlier run has ended with; None if none has."""
        disk = self._disk
        if disk is None or not disk.serves(undertaking.path, undertaking.options):
            return None
        content = disk.folder.read(self._key(disk, undertaking))
        kept = _parsed(content)
        if kept is None:
            return None
        return Repairs(
            undertaking.function,
            kept.attributes,
            kept.offered,
            problem=kept.problem,
            ways_out=kept.ways_out,
            stays=kept.stays,
            open_attributes=kept.open_attributes,
        )

    def keep(self, undertaking: Undertaking, repairs: Repairs) -> None:
        """Keep what a run has ended with, unless the clock has ended a part of it."""
        disk = self._disk
        if disk is None or not disk.serves(undertaking.path, undertaking.options):
            return
        if any(each.objection.kind is ObjectionKind.OUT_OF_TIME for each in repairs.rejected):
            return

        kept = _Kept(
            repairs.attributes,
            repairs.offered,
            repairs.problem,
            repairs.ways_out,
            repairs.stays,
            repairs.open_attributes,
        )
        try:
            content = written(kept)
        except (ValueError, TypeError, RecursionError):  # a number that JSON does not have
            return
        disk.folder.write(self._key(disk, undertaking), content)

    def _key(self, disk: ReportCache, undertaking: Undertaking) -> str:
        self._files.look_again()
        reached = [p for pair in self._files.of(undertaking.report.depends_on) for p in pair]
        return digest_of(
            f"repairs {FORM}",
            version_stamp(*ROOMS),
            disk.folder.stamp,
            undertaking.source,
            str(undertaking.path),
            written(undertaking.options).decode(),
            undertaking.function,
            undertaking.manner,
            interpreter_stamp(undertaking.options.python),
            machine_stamp(self._files.digest(TIME_ZONE)),
            *reached,
        )


def _parsed(content: bytes | None) -> _Kept | None:
    if content is None:
        return None
    try:
        return read(_Kept, content)
    except (OffenceError, ValueError, TypeError):
        return None
