"""`evenhand check`: from the paths that a user names to printed findings."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from evenhand.apps.cli.input.sources import (
    TERMINATED,
    Request,
    Sources,
    end_when_told,
    home_of,
    jobs_of,
    print_anything,
)
from evenhand.apps.cli.jobs import CHECKING, Job, with_text
from evenhand.apps.cli.output.formats import FORMATS
from evenhand.apps.cli.output.json_output import document
from evenhand.apps.cli.output.narrowing import Narrow, read_baseline, touched_by, write_baseline
from evenhand.apps.cli.output.totals import Totals, counted
from evenhand.findings import FileReport
from evenhand.isolation import Isolation
from evenhand.scaling.work import HERE, Engine, EngineError, each, lanes_for
from evenhand.workspace.git import GitError, change_since

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from evenhand.apps.cli.output.progress_bar import FileProgress

FILES_PER_LANE = 4
"""Fewer files than this do not pay for starting another process."""


@dataclass(frozen=True, slots=True)
class CheckRequest(Request):
    """What the user asked `evenhand check` for."""

    format: str = "text"
    """`text`, `json`, or a format for other programs."""
    exit_zero: bool = False
    verbose: bool = False
    baseline: Path | None = None
    """Findings that were there before; they are not shown."""
    write_baseline: Path | None = None
    """Where to write what is found, so that it is known from then on."""
    since: str | None = None
    """Show only functions that have changed since a Git revision."""
    engine: Engine = HERE
    """Who checks; how many processes here is decided by the number of files."""
    column: str = "code"
    """Where the code is in a data set."""
    output: Path | None = None
    """Where the verdicts on a data set are written."""


def check(request: CheckRequest) -> int:
    """Check, print, and return the exit status."""
    print_anything()
    refuse_bad_usage(request)
    started = time.perf_counter()
    sources = Sources(request)
    jobs, python = jobs_of(request, sources)
    sources.say_problems()
    narrow, jobs = _narrowing(request, jobs)
    try:
        totals, reports = asyncio.run(_run(request, jobs, narrow, started))
    except asyncio.CancelledError:
        return TERMINATED
    except EngineError as error:
        raise click.UsageError(str(error)) from error
    if request.format == "json":
        click.echo(document(reports, totals, sources.problems, python))
    elif request.format in FORMATS:
        click.echo(FORMATS[request.format](reports, sources.problems))
    if request.write_baseline is not None:
        count = write_baseline(request.write_baseline, reports)
        click.echo(f"Wrote {counted(count, 'finding')} to {request.write_baseline}.", err=True)
        return totals.status(bool(sources.problems), exit_zero=True)
    return totals.status(bool(sources.problems), request.exit_zero)


def _narrowing(request: CheckRequest, jobs: list[Job]) -> tuple[list[Narrow], list[Job]]:
    """What of the reports is shown, and the files that are worth a check."""
    narrow: list[Narrow] = []
    if request.since is not None:
        try:
            change = change_since(home_of(request), request.since)
        except GitError as error:
            raise click.UsageError(str(error)) from error
        jobs = [job for job in jobs if job.path.resolve() in change.files]
        narrow.append(touched_by(change))
    if request.baseline is not None:
        narrow.append(read_baseline(request.baseline).narrow)
    return narrow, jobs


def refuse_bad_usage(request: CheckRequest) -> None:
    """Raise `UsageError` for what cannot be done here, or does not go together."""
    if request.deep and find_spec("crosshair") is None:
        raise click.UsageError("--deep needs CrossHair: pip install 'evenhand[deep]'")
    if request.deep and request.overrides.get("isolation") == Isolation.STATIC:
        raise click.UsageError("--deep runs the code, and --no-run does not")


async def _run(
    request: CheckRequest, jobs: Sequence[Job], narrow: Sequence[Narrow], started: float
) -> tuple[Totals, list[FileReport]]:
    from evenhand.apps.cli.output.progress_bar import FileProgress
    from evenhand.apps.cli.output.text_output import blocks, output_console, summary

    end_when_told()
    totals, reports = Totals(), []
    console = output_console()
    written = request.format == "text" and request.write_baseline is None
    wanted = jobs[0].settings.jobs if jobs else None
    engine = replace(request.engine, lanes=lanes_for(len(jobs), wanted, FILES_PER_LANE))
    sent = map(with_text, jobs) if engine.address else jobs
    with FileProgress(len(jobs), wanted=not request.quiet) as progress:
        async with aclosing(each(CHECKING, sent, engine)) as results:
            async for checked in results:
                for step in narrow:
                    checked = replace(checked, report=step(checked.report))
                totals.add(checked)
                reports.append(checked.report)
                progress.advance()
                texts = list(blocks(checked.report, request.verbose)) if written else []
                show(checked.report, texts, console, progress)
    totals.seconds = time.perf_counter() - started
    if written and not request.quiet:
        nothing = "No Python files found." if request.since is None else "No function changed."
        console.print(summary(totals) if jobs else nothing)
    return totals, reports


def show(
    report: FileReport, texts: Sequence[Text], console: Console, progress: FileProgress
) -> None:
    """Print what is to be said of one file, and why it could not be read, beside the progress."""
    from evenhand.apps.cli.output.text_output import printable

    if not texts and not report.problem:
        return
    with progress.hidden():
        if report.problem:
            click.echo(f"evenhand: {printable(f'{report.path}: {report.problem}')}", err=True)
        for text in texts:
            console.print(text, end="\n\n" if "\n" in text.plain else "\n")
