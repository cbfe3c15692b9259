"""Check one file after another, in this process or in others."""

from __future__ import annotations

import traceback
from dataclasses import dataclass, replace
from pathlib import Path

from evenhand.check.checking import Checker
from evenhand.findings import FileReport
from evenhand.isolation import Standing
from evenhand.options import CheckOptions
from evenhand.scaling.work import Work
from evenhand.workspace.decoding import NotTextError, decode
from evenhand.workspace.presenting import presented
from evenhand.workspace.settings import Settings


@dataclass(frozen=True, slots=True)
class FileJob:
    """One file to check, or a text to check as if it were that file."""

    path: Path
    """As the user wrote it."""
    settings: Settings
    options: CheckOptions
    data: bytes | None = None
    """The bytes to check if they are not in `path`, such as those of standard input."""

    def read(self) -> bytes:
        """The bytes to check; raises OSError."""
        return self.path.read_bytes() if self.data is None else self.data


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """What a check says about one file, and the isolation under which its code ran."""

    report: FileReport
    standing: Standing


async def check_file(checker: Checker, job: FileJob) -> CheckedFile:
    """Check one file; its report says what went wrong, if anything did."""
    try:
        text = decode(job.read())
        report = await checker.check(text, job.path.absolute(), job.options)
    except OSError as error:
        report = FileReport(str(job.path), problem=f"cannot be read ({error.strerror or error})")
    except NotTextError as error:
        report = FileReport(str(job.path), problem=str(error))
    except Exception as error:
        return failed(job, f"{type(error).__name__}: {error}{_raised_at(error)}")

    as_named = replace(report, path=str(job.path))
    return CheckedFile(presented(as_named, job.settings), checker.standing)


def with_data(job: FileJob) -> FileJob:
    """The job with its bytes, for a machine that may not have the file."""
    try:
        return replace(job, data=job.read())
    except OSError:  # Doing the job meets the same error, and reports it.
        return job


def failed(job: FileJob, why: str) -> CheckedFile:
    """The result of a job that Evenhand itself could not do."""
    problem = f"could not be checked because of a bug in Evenhand ({why}); please report it"
    return CheckedFile(FileReport(str(job.path), problem=problem), Standing())


CHECKING: Work[FileJob, CheckedFile] = Work(check_file, failed)


def _raised_at(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return ""
    return f" in {Path(frames[-1].filename).name}, line {frames[-1].lineno}"
