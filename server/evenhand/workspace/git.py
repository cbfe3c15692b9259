"""Ask Git what a change added or edited, and what text it has of a file."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

_HARMLESS = ("-c", "core.fsmonitor=false", "-c", "protocol.allow=never")
"""Off, since a repository's configuration can name programs to watch files or fetch objects."""


class GitError(Exception):
    """Why Git cannot answer, in one sentence for the user."""


@dataclass(frozen=True, slots=True)
class Change:
    """From where a branch began to the files as they are on disk, committed or not."""

    root: Path
    base: str
    """The commit from which the change is counted."""
    files: frozenset[Path]
    """New and edited files, as absolute paths."""

    def old_text(self, file: Path) -> bytes | None:
        """The bytes of a file before the change; None if the file is new."""
        name = file.resolve().relative_to(self.root).as_posix()
        blob = _run(self.root, "cat-file", "blob", f"{self.base}:{name}")
        return blob.stdout if blob.returncode == 0 else None


def change_since(folder: Path, revision: str) -> Change:
    """What has changed in the repository around `folder` since it left `revision`.

    Raises `GitError`.
    """
    root = Path(_answer(folder, "rev-parse", "--show-toplevel").rstrip("\n")).resolve()
    base = _base(root, revision)
    edited = _answer(root, "diff", "--name-only", "-z", "--diff-filter=d", "--no-ext-diff", base)
    untracked = _answer(root, "ls-files", "--others", "--exclude-standard", "-z")

    names = {name for name in (edited + untracked).split("\0") if name}
    return Change(root, base, frozenset((root / name).resolve() for name in names))


def staged_text(file: Path) -> bytes | None:
    """The bytes of a file that Git would commit; None if Git does not track it."""
    blob = _run(file.parent, "cat-file", "blob", f":./{file.name}")
    return blob.stdout if blob.returncode == 0 else None


def is_staged(file: Path, text: str) -> bool:
    """Whether `text` is what Git would commit of a file, line ends aside."""
    staged = staged_text(file)
    return staged is not None and _lines(staged) == _lines(text.encode(errors="surrogateescape"))


def _base(root: Path, revision: str) -> str:
    """The commit where `revision` and HEAD parted, or `revision` itself if they share none."""
    name = f"{revision}^{{commit}}"
    commit = _run(root, "rev-parse", "--verify", "--quiet", "--end-of-options", name)
    if commit.returncode != 0:
        raise GitError(f"there is no commit or branch `{revision}` here")

    common = _run(root, "merge-base", commit.stdout.decode().strip(), "HEAD")
    base = common if common.returncode == 0 else commit
    return base.stdout.decode().strip()


def _lines(data: bytes) -> list[bytes]:
    return data.removeprefix(b"\xef\xbb\xbf").splitlines()


def _answer(folder: Path, *arguments: str) -> str:
    process = _run(folder, *arguments)
    if process.returncode != 0:
        lines = process.stderr.decode(errors="replace").strip().splitlines()
        raise GitError(f"git says: {lines[-1] if lines else 'nothing'}")
    return process.stdout.decode(errors="surrogateescape")


def _run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(
            ["git", *_HARMLESS, "-C", str(folder), *arguments],
            capture_output=True,
            check=False,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0"},
        )
    except OSError as error:
        raise GitError(f"git cannot be started ({error.strerror})") from error
