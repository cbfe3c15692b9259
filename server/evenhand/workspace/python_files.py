"""List the files of code at and below the paths that a user names."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from evenhand.doors.files import (
    LEADS_OUT,
    Entry,
    Kind,
    Listing,
    Unreadable,
    is_there,
    is_within,
    kind_of,
    list_folder,
    real_path,
)
from evenhand.doors.project import Project, folders_up, project_of, root_around
from evenhand.workspace.ignoring import Rules, applied, decided, gitignore, rules_of
from evenhand.workspace.settings import DEFAULT_EXCLUDE, Settings
from evenhand.workspace.sources import PYTHON

MOST_ENTRIES = 1_000_000
"""Names that are looked at below one folder that a user named."""
MOST_LEVELS = 100
"""Folders inside of folders."""
MOST_WORK = 100_000_000
"""Of comparing names with patterns, as `Rules` count it; this takes about a minute."""
MOST_PROBLEMS = 50

_REST = "the rest was not looked at"
_LEADS_OUT = f"was not read ({LEADS_OUT})"
_NO_FILE = "was not read (it is a named pipe, a socket or a device)"


@dataclass(frozen=True, slots=True)
class Walk:
    """Files to check, and a sentence for each path that could not be read."""

    files: tuple[Path, ...]
    problems: tuple[str, ...]


def python_files(
    paths: Sequence[Path],
    settings_for: Callable[[Path], Settings],
    exclude: Sequence[str] = (),
    endings: tuple[str, ...] = (PYTHON,),
) -> Walk:
    """All files with `endings` below `paths`, sorted, each once, written as the user did.

    A file that is named is taken, whatever it is called. Below a folder, .gitignore files, the
    exclusions of the nearest settings and `exclude` (patterns relative to the current folder)
    apply; links to folders are not followed, and those to files only inside of the project.
    """
    files: dict[Path, Path] = {}
    problems: dict[str, None] = {}
    for path in paths:
        kind = kind_of(path)
        problem = _problem(path, kind)
        below: list[Path] = []
        if problem:
            problems[problem] = None
        elif kind is Kind.FOLDER:
            below = _below(path, settings_for, exclude, endings, problems)
        else:
            below = [path]

        for file in below:
            real = real_path(file)
            files.setdefault(file if isinstance(real, Unreadable) else real, file)
    return Walk(tuple(files.values()), _bounded(list(problems)))


def _problem(path: Path, kind: Kind | Unreadable) -> str:
    """Why a path that was named is not looked at; empty if it is."""
    if isinstance(kind, Unreadable):
        why = "no such file or folder" if kind.absent else f"cannot be read ({kind.reason})"
        return f"{path}: {why}"
    if kind is Kind.OTHER:
        return f"{path}: {_NO_FILE}"
    return "" if is_within(path, root_around(path, Path.cwd())) else f"{path}: {_LEADS_OUT}"


def _bounded(problems: Sequence[str]) -> tuple[str, ...]:
    left = len(problems) - MOST_PROBLEMS
    if left <= 0:
        return tuple(problems)
    return (*problems[:MOST_PROBLEMS], f"{left:,} more names could not be read")


def _below(
    folder: Path,
    settings_for: Callable[[Path], Settings],
    exclude: Sequence[str],
    endings: tuple[str, ...],
    problems: dict[str, None],
) -> list[Path]:
    start = Path(os.path.abspath(folder))
    command_line = rules_of(_base(Path.cwd(), start), exclude)
    walker = _Walker(settings_for, start, project_of(start), command_line, endings, problems)
    walker.walk(_Place(folder, start, walker.above(), 0))
    return walker.files


def _base(preferred: Path, start: Path) -> Path:
    return preferred if start.is_relative_to(preferred) else start


@dataclass(frozen=True, slots=True)
class _Place:
    """A folder on the way, and what applies to it."""

    path: Path
    """As the user wrote its beginning."""
    absolute: Path
    gitignores: tuple[Rules, ...]
    """Of the folders above it, outermost first."""
    level: int


@dataclass(slots=True)
class _Walker:
    """Collects the files below one folder that a user named."""

    settings_for: Callable[[Path], Settings]
    start: Path
    """The folder that was named, as an absolute path."""
    project: Project
    command_line: Rules
    endings: tuple[str, ...]
    """Of the names of files."""
    problems: dict[str, None]
    """In their order, each once."""
    files: list[Path] = field(default_factory=list)
    entries: int = 0
    work: int = 0

    def walk(self, first: _Place) -> None:
        """Collect the files below a folder, without recursion: trees may be deep."""
        waiting: list[_Place | Path] = [first]
        while waiting and self.entries < MOST_ENTRIES:
            place = waiting.pop()
            if isinstance(place, _Place):
                waiting += reversed(self._inside(place))
            else:
                self.files.append(place)

        if self.entries >= MOST_ENTRIES:
            self._complain(self.start, f"has more than {MOST_ENTRIES:,} names below it; {_REST}")

    def above(self) -> tuple[Rules, ...]:
        """The .gitignore files above the start in its repository, outermost first.

        None of them if they ignore the start itself, which the user has named.
        """
        *_, root = folders = folders_up(self.start)
        if not is_there(root / ".git"):
            return ()
        above = [rules for f in reversed(folders[1:]) for rules in self._gitignore(f)]
        return () if decided(above, str(self.start), is_folder=True) else tuple(above)

    def _inside(self, place: _Place) -> list[_Place | Path]:
        """The files of a folder that are to be checked, and the folders to look into."""
        gitignores = (*place.gitignores, *self._gitignore(place.absolute))
        exclusions = self._exclusions(place.path)

        inside: list[_Place | Path] = []
        for entry in self._entries(place):
            path, absolute = place.path / entry.name, place.absolute / entry.name
            if entry.kind is not Kind.FOLDER and not entry.name.endswith(self.endings):
                continue
            if self._is_excluded(str(absolute), entry, gitignores, exclusions):
                continue

            if entry.kind is Kind.FOLDER:
                inside.append(_Place(path, absolute, gitignores, place.level + 1))
            elif self._is_file(path, entry):
                inside.append(path)
        return inside

    def _entries(self, place: _Place) -> Sequence[Entry]:
        if place.level > MOST_LEVELS:
            self._complain(place.path, f"is more than {MOST_LEVELS} folders deep; {_REST}")
            return ()

        listing = list_folder(place.path)
        if not isinstance(listing, Listing):
            self._complain(place.path, f"cannot be read ({listing.reason})")
            return ()
        if not listing.complete:
            self._complain(place.path, f"has more than {len(listing.entries):,} names; {_REST}")
        self.entries += len(listing.entries)
        return listing.entries

    def _is_file(self, path: Path, entry: Entry) -> bool:
        """Whether what has the name of a file to check is one, or a link to one in the project."""
        if entry.kind is Kind.FILE:
            return True

        kind = kind_of(path)
        if isinstance(kind, Unreadable):
            if not kind.absent:  # editors make links to nowhere to say that a file is in use
                self._complain(path, f"cannot be read ({kind.reason})")
            return False
        if kind is Kind.FILE and not self.project.contains(path):
            self._complain(path, _LEADS_OUT)
            return False
        if kind is Kind.OTHER:
            self._complain(path, _NO_FILE)
        return kind is Kind.FILE

    def _is_excluded(
        self, path: str, entry: Entry, gitignores: Sequence[Rules], exclusions: Rules
    ) -> bool:
        is_folder = entry.kind is Kind.FOLDER
        if self.work > MOST_WORK:
            self._complain(self.start, "has too many patterns for its files; some were not used")
            return applied(
                (self.command_line, rules_of(self.start, DEFAULT_EXCLUDE)), path, is_folder
            )

        everything = (*gitignores, self.command_line, exclusions)
        self.work += sum(rules.work for rules in everything) * (1 + len(path) // 100)
        if decided(gitignores, path, is_folder):
            return True
        return applied((self.command_line, exclusions), path, is_folder)

    def _exclusions(self, folder: Path) -> Rules:
        """What the settings of a folder exclude below the start."""
        settings = self.settings_for(folder)
        base = settings.source.parent if settings.source else self.start
        rules = rules_of(_base(base, self.start), (*settings.exclude, *settings.extend_exclude))
        if rules.left_out:
            self._complain(settings.source or self.start, rules.left_out)

        # A user who names an excluded folder means its contents.
        if rules.verdict(str(self.start), is_folder=True):
            return Rules(self.start, rules.patterns)
        return rules

    def _gitignore(self, folder: Path) -> tuple[Rules, ...]:
        """The rules of a folder's own .gitignore file; empty if it has none."""
        rules = gitignore(folder, self.project)
        if isinstance(rules, Unreadable):
            if not rules.absent:
                self._complain(folder / ".gitignore", f"cannot be read ({rules.reason})")
            return ()
        if rules.left_out:
            self._complain(folder / ".gitignore", rules.left_out)
        return (rules,)

    def _complain(self, path: Path, what: str) -> None:
        self.problems[f"{path}: {what}"] = None
