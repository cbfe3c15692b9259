"""The project of a file: how far its folder reaches, and what of it checked code may read.

The author of a folder also chose its links and markers, and other users may have put files into a
folder above it. So a project never reaches a home folder, the root of the file system, a folder of
another owner, another device or a folder that every user may write to; and a folder is readable
only if it really is inside the project, whatever its name says.
"""

from __future__ import annotations

import functools
import itertools
import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from evenhand.doors.files import Unreadable, is_folder, is_there, is_within, real_path

try:
    import pwd
except ImportError:  # Windows
    pwd = None  # type: ignore[assignment]

MARKERS = (".git", "pyproject.toml")
"""What the topmost folder of a project holds; the first that is anywhere above decides."""
MOST_FOLDERS_BETWEEN = 4
"""Above a file and below its project's root, from which it may import."""

_Identity = tuple[int, int]
"""Device and number of a folder, whatever its path."""


@dataclass(frozen=True, slots=True)
class Project:
    """The folder that a file belongs to."""

    root: Path
    """Absolute, as the user's path leads there; its links are not resolved."""
    shared: bool = False
    """Whether the root also holds what is not the project's, as a home folder does."""

    def contains(self, path: Path) -> bool:
        """Whether a path really leads into the project."""
        return is_within(path, self.root)

    @property
    def readable(self) -> tuple[str, ...]:
        """What checked code may read of the file system, links resolved; nothing if `shared`."""
        real = real_path(self.root)
        if self.shared or isinstance(real, Unreadable):
            return ()
        return (str(real),)


def project_of(folder: Path) -> Project:
    """The project of the files in a folder, which need not exist.

    Its root is the nearest folder with a `.git`, else the nearest with a pyproject.toml, else the
    topmost package around `folder`, else `folder` itself.
    """
    folder = Path(os.path.abspath(folder))
    reach = list(_reach(folder))
    if not reach:
        return Project(folder, shared=True)

    for marker in MARKERS:
        for candidate in reach:
            if is_there(candidate / marker):
                return Project(candidate)
    packages = _packages(reach)
    return Project(packages[-1] if packages else folder)


def root_around(path: Path, home: Path) -> Path:
    """The folder that a path may not leave by a link.

    It is the project of `home` if the path names something below that, else its own project.
    """
    root, absolute = project_of(home).root, Path(os.path.abspath(path))
    return root if absolute.is_relative_to(root) else project_of(absolute.parent).root


def folders_up(folder: Path) -> tuple[Path, ...]:
    """A folder and those above it, up to the root of its project."""
    folder = Path(os.path.abspath(folder))
    return _up_to(folder, project_of(folder))


def import_folders(folder: Path, project: Project) -> tuple[str, ...]:
    """Where files of a folder may import from: their package, it, the project and its `src`.

    The first may be above the root, if that is a package; what is beside the root is not readable.
    Last come the folders between: a program may be started in any of them, also in a package.
    """
    folder = Path(os.path.abspath(folder))
    if project.shared:
        return ()

    between = _up_to(folder, project)[1:-1]
    inside = dict.fromkeys(
        (folder, project.root / "src", project.root, *between[:MOST_FOLDERS_BETWEEN])
    )
    folders = [f for f in inside if is_folder(f) and project.contains(f)]
    packages = _packages(_up_to(folder, project))
    if packages and folder in folders:
        folders.insert(0, packages[-1].parent)
    return tuple(dict.fromkeys(map(str, folders)))


def packages_around(folder: Path) -> list[Path]:
    """The packages of its project that a folder is and is in, innermost first."""
    return _packages(folders_up(folder))


def _up_to(folder: Path, project: Project) -> tuple[Path, ...]:
    folders = (folder, *folder.parents)
    return folders[: folders.index(project.root) + 1]


def _packages(folders: Sequence[Path]) -> list[Path]:
    """The packages around the first of `folders`, innermost first."""
    return list(itertools.takewhile(lambda folder: is_there(folder / "__init__.py"), folders))


def _reach(folder: Path) -> Iterator[Path]:
    """The folders from `folder` up that can be one project; none if `folder` itself cannot."""
    start: os.stat_result | None = None
    for candidate in (folder, *folder.parents):
        status = _status(candidate)
        if status is not None:  # a new file may be in a folder that is not there yet
            start = start or status
            if _is_top(candidate, status) or not _is_like(status, start):
                return
        yield candidate


def _is_top(folder: Path, status: os.stat_result) -> bool:
    """Whether a folder is the file system's, holds a user's home, or is one."""
    homes = _folders_around_homes(os.path.expanduser("~"), status.st_uid)
    return folder == folder.parent or _identity(status) in homes


def _is_like(status: os.stat_result, start: os.stat_result) -> bool:
    """Whether a folder's owner and device are those of `start`, and no more people write to it.

    Where everything is open to everybody, as on drives of Windows, that says nothing. A folder in
    which people may not remove each other's files, as /tmp, is meant to be shared.
    """
    if status.st_uid != start.st_uid or status.st_dev != start.st_dev:
        return False
    if os.name != "posix" or not status.st_mode & stat.S_IWOTH:
        return True
    return bool(start.st_mode & stat.S_IWOTH) and not status.st_mode & stat.S_ISVTX


@functools.lru_cache(maxsize=16)
def _folders_around_homes(home: str, owner: int) -> frozenset[_Identity]:
    """`home`, the homes of this process's user and of `owner`, and every folder above them."""
    names = [home, *_home_folders(owner)]
    homes = [Path(os.path.realpath(name)) for name in names if os.path.isabs(name)]
    folders = {folder for path in homes for folder in (path, *path.parents)}
    statuses = map(_status, folders)
    return frozenset(_identity(status) for status in statuses if status is not None)


def _home_folders(owner: int) -> list[str]:
    """The home folders that the system knows of this process's user and of `owner`."""
    if pwd is None:
        return []

    homes: list[str] = []
    for user in (os.getuid(), owner):
        try:
            homes.append(pwd.getpwuid(user).pw_dir)
        except KeyError:  # a container may run as a user without a name
            continue
    return homes


def _status(folder: Path) -> os.stat_result | None:
    try:
        return os.stat(folder)
    except (OSError, ValueError):
        return None


def _identity(status: os.stat_result) -> _Identity:
    return status.st_dev, status.st_ino
