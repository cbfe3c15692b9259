"""Which Python files a user means who names files and folders."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pathspec import GitIgnoreSpec

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
    exclusions of the nearest settings and `exclude` (patterns of the current folder) are
    honoured; symbolic links to folders are not followed.
    """
    files: dict[Path, Path] = {}
    problems: list[str] = []
    for path in paths:
        if path.is_dir():
            found = _below(path, settings_for, exclude, problems)
        elif path.exists():
            found = [path]
        else:
            found = []
            problems.append(f"{path}: no such file or folder")
        for file in found:
            files.setdefault(file.resolve(), file)
    return Walk(tuple(files.values()), tuple(problems))


@dataclass(frozen=True, slots=True)
class _Rules:
    """Patterns of one origin, which count from `base` down."""

    base: Path
    spec: GitIgnoreSpec

    def verdict(self, path: Path, is_folder: bool) -> bool | None:
        """True: passed over; False: taken on purpose; None: not mentioned."""
        if not path.is_relative_to(self.base) or path == self.base:
            return None
        relative = path.relative_to(self.base).as_posix()
        return self.spec.check_file(relative + "/" if is_folder else relative).include


@dataclass(slots=True)
class _Walker:
    settings_for: Callable[[Path], Settings]
    start: Path
    own: tuple[_Rules, ...]
    problems: list[str]
    found: list[Path] = field(default_factory=list)

    def walk(self, folder: Path, ignores: tuple[_Rules, ...]) -> None:
        ignores = (*ignores, *_gitignore(folder))
        excludes = (*self.own, _exclusions(self.settings_for(folder), self.start))
        for entry in self._entries(folder):
            path = Path(entry.path)
            is_folder = entry.is_dir(follow_symlinks=False)
            if not is_folder and not (entry.name.endswith(".py") and entry.is_file()):
                continue
            absolute = _absolute(path)
            if _ignored(absolute, is_folder, ignores) or any(
                rules.verdict(absolute, is_folder) for rules in excludes
            ):
                continue
            if is_folder:
                self.walk(path, ignores)
            else:
                self.found.append(path)

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
    own = _Rules(_base(Path.cwd(), start), GitIgnoreSpec.from_lines(exclude))
    walker = _Walker(settings_for, start, (own,), problems)
    walker.walk(folder, _ignores_above(start))
    return walker.found


def _exclusions(settings: Settings, start: Path) -> _Rules:
    spec = GitIgnoreSpec.from_lines((*settings.exclude, *settings.extend_exclude))
    base = settings.source.parent if settings.source else start
    rules = _Rules(_base(base, start), spec)
    # Whoever names an excluded folder means its contents.
    return _Rules(start, spec) if rules.verdict(start, True) else rules


def _absolute(path: Path) -> Path:
    return Path(os.path.abspath(path))


def _base(preferred: Path, start: Path) -> Path:
    return preferred if start.is_relative_to(preferred) else start


def _ignored(path: Path, is_folder: bool, ignores: tuple[_Rules, ...]) -> bool:
    for rules in reversed(ignores):
        verdict = rules.verdict(path, is_folder)
        if verdict is not None:
            return verdict
    return False


def _ignores_above(start: Path) -> tuple[_Rules, ...]:
    """The .gitignore files above `start` in its repository, outermost first."""
    if (start / ".git").exists():
        return ()
    above: list[Path] = []
    for parent in start.parents:
        above.append(parent)
        if (parent / ".git").exists():
            break
    else:
        return ()
    rules = tuple(rule for folder in reversed(above) for rule in _gitignore(folder))
    return () if _ignored(start, True, rules) else rules


def _gitignore(folder: Path) -> tuple[_Rules, ...]:
    try:
        text = (folder / ".gitignore").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ()
    return (_Rules(_absolute(folder), GitIgnoreSpec.from_lines(text.splitlines())),)
