"""Jobs for what programs and agents ask about: a text, a file or a folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from evenhand.apps.cli.file_checks import FileJob
from evenhand.apps.cli.input.folder_settings import FolderSettings
from evenhand.doors.files import is_folder
from evenhand.workspace.ignoring import settings_of_file
from evenhand.workspace.interpreter import NoInterpreterError, find_interpreter
from evenhand.workspace.notebooks import NOTEBOOK
from evenhand.workspace.python_files import python_files
from evenhand.workspace.sources import PYTHON


class RefusedError(Exception):
    """Why something cannot be asked: a setting that does not exist, no such Python."""


def jobs_of(
    path: Path, text: str | None, chosen: Mapping[str, object], origin: str
) -> tuple[list[FileJob], tuple[str, ...]]:
    """What is to be worked on, and what was wrong with files and their folders' settings.

    `text` is taken to be at the path; None: what is there. `chosen` are settings over those of the
    folders, from `origin`. Raises `RefusedError` if they cannot be met.
    """
    folders = FolderSettings(chosen, origin=origin)
    if text is not None:
        data = text.encode("utf-8", "surrogatepass")
        return [_job(path, data, folders)], tuple(folders.problems)

    if problem := folders.wrong_overrides(path if is_folder(path) else path.parent):
        raise RefusedError(problem)
    walk = python_files([path], folders.of, (), (PYTHON, NOTEBOOK))
    jobs = [_job(file, None, folders) for file in walk.files]
    return jobs, (*folders.problems, *walk.problems)


def _job(path: Path, data: bytes | None, folders: FolderSettings) -> FileJob:
    """How to work on a file."""
    folder = path.absolute().parent
    if problem := folders.wrong_overrides(folder):
        raise RefusedError(problem)
    settings = folders.of(folder)
    try:
        python = find_interpreter(settings.python, folder, lambda _: False)
    except NoInterpreterError as error:
        raise RefusedError(str(error)) from error
    options = folders.options(path, python.path)
    return FileJob(path, settings_of_file(settings, path, folder), options, data)
