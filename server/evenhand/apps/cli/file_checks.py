"""Check one file after another, in processes of their own."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from evenhand.causes import Explanation
from evenhand.check.checking import Checker
from evenhand.check.costs import Cost
from evenhand.check.sentences import explain
from evenhand.doors.files import Unreadable, read_bytes
from evenhand.findings import FileReport
from evenhand.isolation import Standing
from evenhand.options import CheckOptions
from evenhand.scaling.work import Work
from evenhand.workspace.cell_lines import with_lines_of_cells
from evenhand.workspace.decoding import NotTextError
from evenhand.workspace.presenting import presented
from evenhand.workspace.settings import Settings
from evenhand.workspace.sources import SourceText, most_bytes, row_text, source_text


@dataclass(frozen=True, slots=True)
class FileJob:
    """One file to check, or a text to check as if it were that file."""

    path: Path
    """As the user wrote it."""
    settings: Settings
    options: CheckOptions
    data: bytes | None = None
    """The bytes to check if they are not in `path`, such as those of standard input."""
    row: int | None = None
    """Of a data set at `path`, from 0, if the code is in one."""
    problem: str = ""
    """Why there is nothing to check, if that is known already."""

    @property
    def name(self) -> str:
        """What tells it from other jobs."""
        return str(self.path) if self.row is None else f"{self.path}:row {self.row}"

    def read(self) -> bytes | Unreadable:
        """The bytes to check."""
        return read_bytes(self.path, most_bytes(self.path)) if self.data is None else self.data

    def source(self, data: bytes) -> SourceText:
        """The Python in the bytes; raises `NotTextError`."""
        if self.problem:
            raise NotTextError(self.problem)
        return row_text(data) if self.row is not None else source_text(self.path, data)

    def unreadable(self, problem: str) -> FileReport:
        """The report if there is nothing to check."""
        return FileReport(str(self.path), problem=problem, row=self.row)


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """What a check says about one file, and the isolation under which its code ran."""

    report: FileReport
    standing: Standing
    cost: Cost = field(default_factory=Cost)


@dataclass(frozen=True, slots=True)
class WatchedFile:
    """What a check says about one file, and the files that decide that besides it."""

    file: CheckedFile
    depends_on: frozenset[str] = frozenset()


async def check_file(checker: Checker, job: FileJob) -> CheckedFile:
    """Check one file; its report says what went wrong, if anything did."""
    watched = await watch_file(checker, job)
    return watched.file


async def watch_file(checker: Checker, job: FileJob) -> WatchedFile:
    """As `check_file`, with the files whose change may change the report."""
    data = job.read()
    if isinstance(data, Unreadable):
        report = job.unreadable(f"cannot be read ({data.reason})")
        return WatchedFile(CheckedFile(report, checker.standing))
    try:
        source = job.source(data)
    except NotTextError as error:
        return WatchedFile(CheckedFile(job.unreadable(str(error)), checker.standing))

    report = await checker.check(source.text, job.path.absolute(), job.options)
    as_named = replace(
        report,
        path=str(job.path),
        problem=source.problem or report.problem,
        depends_on=frozenset(),
        cells=source.cells,
        row=job.row,
    )
    located = with_lines_of_cells(as_named) if source.cells else as_named
    shown = presented(located, job.settings)
    return WatchedFile(CheckedFile(shown, checker.standing, checker.cost), report.depends_on)


def with_data(job: FileJob) -> FileJob:
    """The job with its bytes, for a machine that may not have the file."""
    data = job.read()
    # Doing the job meets the same reason, and reports it.
    return job if isinstance(data, Unreadable) else replace(job, data=data)


def failed(job: FileJob, why: Explanation) -> CheckedFile:
    """The result of a job that was given up, or that Evenhand itself could not do."""
    return CheckedFile(job.unreadable(explain(why)), Standing())


CHECKING: Work[FileJob, CheckedFile] = Work(check_file, failed)
