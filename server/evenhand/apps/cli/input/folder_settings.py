"""The settings of each folder, under those that a command, a program or an agent overrides."""

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
        origin: str = "command line",
    ) -> None:
        """Prepare to read folders.

        `overrides` are settings by name, from `origin`; None leaves the folder's own. `config` is
        a file that replaces every folder's pyproject.toml; with `isolated`, no file is read at all.
        """
        self.problems: list[str] = []
        """A sentence for each entry of a file that could not be used."""
        self._overrides = overrides
        self._config = config
        self._isolated = isolated
        self._origin = origin
        self._by_folder: dict[Path, tuple[Settings, tuple[str, ...]]] = {}
        self._options: dict[tuple[Path, str], CheckOptions] = {}

    def of(self, folder: Path) -> Settings:
        """The settings for the files of a folder."""
        return self._chosen(folder)[0]

    def wrong_overrides(self, folder: Path) -> str:
        """What is asked for that this folder's settings cannot be; empty if they can."""
        return "; ".join(self._chosen(folder)[1])

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
        if problem := self.wrong_overrides(folder):
            raise click.UsageError(problem)

    def print_problems(self) -> None:
        """Print what was wrong with the files read so far, to standard error."""
        for problem in self.problems:
            say(f"evenhand: {printable(problem)}")

    def _chosen(self, folder: Path) -> tuple[Settings, tuple[str, ...]]:
        folder = folder.absolute()
        if folder not in self._by_folder:
            own = self._read(folder)
            self.problems += [p for p in own.problems if p not in self.problems]
            choice = override(own.settings, self._overrides, self._origin, trusted=True)
            self._by_folder[folder] = choice.settings, choice.problems
        return self._by_folder[folder]

    def _read(self, folder: Path) -> Choice:
        if self._isolated:
            return Choice(Settings())
        if self._config is not None:
            return read_settings(self._config)
        return nearest_settings(folder)
