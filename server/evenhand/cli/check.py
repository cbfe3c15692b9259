"""`evenhand check`: from the paths that a user names to printed findings."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path

import click

from evenhand.cli.jobs import Job
from evenhand.cli.json_output import document
from evenhand.cli.lanes import check_all
from evenhand.cli.totals import Totals
from evenhand.findings import FileReport
from evenhand.isolation import Isolation
from evenhand.workspace.files import python_files
from evenhand.workspace.interpreter import NoInterpreterError, find_interpreter
from evenhand.workspace.project import options_for
from evenhand.workspace.pyproject import nearest_settings, read_settings
from evenhand.workspace.settings import Choice, Settings, override

STDIN = "-"
TERMINATED = 128 + signal.SIGTERM
_FILES_PER_LANE = 4
"""Fewer files than this do not pay for starting another process."""


@dataclass(frozen=True, slots=True)
class Request:
    """What the user asked for on the command line."""

    paths: tuple[str, ...]
    overrides: Mapping[str, object]
    """Settings by name; those that are None stay with the pyproject.toml."""
    as_json: bool = False
    exclude: tuple[str, ...] = ()
    config: Path | None = None
    isolated: bool = False
    stdin_filename: str = "stdin.py"
    exit_zero: bool = False
    verbose: bool = False
    quiet: bool = False
    deep: bool = False
    """Ask CrossHair about what search found to make no difference."""


def check(request: Request) -> int:
    """Check, print, and return the exit status."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    _refuse_bad_usage(request)
    started = time.perf_counter()
    sources = _Sources(request)
    sources.refuse_bad_overrides(_home(request))
    try:
        jobs, python = _jobs(request, sources)
    except NoInterpreterError as error:
        raise click.UsageError(str(error)) from error
    for problem in sources.problems:
        click.echo(f"evenhand: {problem}", err=True)
    try:
        totals, reports = asyncio.run(_run(request, jobs, _lanes(request, jobs), started))
    except asyncio.CancelledError:
        return TERMINATED
    if request.as_json:
        click.echo(document(reports, totals, sources.problems, python))
    return totals.status(bool(sources.problems), request.exit_zero)


@dataclass(slots=True)
class _Sources:
    """Settings of folders, each read once, and what was wrong with them."""

    request: Request
    problems: list[str] = field(default_factory=list)
    _known: dict[Path, Settings] = field(default_factory=dict)

    def settings_for(self, folder: Path) -> Settings:
        folder = folder.absolute()
        if folder not in self._known:
            choice = self._read(folder)
            self.problems += [p for p in choice.problems if p not in self.problems]
            self._known[folder] = override(
                choice.settings, self.request.overrides, "command line", trusted=True
            ).settings
        return self._known[folder]

    def refuse_bad_overrides(self, folder: Path) -> None:
        choice = override(
            self._read(folder).settings, self.request.overrides, "command line", trusted=True
        )
        if choice.problems:
            raise click.UsageError("; ".join(choice.problems))

    def _read(self, folder: Path) -> Choice:
        if self.request.isolated:
            return Choice(Settings())
        if self.request.config:
            return read_settings(self.request.config)
        return nearest_settings(folder)


def _refuse_bad_usage(request: Request) -> None:
    if STDIN in request.paths and len(request.paths) > 1:
        raise click.UsageError("`-` (standard input) cannot be combined with other paths")
    if request.isolated and request.config:
        raise click.UsageError("--config and --isolated exclude each other")
    if request.deep and find_spec("crosshair") is None:
        raise click.UsageError("--deep needs CrossHair: pip install 'evenhand[deep]'")
    if request.deep and request.overrides.get("isolation") == Isolation.STATIC:
        raise click.UsageError("--deep runs the code, and --no-run does not")


def _jobs(request: Request, sources: _Sources) -> tuple[list[Job], str]:
    """One job per file, and the interpreter in which the code runs."""
    if request.paths == (STDIN,):
        files = [Path(request.stdin_filename)]
        data = sys.stdin.buffer.read()
    else:
        walk = python_files([Path(p) for p in request.paths], sources.settings_for, request.exclude)
        sources.problems += walk.problems
        files, data = list(walk.files), None
    home = _home(request)
    python = find_interpreter(sources.settings_for(home).python, home).path
    jobs = [_job(request, sources, file, data, python) for file in files]
    return [job for job in jobs if job.settings.enable], python


def _home(request: Request) -> Path:
    """The folder of the first path, whose project chooses the interpreter."""
    name = request.stdin_filename if request.paths[0] == STDIN else request.paths[0]
    first = Path(name).absolute()
    return first if first.is_dir() else first.parent


def _job(request: Request, sources: _Sources, file: Path, data: bytes | None, python: str) -> Job:
    settings = sources.settings_for(file.absolute().parent)
    options = options_for(file, settings, python)
    return Job(file, settings, replace(options, deep=request.deep), data)


def _lanes(request: Request, jobs: Sequence[Job]) -> int:
    wanted = jobs[0].settings.jobs if jobs else None
    pays_off = min(os.cpu_count() or 1, len(jobs) // _FILES_PER_LANE)
    return max(1, min(wanted or pays_off, len(jobs)))


async def _run(
    request: Request, jobs: Sequence[Job], lanes: int, started: float
) -> tuple[Totals, list[FileReport]]:
    from evenhand.cli.progress import FileProgress
    from evenhand.cli.text_output import blocks, output_console, summary

    _end_when_told()
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


def _end_when_told() -> None:
    """Let SIGTERM put everything away, as an interruption does."""
    task = asyncio.current_task()
    assert task is not None
    with suppress(NotImplementedError):  # Windows has no such signal.
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)


def _say_problem(report: FileReport) -> None:
    from evenhand.cli.text_output import printable

    if report.problem:
        click.echo(f"evenhand: {printable(f'{report.path}: {report.problem}')}", err=True)
