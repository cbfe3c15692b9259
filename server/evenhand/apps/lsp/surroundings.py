"""What a check of a file depends on besides its text: folders, settings, trust."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from evenhand.apps.lsp.configuration import Configuration, FileSettings, file_settings


@dataclass(slots=True)
class Surroundings:
    """Shared by everything in one session; handlers of notifications write to it."""

    folders: dict[str, Path] = field(default_factory=dict)
    """The open folders, by URI."""
    configuration: Configuration = field(default_factory=Configuration)
    trusted: bool = False
    """Whether code of the workspace may run; the client has to say so."""
    client: frozenset[str] = frozenset()
    """What the client can do beyond the protocol: `chooseRepair`, `askModel`, `apiKey`."""
    models_allowed: set[str] = field(default_factory=set)
    """Names of models that the user has allowed text to be sent to."""

    def settings_of(self, path: Path) -> FileSettings:
        return file_settings(path, self.folders, self.configuration)

    def within(self, path: Path) -> tuple[str, str]:
        """The folder around a file, and its path from there; no folder and all of its path."""
        folder = self.folder_of(path)
        if folder is None:
            return "", path.as_posix()
        return str(folder), path.relative_to(folder).as_posix()

    def folder_of(self, path: Path) -> Path | None:
        """The innermost open folder around `path`."""
        around = [folder for folder in self.folders.values() if path.is_relative_to(folder)]
        return max(around, key=lambda folder: len(folder.parts), default=None)
