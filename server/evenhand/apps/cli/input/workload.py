"""What a command works on, with every setting decided: files, options and the interpreter.

This is built once from the command line; nothing later looks at a setting again.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from evenhand.apps.cli.file_checks import FileJob
from evenhand.apps.cli.input.consent import chosen_python
from evenhand.apps.cli.input.folder_settings import FolderSettings
from evenhand.doors.files import is_folder
from evenhand.workspace.interpreter import NoInterpreterError
from evenhand.workspace.python_files import python_files

STDIN = "-"
OVERRIDING = ("python", "profile", "attributes", "select", "ignore", "jobs", "isolation")
"""Options of the command line that are also settings, under the same name."""


@dataclass(frozen=True, slots=True)
class Workload:
    """Files, each with its settings and options, and the Python that runs their code."""

    files: tuple[FileJob, ...]
    home: Path
    """The folder of the first path, whose project chooses the interpreter."""
    python: str
    processes: int | None
    """How many processes the user wants; None: as many as pay off."""
    problems: tuple[str, ...]
    """What could not be read, and which settings could not be used."""
    notes: tuple[str, ...] = ()
    """What else the user has to know, such as that the folder's own Python is not used."""


def python_workload(paths: tuple[str, ...], options: Mapping[str, Any]) -> Workload:
    """Python files at and below `paths`, or standard input for `-`; raises `UsageError`.

    `options` are the command's parameters, by the names of `shared_options.working`.
    """
    if STDIN in paths and len(paths) > 1:
        raise click.UsageError("`-` (standard input) cannot be combined with other paths")

    folders, home = _folders(paths, options)
    if paths == (STDIN,):
        data = sys.stdin.buffer.read()
        return _workload([Path(options["stdin_filename"])], folders, home, options, data)

    exclude = tuple(options["exclude"] or ())
    walk = python_files([Path(path) for path in paths], folders.of, exclude)
    folders.problems += walk.problems
    return _workload(walk.files, folders, home, options)


def data_set_workload(paths: tuple[str, ...], options: Mapping[str, Any]) -> Workload:
    """The files at `paths` as they are named, whatever is in them; raises `UsageError`."""
    folders, home = _folders(paths, options)
    return _workload([Path(path) for path in paths], folders, home, options)


def _folders(paths: tuple[str, ...], options: Mapping[str, Any]) -> tuple[FolderSettings, Path]:
    """The settings of folders under these options, and the folder of the first path."""
    if options["isolated"] and options["config"]:
        raise click.UsageError("--config and --isolated exclude each other")

    first = Path(options["stdin_filename"] if paths[0] == STDIN else paths[0]).absolute()
    home = first if is_folder(first) else first.parent
    folders = FolderSettings(_overrides(options), options["config"], options["isolated"])
    folders.refuse_bad_overrides(home)
    return folders, home


def _overrides(options: Mapping[str, Any]) -> dict[str, object]:
    named = {name: options[name] for name in OVERRIDING if name in options}
    return {**named, "seconds-per-function": options["seconds"]}


def _workload(
    files: Iterable[Path],
    folders: FolderSettings,
    home: Path,
    options: Mapping[str, Any],
    data: bytes | None = None,
) -> Workload:
    """Decide the settings of `files`, and print what is wrong with any."""
    settings = folders.of(home)
    try:
        python = chosen_python(settings, home, trust=options["trust"], may_ask=data is None)
    except NoInterpreterError as error:
        raise click.UsageError(str(error)) from error

    deep = bool(options.get("deep"))
    jobs = [_job(file, folders, python.path, deep, data) for file in files]
    enabled = tuple(job for job in jobs if job.settings.enable)
    folders.print_problems()
    python.print_notes()
    problems = tuple(folders.problems)
    return Workload(enabled, home, python.path, settings.jobs, problems, python.notes)


def _job(
    file: Path, folders: FolderSettings, python: str, deep: bool, data: bytes | None
) -> FileJob:
    settings = folders.of(file.absolute().parent)
    options = replace(folders.options(file, python), deep=deep)
    return FileJob(file, settings, options, data)
