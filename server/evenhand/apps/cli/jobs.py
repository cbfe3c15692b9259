"""Checking one file after another, whatever is in them."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from evenhand.check.checking import Checker
from evenhand.findings import FileReport, FunctionReport
from evenhand.isolation import Standing
from evenhand.options import CheckOptions
from evenhand.scaling.work import Work
from evenhand.workspace.decoding import NotTextError, decode
from evenhand.workspace.presenting import presented
from evenhand.workspace.settings import Settings


@dataclass(frozen=True, slots=True)
class Job:
    """One file to check."""

    path: Path
    """As the user wrote it."""
    settings: Settings
    options: CheckOptions
    data: bytes | None = None
    """The text where it comes from elsewhere than `path`, such as standard input."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A job done, and the isolation under which it was done."""

    job: Job
    report: FileReport
    standing: Standing


async def check_job(
    checker: Checker, job: Job, on_function: Callable[[FunctionReport], None] | None = None
) -> Checked:
    """Check one file; whatever goes wrong with it ends up in its report."""
    try:
        data = job.path.read_bytes() if job.data is None else job.data
        report = await checker.check(decode(data), job.path.absolute(), job.options, on_function)
    except OSError as error:
        report = FileReport(str(job.path), problem=f"cannot be read ({error.strerror or error})")
    except NotTextError as error:
        report = FileReport(str(job.path), problem=str(error))
    except Exception as error:
        return failed(job, f"{type(error).__name__}: {error}{_place(error)}")
    shown = presented(replace(report, path=str(job.path)), job.settings)
    return Checked(job, shown, checker.standing)


def with_text(job: Job) -> Job:
    """The job with its text, for a machine that may not have the file."""
    try:
        return replace(job, data=job.data if job.data is not None else job.path.read_bytes())
    except OSError:  # It will be said when the job is done.
        return job


def failed(job: Job, why: str) -> Checked:
    """The result for a job that Evenhand itself could not do."""
    problem = f"could not be checked, through a mistake in Evenhand ({why}); please report this"
    return Checked(job, FileReport(str(job.path), problem=problem), Standing())


CHECKING: Work[Job, Checked] = Work(check_job, failed)


def _place(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    return f" in {Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else ""
