"""`evenhand check`: from the paths that a user names to printed findings."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass
from importlib.util import find_spec

import click

from evenhand.cli.jobs import Job
from evenhand.cli.json_output import document
from evenhand.cli.lanes import check_all
from evenhand.cli.sources import TERMINATED, Request, Sources, end_when_told, jobs_of
from evenhand.cli.totals import Totals
from evenhand.findings import FileReport
from evenhand.isolation import Isolation

_FILES_PER_LANE = 4
"""Fewer files than this do not pay for starting another process."""


@dataclass(frozen=True, slots=True)
class CheckRequest(Request):
    """What the user asked `evenhand check` for."""

    as_json: bool = False
    exit_zero: bool = False
    verbose: bool = False


def check(request: CheckRequest) -> int:
    """Check, print, and return the exit status."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    _refuse_bad_usage(request)
    started = time.perf_counter()
    sources = Sources(request)
    jobs, python = jobs_of(request, sources)
    for problem in sources.problems:
        click.echo(f"evenhand: {problem}", err=True)
    try:
        totals, reports = asyncio.run(_run(request, jobs, _lanes(request, jobs), started))
    except asyncio.CancelledError:
        return TERMINATED
    if request.as_json:
        click.echo(document(reports, totals, sources.problems, python))
    return totals.status(bool(sources.problems), request.exit_zero)


def _refuse_bad_usage(request: CheckRequest) -> None:
    if request.deep and find_spec("crosshair") is None:
        raise click.UsageError("--deep needs CrossHair: pip install 'evenhand[deep]'")
    if request.deep and request.overrides.get("isolation") == Isolation.STATIC:
        raise click.UsageError("--deep runs the code, and --no-run does not")


def _lanes(request: CheckRequest, jobs: Sequence[Job]) -> int:
    wanted = jobs[0].settings.jobs if jobs else None
    pays_off = min(os.cpu_count() or 1, len(jobs) // _FILES_PER_LANE)
    return max(1, min(wanted or pays_off, len(jobs)))


async def _run(
    request: CheckRequest, jobs: Sequence[Job], lanes: int, started: float
) -> tuple[Totals, list[FileReport]]:
    from evenhand.cli.progress import FileProgress
    from evenhand.cli.text_output import blocks, output_console, summary

    end_when_told()
    totals, reports = Totals(), []
    console = output_console()
    with FileProgress(len(jobs), wanted=not request.quiet) as progress:
        async with aclosing(check_all(jobs, lanes)) as results:
            async for checked in results:
                totals.add(checked)
                if request.as_json:
                    reports.append(checked.report)
                progress.advance()
                texts = [] if request.as_json else list(blocks(checked.report, request.verbose))
                if texts or checked.report.problem:
                    with progress.hidden():
                        _say_problem(checked.report)
                        for text in texts:
                            console.print(text, end="\n\n" if "\n" in text.plain else "\n")
    totals.seconds = time.perf_counter() - started
    if not request.as_json and not request.quiet:
        console.print(summary(totals) if jobs else "No Python files found.")
    return totals, reports


def _say_problem(report: FileReport) -> None:
    from evenhand.cli.text_output import printable

    if report.problem:
        click.echo(f"evenhand: {printable(f'{report.path}: {report.problem}')}", err=True)
