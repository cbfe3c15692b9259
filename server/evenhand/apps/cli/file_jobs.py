"""Jobs for what programs and agents ask about: a text, a file or a folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from evenhand.apps.cli.file_checks import FileJob
from evenhand.workspace.check_options import options_for
from evenhand.workspace.ignoring import settings_of_file
from evenhand.workspace.interpreter import NoInterpreterError, find_interpreter
from evenhand.workspace.notebooks import NOTEBOOK
from evenhand.workspace.pyproject import nearest_settings
from evenhand.workspace.python_files import python_files
from evenhand.workspace.settings import Settings, override
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
    settings = _FolderSettings(chosen, origin)
    if text is not None:
        data = text.encode("utf-8", "surrogatepass")
        return [settings.job(path, data)], tuple(settings.problems)

    walk = python_files([path], settings.of, (), (PYTHON, NOTEBOOK))
    jobs = [settings.job(file, None) for file in walk.files]
    return jobs, (*settings.problems, *walk.problems)


@dataclass(slots=True)
class _FolderSettings:
    """The settings of folders, each read once; raises `RefusedError`."""

    chosen: Mapping[str, object]
    origin: str
    problems: list[str] = field(default_factory=list)
    by_folder: dict[Path, Settings] = field(default_factory=dict)

    def of(self, folder: Path) -> Settings:
        """Those of a folder, under those that were chosen."""
        folder = folder.absolute()
        if folder not in self.by_folder:
            own = nearest_settings(folder)
            self.problems += [p for p in own.problems if p not in self.problems]
            choice = override(own.settings, self.chosen, self.origin, trusted=True)
            if choice.problems:
                raise RefusedError("; ".join(choice.problems))
            self.by_folder[folder] = choice.settings
        return self.by_folder[folder]

    def job(self, path: Path, data: bytes | None) -> FileJob:
        """How to work on a file."""
        folder = path.absolute().parent
        settings = self.of(folder)
        try:
            python = find_interpreter(settings.python, folder, lambda _: False)
        except NoInterpreterError as error:
            raise RefusedError(str(error)) from error
        options = options_for(path.absolute(), settings, python.path)
        return FileJob(path, settings_of_file(settings, path, folder), options, data)
