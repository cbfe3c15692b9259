"""Which paths the patterns of .gitignore files and settings exclude."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from evenhand.doors.files import Unreadable, read_text
from evenhand.doors.project import Project
from evenhand.lines import lines_of
from evenhand.workspace.patterns import Patterns, patterns_of
from evenhand.workspace.settings import Settings


@dataclass(frozen=True, slots=True)
class Rules:
    """Patterns from one file or setting, which apply from `base` down."""

    base: Path
    patterns: Patterns

    @property
    def left_out(self) -> str:
        """What could not be used, which completes `file: ...`; empty if everything was."""
        return self.patterns.left_out

    @property
    def work(self) -> int:
        """About how much a comparison with a path of ordinary length takes."""
        return self.patterns.work

    def verdict(self, path: str, is_folder: bool) -> bool | None:
        """Whether an absolute path is excluded (True) or included on purpose (False).

        None: no pattern says anything about it.
        """
        base = os.path.join(self.base, "")
        if not path.startswith(base) or not self.patterns.patterns:
            return None

        relative = path[len(base) :].replace(os.sep, "/")
        return self.patterns.verdict(f"{relative}/" if is_folder else relative)


def rules_of(base: Path, lines: Iterable[str]) -> Rules:
    """The rules that some lines of patterns make."""
    return Rules(base, patterns_of(lines))


def gitignore(folder: Path, project: Project) -> Rules | Unreadable:
    """The rules of a folder's own .gitignore file."""
    text = read_text(folder / ".gitignore", within=project.root, errors="replace")
    return text if isinstance(text, Unreadable) else rules_of(folder, lines_of(text))


def decided(gitignores: Sequence[Rules], path: str, is_folder: bool) -> bool:
    """Whether Git ignores a path; the innermost file that mentions it decides."""
    for rules in reversed(gitignores):
        verdict = rules.verdict(path, is_folder)
        if verdict is not None:
            return verdict
    return False


def applied(rules: Iterable[Rules], path: str, is_folder: bool) -> bool:
    """Whether any of these rules excludes a path."""
    return any(rule.verdict(path, is_folder) for rule in rules)


def settings_of_file(settings: Settings, file: Path, folder: Path) -> Settings:
    """The settings of a folder as they hold for one of its files.

    Patterns are relative to the file that has them; without one, to `folder`.
    """
    if not settings.per_file_ignores:
        return settings
    base = settings.source.parent if settings.source else folder
    path = str(file.absolute())
    hidden = [
        code
        for pattern, codes in settings.per_file_ignores
        if rules_of(base, [pattern]).verdict(path, is_folder=False)
        for code in codes
    ]
    return replace(settings, hidden=tuple(hidden))
