"""What a command is to work on: files with their settings, and the Python that runs them."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import click

from evenhand.apps.cli.jobs import Job
from evenhand.workspace.check_options import options_for
from evenhand.workspace.interpreter import NoInterpreterError, find_interpreter
from evenhand.workspace.pyproject import nearest_settings, read_settings
from evenhand.workspace.python_files import python_files
from evenhand.workspace.settings import Choice, Settings, override

STDIN = "-"
TERMINATED = 128 + signal.SIGTERM


@dataclass(frozen=True, slots=True)
class Request:
    """What the user asked for on the command line."""

    paths: tuple[str, ...]
    overrides: Mapping[str, object]
    """Settings by name; those that are None stay with the pyproject.toml."""
    exclude: tuple[str, ...] = ()
    config: Path | None = None
    isolated: bool = False
    stdin_filename: str = "stdin.py"
    deep: bool = False
    """Ask CrossHair about what search found to make no difference."""
    quiet: bool = False


def jobs_of(request: Request, sources: Sources) -> tuple[list[Job], str]:
    """One job per file, and the interpreter in which the code runs; raises `UsageError`."""
    if STDIN in request.paths and len(request.paths) > 1:
        raise click.UsageError("`-` (standard input) cannot be combined with other paths")
    if request.isolated and request.config:
        raise click.UsageError("--config and --isolated exclude each other")
    sources.refuse_bad_overrides(home_of(request))
    try:
        return _jobs(request, sources)
    except NoInterpreterError as error:
        raise click.UsageError(str(error)) from error


@dataclass(slots=True)
class Sources:
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

    def say_problems(self) -> None:
        for problem in self.problems:
            click.echo(f"evenhand: {problem}", err=True)

    def _read(self, folder: Path) -> Choice:
        if self.request.isolated:
            return Choice(Settings())
        if self.request.config:
            return read_settings(self.request.config)
        return nearest_settings(folder)


def _jobs(request: Request, sources: Sources) -> tuple[list[Job], str]:
    """One job per file, and the interpreter in which the code runs."""
    if request.paths == (STDIN,):
        files = [Path(request.stdin_filename)]
        data = sys.stdin.buffer.read()
    else:
        walk = python_files([Path(p) for p in request.paths], sources.settings_for, request.exclude)
        sources.problems += walk.problems
        files, data = list(walk.files), None
    python = python_of(request, sources)
    jobs = [job_of(request, sources, file, data, python) for file in files]
    return [job for job in jobs if job.settings.enable], python


def home_of(request: Request) -> Path:
    """The folder of the first path, whose project chooses the interpreter."""
    name = request.stdin_filename if request.paths[0] == STDIN else request.paths[0]
    first = Path(name).absolute()
    return first if first.is_dir() else first.parent


def python_of(request: Request, sources: Sources) -> str:
    """The interpreter in which the code runs; raises `NoInterpreterError`."""
    home = home_of(request)
    return find_interpreter(sources.settings_for(home).python, home).path


def job_of(request: Request, sources: Sources, file: Path, data: bytes | None, python: str) -> Job:
    """A job for one file, or for `data` as if it were that file's."""
    settings = sources.settings_for(file.absolute().parent)
    options = options_for(file, settings, python)
    return Job(file, settings, replace(options, deep=request.deep), data)


def print_anything() -> None:
    """Let code with characters that a stream cannot write be printed all the same."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


def end_when_told() -> None:
    """Let SIGTERM put everything away, as an interruption does."""
    task = asyncio.current_task()
    assert task is not None
    with suppress(NotImplementedError):  # Windows has no such signal.
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
