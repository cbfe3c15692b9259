"""What a hostile folder is made of, and what has to come of it.

In texts, `@outside@` stands for a folder with secrets beside the project, `@home@` for the user's
own, `@project@` for the folder itself, and `@python@` for a Python to link to.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path


class Door(StrEnum):
    """A way in which somebody points Evenhand at a folder."""

    CHECK = "check"
    SERVER = "server"
    FIX = "fix"
    """With `--write`."""
    AUDIT = "audit"
    """With `--since`."""
    DOCTOR = "doctor"
    MCP = "mcp"
    """Started in the folder, and asked about the text of each of its files."""


AT_ONCE = (Door.CHECK, Door.FIX)
"""Where one run can take many folders side by side."""
SHELL = (Door.CHECK, Door.FIX, Door.AUDIT)
"""Each time a new process."""
EVERYWHERE = (Door.CHECK, Door.SERVER, Door.FIX, Door.AUDIT)
"""All doors at which a folder is read file by file."""


@dataclass(frozen=True)
class Link:
    """A symbolic link."""

    target: str


@dataclass(frozen=True)
class Program:
    """A file that can be started."""

    text: str


@dataclass(frozen=True)
class Sparse:
    """A file of so many bytes, all zero, which take no room on the disk."""

    size: int


@dataclass(frozen=True)
class Pipe:
    """A FIFO: who opens it waits for somebody at the other end."""


@dataclass(frozen=True)
class Service:
    """A socket in the file system."""


@dataclass(frozen=True)
class Directory:
    """An empty folder."""


READ_AT_A_START = frozenset({"pyproject.toml", ".git", ".gitignore", ".venv"})
"""What the folder that Evenhand is started in may have at its top."""
MOST_BESIDE = 9
"""Entries of a folder for which a run of its own would be mostly its start."""
Entry = str | bytes | Link | Program | Sparse | Pipe | Service | Directory
Step = Callable[[Path], None]
"""Something to do in the project's folder that no `Entry` says."""


@dataclass(frozen=True)
class HostileFolder:
    """One folder that somebody has made to be trouble.

    Besides what is said here, all of them have two ordinary files with a known finding, which has
    to be reported or repaired whatever is beside them.
    """

    name: str
    what: str
    """What is in it, in one sentence."""
    entries: Mapping[str | bytes, Entry]
    """By path in the folder; `..` leads out of it."""
    doors: tuple[Door, ...] = (Door.CHECK, Door.SERVER)
    place: str = "project"
    """Where the folder is: beside `outside`, or below `home`."""
    says: str = ""
    """A pattern of what the user is told by `check`."""
    verdicts: Mapping[str, str] = field(default_factory=dict)
    """By `file:function`: the verdicts that are right, parted by ` or `."""
    repaired: tuple[str, ...] = ()
    """Files besides the two that `fix` has to repair, and change in their middle line alone."""
    intact: tuple[str, ...] = ()
    """Files that `fix` may repair in that line, or leave as they are."""
    unchanged: tuple[str, ...] = ()
    """Files that `fix` has to leave as they are."""
    repository: bool = False
    """Whether it is a repository also where nobody asks Git."""
    git: tuple[str, ...] = ()
    """Commands of Git that prepare the repository, once all is committed and edited."""
    prepare: Step | None = None
    """Done last."""
    meanwhile: Step | None = None
    """Done over and over while Evenhand is at work."""
    arguments: tuple[str, ...] = ()
    """Options of the command line."""
    environment: Mapping[str, str] = field(default_factory=dict)
    file_blocks: int = 0
    """Most blocks of 1 KiB that a file may get, as if the disk were full; 0: any number."""
    trusted: bool = True
    """Whether the editor says that the workspace is trusted."""
    runs: bool = True
    """Whether the two neighbours are run; else they are only read."""
    needs_walls: bool = False
    """Whether it can be held by the operating system alone."""
    moving: tuple[str, ...] = ()
    """Files that change by themselves."""
    may_refuse: bool = False
    """Whether `audit` may refuse the whole repository, in a sentence."""
    unread: tuple[str, ...] = ()
    """Files of which nothing needs to be said."""
    odd_names: bool = False
    """Whether names cannot be compared with the report, since it escapes them."""

    @property
    def may_be_beside_others(self) -> bool:
        """Whether a run over it and others is as hard for Evenhand as one in it alone, and shorter."""
        tops = {os.fsdecode(path).split("/")[0] for path in self.entries}
        starts_otherwise = self.arguments or self.environment or self.file_blocks
        is_active = self.meanwhile or self.repository or self.git
        is_small = len(self.entries) <= MOST_BESIDE
        is_ordinary = self.place == "project" and self.trusted and self.runs and is_small
        is_special = starts_otherwise or is_active or self.needs_walls or self.may_refuse
        return is_ordinary and not is_special and not tops & {*READ_AT_A_START, ".."}


def together(
    name: str, what: str, folders: Sequence[HostileFolder], doors: tuple[Door, ...]
) -> HostileFolder:
    """One folder with others in it, each beside a source that is to be judged."""
    entries: dict[str | bytes, Entry] = {}
    unread: list[str] = []
    for folder in folders:
        inside = {**folder.entries, "judged.py": JUDGED}
        entries |= {f"{folder.name}/{os.fsdecode(path)}": e for path, e in inside.items()}
        unread += [f"{folder.name}/{path}" for path in folder.unread]

    told = [re.escape(folder.name) for folder in folders if folder.says]
    return HostileFolder(
        name,
        what,
        entries,
        doors,
        says="(?s)" + "".join(f"(?=.*{name}/)" for name in told),
        verdicts={f"{folder.name}/judged.py:fee": "biased" for folder in folders},
        unread=tuple(unread),
    )


JUDGED = "def fee(age):\n    return 10 if age > 65 else 20\n"
