"""The folders, configuration and trust of one session, from which a file's settings follow."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from evenhand.apps.lsp.configuration.client_configuration import Configuration, Timing
from evenhand.apps.lsp.configuration.file_settings import (
    FileSettings,
    file_settings,
    innermost_folder,
)


@dataclass(slots=True)
class WorkspaceSettings:
    """What the client has said about its workspace; handlers of notifications write to it."""

    folders: dict[str, Path] = field(default_factory=dict)
    """The open folders, by URI."""
    configuration: Configuration = field(default_factory=Configuration)
    timing: Timing = field(default_factory=Timing)
    trusted: bool = False
    """Whether code of the workspace may run; somebody has to say so."""
    trust_is_said: bool = False
    """Whether the client or the command line decides that; else each folder has an answer."""
    folders_agreed_to: set[Path] = field(default_factory=set)
    """Folders whose code the user lets run, where neither of them decides."""
    abilities: frozenset[str] = frozenset()
    """What the client can do beyond the protocol: `chooseRepair`, `askModel`, ..."""
    models_allowed: set[tuple[str, ...]] = field(default_factory=set)
    """The models that the user has allowed text to be sent to, each with its address."""

    def of(self, path: Path) -> FileSettings:
        """The settings of the file at `path`, as of now."""
        return file_settings(path, self.folders, self.configuration, trusted=self.trusted)

    def folder_of(self, path: Path) -> Path | None:
        """The innermost open folder that contains `path`; None if none does."""
        return innermost_folder(path, self.folders)

    def relative(self, path: Path) -> tuple[str, str]:
        """The open folder that contains `path`, and the rest; `""` and `path` if none does."""
        folder = self.folder_of(path)
        if folder is None:
            return "", path.as_posix()
        return str(folder), path.relative_to(folder).as_posix()

    def first_folder(self) -> Path:
        """The first open folder, for code that is not in a file; the user's home without one."""
        return next(iter(self.folders.values()), Path.home())
