"""List the Python files at and below the paths that a user names."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pathspec import GitIgnoreSpec

from evenhand.lines import lines_of
from evenhand.workspace.settings import Settings


@dataclass(frozen=True, slots=True)
class Walk:
    """Files to check, and a sentence for each path that could not be read."""

    files: tuple[Path, ...]
    problems: tuple[str, ...]


def python_files(
    paths: Sequence[Path],
    settings_for: Callable[[Path], Settings],
    exclude: Sequence[str] = (),
) -> Walk:
    """All `.py` files below `paths`, sorted, each once, written as the user wrote the path.

    A file that is named is taken, whatever it is called. Below a folder, .gitignore files, the
    exclusions of the nearest settings and `exclude` (patterns relative to the current folder)
    apply; symbolic links to folders are not followed.
    """
    files: dict[Path, Path] = {}
    problems: list[str] = []
    for path in paths:
        if path.is_dir():
            below = _below(path, settings_for, exclude, problems)
        elif path.exists():
            below = [path]
        else:
            below = []
            problems.append(f"{path}: no such file or folder")

        for file in below:
            files.setdefault(file.resolve(), file)
    return Walk(tuple(files.values()), tuple(problems))


@dataclass(frozen=True, slots=True)
class _Rules:
    """Patterns from one file or setting, which apply from `base` down."""

    base: Path
    spec: GitIgnoreSpec

    def verdict(self, path: Path, is_folder: bool) -> bool | None:
        """Whether a path is excluded (True) or included on purpose (False); None: no pattern."""
        if not path.is_relative_to(self.base) or path == self.base:
            return None
        relative = path.relative_to(self.base).as_posix()
        return self.spec.check_file(relative + "/" if is_folder else relative).include


@dataclass(slots=True)
class _Walker:
    """Collects the files below one folder that a user named."""

    settings_for: Callable[[Path], Settings]
    start: Path
    """The folder that was named, as an absolute path."""
    command_line: _Rules
    problems: list[str]
    files: list[Path] = field(default_factory=list)

    def walk(self, folder: Path, gitignores: tuple[_Rules, ...]) -> None:
        """Collect the files below `folder`; `gitignores` are those of the folders above it."""
        gitignores = (*gitignores, *_gitignore(folder))
        exclusions = _exclusions(self.settings_for(folder), self.start)

        for entry in self._entries(folder):
            is_folder = entry.is_dir(follow_symlinks=False)
            is_python = entry.name.endswith(".py") and entry.is_file()
            if not is_folder and not is_python:
                continue

            path = Path(entry.path)
            if self._is_excluded(_absolute(path), is_folder, gitignores, exclusions):
                continue
            if is_folder:
                self.walk(path, gitignores)
            else:
                self.files.append(path)

    def _is_excluded(
        self, path: Path, is_folder: bool, gitignores: tuple[_Rules, ...], exclusions: _Rules
    ) -> bool:
        if _ignored(path, is_folder, gitignores):
            return True
        return any(r.verdict(path, is_folder) for r in (self.command_line, exclusions))

    def _entries(self, folder: Path) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(folder) as entries:
                return sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            self.problems.append(f"{folder}: cannot be read ({error.strerror})")
            return []


def _below(
    folder: Path,
    settings_for: Callable[[Path], Settings],
    exclude: Sequence[str],
    problems: list[str],
) -> list[Path]:
    start = _absolute(folder)
    command_line = _Rules(_base(Path.cwd(), start), GitIgnoreSpec.from_lines(exclude))
    walker = _Walker(settings_for, start, command_line, problems)
    walker.walk(folder, _gitignores_above(start))
    return walker.files


def _exclusions(settings: Settings, start: Path) -> _Rules:
    """What the settings exclude below `start`."""
    spec = GitIgnoreSpec.from_lines((*settings.exclude, *settings.extend_exclude))
    base = settings.source.parent if settings.source else start
    rules = _Rules(_base(base, start), spec)
    # A user who names an excluded folder means its contents.
    return _Rules(start, spec) if rules.verdict(start, True) else rules


def _absolute(path: Path) -> Path:
    return Path(os.path.abspath(path))


def _base(preferred: Path, start: Path) -> Path:
    return preferred if start.is_relative_to(preferred) else start


def _ignored(path: Path, is_folder: bool, gitignores: tuple[_Rules, ...]) -> bool:
    """Whether Git ignores a path; the innermost file that mentions it decides."""
    for rules in reversed(gitignores):
        verdict = rules.verdict(path, is_folder)
        if verdict is not None:
            return verdict
    return False


def _gitignores_above(start: Path) -> tuple[_Rules, ...]:
    """The .gitignore files above `start` in its repository, outermost first.

    None of them if they ignore `start` itself, which the user has named.
    """
    above = _folders_above_in_repository(start)
    rules = tuple(rule for folder in reversed(above) for rule in _gitignore(folder))
    return () if _ignored(start, True, rules) else rules


def _folders_above_in_repository(start: Path) -> list[Path]:
    """The folders above `start` up to its repository's root; none outside of a repository."""
    if (start / ".git").exists():
        return []

    above: list[Path] = []
    for parent in start.parents:
        above.append(parent)
        if (parent / ".git").exists():
            return above
    return []


def _gitignore(folder: Path) -> tuple[_Rules, ...]:
    """The rules of a folder's own .gitignore file; empty if it has none."""
    try:
        text = (folder / ".gitignore").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ()
    return (_Rules(_absolute(folder), GitIgnoreSpec.from_lines(lines_of(text))),)
