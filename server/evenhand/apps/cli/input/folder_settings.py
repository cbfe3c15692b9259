"""The settings of each folder, under those that the command line overrides."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from evenhand.doors.printable import printable
from evenhand.doors.terminal import say
from evenhand.options import CheckOptions
from evenhand.workspace.check_options import about_file, options_of_folder
from evenhand.workspace.pyproject import nearest_settings, read_settings
from evenhand.workspace.settings import Choice, Settings, override


class FolderSettings:
    """Settings by folder. Each folder is read once, and what is wrong there is kept."""

    def __init__(
        self,
        overrides: Mapping[str, object],
        config: Path | None = None,
        isolated: bool = False,
    ) -> None:
        """Prepare to read folders.

        `overrides` are settings by name; None leaves the folder's own. `config` is a file that
        replaces every folder's pyproject.toml; with `isolated`, no file is read at all.
        """
        self.problems: list[str] = []
        """A sentence for each entry of a file that could not be used."""
        self._overrides = overrides
        self._config = config
        self._isolated = isolated
        self._by_folder: dict[Path, Settings] = {}
        self._options: dict[tuple[Path, str], CheckOptions] = {}

    def of(self, folder: Path) -> Settings:
        """The settings for the files of a folder."""
        folder = folder.absolute()
        if folder not in self._by_folder:
            choice = self._read(folder)
            self.problems += [p for p in choice.problems if p not in self.problems]
            self._by_folder[folder] = self._overridden(choice).settings

        return self._by_folder[folder]

    def options(self, file: Path, python: str) -> CheckOptions:
        """How to check `file` with an interpreter."""
        key = (file.absolute().parent, python)
        if key not in self._options:
            self._options[key] = options_of_folder(
                key[0], self.of(key[0]), python, with_answers=not self._isolated
            )
        return about_file(self._options[key], file)

    def refuse_bad_overrides(self, folder: Path) -> None:
        """Raise `UsageError` if the command line asks for what this folder's settings cannot be."""
        problems = self._overridden(self._read(folder)).problems
        if problems:
            raise click.UsageError("; ".join(problems))

    def print_problems(self) -> None:
        """Print what was wrong with the files read so far, to standard error."""
        for problem in self.problems:
            say(f"evenhand: {printable(problem)}")

    def _overridden(self, choice: Choice) -> Choice:
        return override(choice.settings, self._overrides, "command line", trusted=True)

    def _read(self, folder: Path) -> Choice:
        if self._isolated:
            return Choice(Settings())
        if self._config is not None:
            return read_settings(self._config)
        return nearest_settings(folder)
