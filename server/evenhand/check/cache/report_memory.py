"""Reports by all that they came of: those of this process, and those on disk.

A file is looked at once: what it imports is found, and with it the key under which its report may
be known. Only a report that another run would repeat is kept on disk.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from pathlib import Path

from evenhand.check.cache.plain_form import written
from evenhand.check.cache.report_cache import (
    KeptFile,
    KeptFunction,
    KeptFunctions,
    ReportCache,
    digest_of,
    machine_stamp,
)
from evenhand.check.file_job import Traces, folders_of
from evenhand.check.imports.file_digests import Digests, FileDigests, moment
from evenhand.check.imports.imported_files import ImportedFiles, ImportGraph
from evenhand.check.imports.interpreters import interpreter_stamp
from evenhand.check.reading.source import Source, parse
from evenhand.doors.files import read_text
from evenhand.findings import FileReport, FunctionReport
from evenhand.isolation import Standing
from evenhand.options import CheckOptions

MOST_REPORTS = 4_000
"""Reports on functions that are kept in memory."""
TIME_ZONE = "/etc/localtime"


@dataclass(frozen=True, slots=True)
class Remembered:
    """A report, which holds as long as the files do that the code has opened."""

    report: FunctionReport
    opened: Digests
    lasting: bool
    """Whether another run would repeat it, whatever machine or moment it meets."""


@dataclass(slots=True)
class FileLook:
    """One file as it is looked up, before it is read."""

    text: str
    path: Path
    options: CheckOptions
    imports: ImportedFiles
    surroundings: str
    """What decides the file's verdicts besides its text."""
    parsed: Source | None
    """None if the text did not have to be parsed."""
    began: float
    on_disk: bool
    """Whether its reports are kept there."""
    functions: list[KeptFunction] = field(default_factory=list)
    """Reports that may be kept."""


@dataclass(slots=True)
class ReportMemory:
    """Remembers reports, and says whether they still hold."""

    disk: ReportCache | None = None
    fresh_seconds: float = 0.0
    """For so long no file is looked at again, where many files are checked at once."""
    standing: Standing = field(default_factory=Standing)
    """The isolation in which the code of the last report ran that was kept on disk."""
    _files: FileDigests = field(init=False)
    _graph: ImportGraph = field(init=False)
    _reports: dict[str, Remembered] = field(default_factory=dict)
    """By the fingerprints of functions and of what surrounds them."""
    _interpreters: dict[str, tuple[float, str]] = field(default_factory=dict)
    """Stamps of interpreters, and when they were asked for."""

    def __post_init__(self) -> None:
        self._files = FileDigests(self.fresh_seconds)
        self._graph = ImportGraph(self._files)

    def look_at(self, text: str, path: Path, options: CheckOptions) -> FileLook:
        """Find what a file depends on; raises SyntaxError."""
        began = moment()
        on_disk = self.disk is not None and self.disk.serves(path, options)
        self._graph.remembered = self.disk if on_disk else None
        names, parsed = self._graph.names_in(text), None
        if names is None:
            parsed = parse(text)
            names = self._graph.keep(text, parsed.tree)

        imports = self._graph.reached_from(path, names, folders_of(options))
        surroundings = self._surroundings(path, options, imports)
        keeps = on_disk and imports.complete
        return FileLook(text, path, options, imports, surroundings, parsed, began, keeps)

    def file(self, look: FileLook) -> FileReport | None:
        """The report of an earlier run on the same file with the same surroundings."""
        if self.disk is None or not look.on_disk:
            return None
        kept = self.disk.file(look.surroundings, look.text)
        if kept is None or not self._files.still_hold(kept.opened):
            return None

        self.standing = kept.standing
        reached = kept.report.depends_on | look.imports.places
        return replace(kept.report, depends_on=reached)

    def recall_functions(self, look: FileLook) -> None:
        """Remember the functions of the file as they were in an earlier run."""
        if self.disk is None or not look.on_disk:
            return
        kept = self.disk.functions(look.path, look.options)
        if kept is None:
            return

        self.standing = kept.standing
        for function in kept.functions:
            remembered = Remembered(function.report, function.opened, lasting=True)
            self._reports.setdefault(function.key, remembered)

    def function(self, key: str, look: FileLook) -> Remembered | None:
        """The report on a function, if all that it came of is as it was."""
        remembered = self._reports.get(key)
        if remembered is None or not self._files.still_hold(remembered.opened):
            return None
        _note(look, key, remembered)
        return remembered

    def keep_function(
        self, key: str, look: FileLook, report: FunctionReport, traces: Traces, began: float
    ) -> None:
        """Remember a report that a run has just ended with."""
        if self._files.written_since(began, traces.opened):
            traces.may_end_otherwise = True
            return

        opened, lasting = self._files.of(traces.opened), not traces.may_end_otherwise
        remembered = Remembered(report, opened, lasting)
        if len(self._reports) > MOST_REPORTS:
            self._reports.clear()
        self._reports[key] = remembered
        _note(look, key, remembered)

    def keep_file(
        self, look: FileLook, report: FileReport, traces: Traces, standing: Standing
    ) -> None:
        """Keep on disk what another run of the same file would end with."""
        if self.disk is None or not look.on_disk or not self._is_saved(look):
            return
        if self._files.written_since(look.began, look.imports.places | traces.opened):
            return

        if look.functions:
            functions = KeptFunctions(tuple(look.functions), standing)
            self.disk.keep_functions(look.path, look.options, functions)
        if not traces.may_end_otherwise:
            opened = self._files.of(traces.opened)
            own = report.depends_on - look.imports.places  # the others are found at each look
            kept = KeptFile(replace(report, depends_on=own), opened, standing)
            self.disk.keep_file(look.surroundings, look.text, kept)

    def _is_saved(self, look: FileLook) -> bool:
        """Whether a text is worth a place on the disk: not each state of one that is edited."""
        assert self.disk is not None
        return not self.disk.only_saved or read_text(look.path) == look.text

    def _surroundings(self, path: Path, options: CheckOptions, imports: ImportedFiles) -> str:
        """What decides the verdicts of a file besides its text, its settings included."""
        return digest_of(
            str(path),
            written(options).decode(),
            self._interpreter(options.python),
            machine_stamp(self._files.digest(TIME_ZONE)),
            imports.digest,
        )

    def _interpreter(self, python: str) -> str:
        now = time.monotonic()
        asked, stamp = self._interpreters.get(python, (0.0, ""))
        if not stamp or now - asked > self.fresh_seconds:
            stamp = interpreter_stamp(python)
            self._interpreters[python] = (now, stamp)
        return stamp


def _note(look: FileLook, key: str, remembered: Remembered) -> None:
    """Let a report that needed a run be among those that are kept on disk."""
    if remembered.lasting and remembered.report.verdicts:
        look.functions.append(KeptFunction(key, remembered.report, remembered.opened))
