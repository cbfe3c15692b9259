"""What a command works on, with every setting decided: files, options and the interpreter.

This is built once from the command line; nothing later looks at a setting again.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import click

from evenhand.apps.cli.file_checks import FileJob
from evenhand.apps.cli.input.consent import chosen_python
from evenhand.apps.cli.input.data_sets import (
    CODE,
    ENDINGS,
    column_with_code,
    count_rows,
    is_data_set,
    row_jobs,
)
from evenhand.apps.cli.input.folder_settings import FolderSettings
from evenhand.doors.files import is_folder, is_there
from evenhand.doors.printable import printable
from evenhand.doors.terminal import say
from evenhand.workspace.ignoring import settings_of_file
from evenhand.workspace.interpreter import NoInterpreterError
from evenhand.workspace.notebooks import NOTEBOOK
from evenhand.workspace.python_files import python_files
from evenhand.workspace.sources import PYTHON

STDIN = "-"
_AT_LINE = re.compile(r"(.+\.pyw?):([1-9]\d{0,8})(?::\d+)?")
"""`file.py:23`, or with a column, as findings are printed."""
MOST_LOOKED_AT, MOST_NAMED = 50, 3
"""Files with rows below a folder: of which the first line is read, and which are named."""
OVERRIDING = (
    "python", "profile", "attributes", "select", "ignore", "jobs", "isolation", "repair_baseline"
)  # fmt: skip
"""Options of the command line that are also settings, under the same name."""


@dataclass(frozen=True, slots=True)
class Workload:
    """Files, each with its settings and options, and the Python that runs their code."""

    files: tuple[FileJob, ...]
    """Python files and notebooks."""
    home: Path
    """The folder of the first path, whose project chooses the interpreter."""
    python: str
    processes: int | None
    """How many processes the user wants; None: as many as pay off."""
    problems: tuple[str, ...]
    """What could not be read, and which settings could not be used."""
    notes: tuple[str, ...] = ()
    """What else the user has to know, such as that the folder's own Python is not used."""
    data_sets: tuple[FileJob, ...] = ()
    """Files with code in their rows, each as if it were one file."""
    column: str = CODE
    """Of the data sets, in which the code is."""

    lines: Mapping[Path, frozenset[int]] = field(default_factory=dict)
    """Of some files, the lines whose functions alone are wanted."""

    def jobs(self) -> Iterator[FileJob]:
        """Everything that is to be checked: the files, and each row of the data sets."""
        yield from self.files
        for data_set in self.data_sets:
            yield from row_jobs(data_set, self.column)

    def count(self) -> int:
        """How many jobs there are."""
        return len(self.files) + count_rows(data_set.path for data_set in self.data_sets)


def workload_of(paths: tuple[str, ...], options: Mapping[str, Any]) -> Workload:
    """The files at and below `paths`, or standard input for `-`; raises `UsageError`.

    Files with code in their rows are taken if they are named, or if the column is.

    `options` are the command's parameters, by the names of `shared_options.working`.
    """
    if STDIN in paths and len(paths) > 1:
        raise click.UsageError("`-` (standard input) cannot be combined with other paths")

    lines = _lines_of(paths)
    paths = tuple(_without_line(path)[0] for path in paths)
    folders, home = _folders(paths, options)
    if paths == (STDIN,):
        data = sys.stdin.buffer.read()
        return _workload([Path(options["stdin_filename"])], folders, home, options, data=data)

    exclude = tuple(options["exclude"] or ())
    named = [Path(path) for path in paths]
    walk = python_files(named, folders.of, exclude, (PYTHON, NOTEBOOK, *ENDINGS))
    folders.problems += walk.problems

    wanted = set(named if options.get("column") is None else walk.files)
    let_be = [file for file in walk.files if is_data_set(file) and file not in wanted]
    files = [file for file in walk.files if file in wanted or not is_data_set(file)]
    workload = _workload(files, folders, home, options, notes=_notes(let_be))
    return replace(workload, lines=lines)


def _lines_of(paths: Iterable[str]) -> dict[Path, frozenset[int]]:
    """The lines of files that are named as `file.py:23`; all of a file that is also named whole."""
    named: dict[Path, list[int | None]] = {}
    for path in paths:
        file, line = _without_line(path)
        named.setdefault(Path(file), []).append(line)
    return {
        file: frozenset(line for line in lines if line is not None)
        for file, lines in named.items()
        if None not in lines
    }


def _without_line(path: str) -> tuple[str, int | None]:
    """A path, and the line that is named behind it, if no file has that name."""
    match = _AT_LINE.fullmatch(path)
    if match is None or is_there(Path(path)):
        return path, None
    return match[1], int(match[2])


def refuse_lines(paths: Iterable[str], what: str) -> None:
    """Raise `UsageError` if a line of a file is named for `what` it means nothing."""
    for path in paths:
        file, line = _without_line(path)
        if line is not None:
            raise click.UsageError(f"{what} is for whole files: {file}")


def refuse_data_sets(paths: Iterable[str], what: str) -> None:
    """Raise `UsageError` if files with code in rows are named for `what` they cannot be used."""
    if any(is_data_set(Path(path)) for path in paths):
        raise click.UsageError(f"{what} is for Python files, and not for those with code in rows")


def _notes(let_be: Sequence[Path]) -> list[str]:
    """What to say about data sets below a folder, which nobody asked for."""
    columns = ((file, column_with_code(file)) for file in let_be[:MOST_LOOKED_AT])
    with_code = [(file, column) for file, column in columns if column is not None]
    notes = [
        f"{file}: not checked; for the code in its rows: "
        f"`evenhand check {shlex.quote(str(file))} --column {column}`"
        for file, column in with_code[:MOST_NAMED]
    ]
    left = len(with_code) - MOST_NAMED
    return [*notes, f"nor were {left} more of this kind"] if left > 0 else notes


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
    *,
    notes: Sequence[str] = (),
    data: bytes | None = None,
) -> Workload:
    """Decide the settings of `files`, and print what is wrong with any."""
    settings = folders.of(home)
    try:
        python = chosen_python(settings, home, trust=options["trust"], may_ask=data is None)
    except NoInterpreterError as error:
        raise click.UsageError(str(error)) from error

    asked = {name: bool(options.get(name)) for name in ("deep", "rate")}
    jobs = [_job(file, folders, python.path, asked, data) for file in files]
    enabled = [job for job in jobs if job.settings.enable]
    files_of_code, data_sets = _parted(enabled) if data is None else (enabled, [])
    folders.print_problems()
    python.print_notes()
    for note in notes:
        say(f"evenhand: {printable(note)}")

    return Workload(
        tuple(files_of_code),
        home,
        python.path,
        settings.jobs,
        tuple(folders.problems),
        (*python.notes, *map(printable, notes)),
        tuple(data_sets),
        options.get("column") or CODE,
    )


def _parted(jobs: Iterable[FileJob]) -> tuple[list[FileJob], list[FileJob]]:
    """The files of code, and those with code in their rows."""
    parts: tuple[list[FileJob], list[FileJob]] = ([], [])
    for job in jobs:
        parts[is_data_set(job.path)].append(job)
    return parts


def _job(
    file: Path,
    folders: FolderSettings,
    python: str,
    asked: Mapping[str, bool],
    data: bytes | None,
) -> FileJob:
    folder = file.absolute().parent
    settings = settings_of_file(folders.of(folder), file, folder)
    options = replace(folders.options(file, python), deep=asked["deep"], rate=asked["rate"])
    return FileJob(file, settings, options, data)
