"""Looks through the other files of a project for names that one of them may import."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from evenhand.doors.files import Kind, Unreadable, is_file, list_folder, read_text, real_path
from evenhand.doors.project import Project, project_of

MOST_FILES = 2_000
"""Files that are looked through; a larger project may use any name."""
MOST_FOLDERS = 2_000
ENDINGS = (".py", ".pyi", ".ipynb")
FOLDERS_OF_OTHERS = frozenset({"node_modules", "site-packages", "venv", "__pycache__"})
"""Folders that hold nothing which was written for the project; nor do those with a dot ahead."""


@dataclass(frozen=True, slots=True)
class ProjectNames:
    """Which names the other files of a project may use; the first answer for a name is kept."""

    path: str
    """Of the file whose own uses do not count."""
    _known: dict[str, bool] = field(default_factory=dict, repr=False)

    def may_use(self, name: str) -> bool:
        """Whether another file may use `name`.

        A file that cannot be read may, and so may one of a project that is too large to be looked
        through. What is no file, as a new text in an editor, is imported by none.
        """
        if name not in self._known:
            self._known[name] = _is_used(name, Path(self.path))
        return self._known[name]


def _is_used(name: str, file: Path) -> bool:
    if not is_file(file):
        return False

    project = project_of(file.parent)
    own, word = real_path(file), re.compile(rf"\b{re.escape(name)}\b")
    for number, other in enumerate(_files_of(project, file.parent)):
        if other is None or number >= MOST_FILES:
            return True
        if real_path(other) != own and _may_hold(other, word, project):
            return True
    return False


def _files_of(project: Project, folder: Path) -> Iterator[Path | None]:
    """The files of code in a project, in any order; None in place of what cannot be listed.

    Of a home folder and the like, which are no project, only the file's own folder counts.
    """
    folders = [folder if project.shared else project.root]
    for number, current in enumerate(folders):
        listing = list_folder(current)
        if isinstance(listing, Unreadable) or not listing.complete or number >= MOST_FOLDERS:
            yield None
            return

        for entry in listing.entries:
            if entry.kind is Kind.FOLDER and not project.shared and _is_own(entry.name):
                folders.append(current / entry.name)
            elif entry.kind is not Kind.FOLDER and entry.name.endswith(ENDINGS):
                yield current / entry.name


def _is_own(folder: str) -> bool:
    return not folder.startswith(".") and folder not in FOLDERS_OF_OTHERS


def _may_hold(file: Path, word: re.Pattern[str], project: Project) -> bool:
    text = read_text(file, within=None if project.shared else project.root, errors="replace")
    return isinstance(text, Unreadable) or word.search(text) is not None
