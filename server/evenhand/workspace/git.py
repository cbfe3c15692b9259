"""What a change in a Git repository added or edited."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

_HARMLESS = ("-c", "core.fsmonitor=false", "-c", "protocol.allow=never")
"""A repository can name programs, for watching files and for fetching what is missing."""


class GitError(Exception):
    """Why the repository cannot say what has changed, in one sentence."""


@dataclass(frozen=True, slots=True)
class Change:
    """From where a branch began to the files as they are now, saved or not committed."""

    root: Path
    base: str
    """The commit from which the change is counted."""
    files: frozenset[Path]
    """Files that are new or edited, in full."""

    def old_text(self, file: Path) -> bytes | None:
        """A file as it was; None where it is new."""
        name = file.resolve().relative_to(self.root).as_posix()
        done = _run(self.root, "cat-file", "blob", f"{self.base}:{name}")
        return done.stdout if done.returncode == 0 else None


def change_since(folder: Path, revision: str) -> Change:
    """What has changed in the repository around `folder` since it left `revision`."""
    root = Path(_answer(folder, "rev-parse", "--show-toplevel").rstrip("\n")).resolve()
    commit = f"{revision}^{{commit}}"
    known = _run(root, "rev-parse", "--verify", "--quiet", "--end-of-options", commit)
    if known.returncode != 0:
        raise GitError(f"there is no commit or branch `{revision}` here")
    both = _run(root, "merge-base", known.stdout.decode().strip(), "HEAD")
    base = (both.stdout if both.returncode == 0 else known.stdout).decode().strip()
    changed = _answer(root, "diff", "--name-only", "-z", "--diff-filter=d", "--no-ext-diff", base)
    new = _answer(root, "ls-files", "--others", "--exclude-standard", "-z")
    names = {n for n in (changed + new).split("\0") if n}
    return Change(root, base, frozenset((root / n).resolve() for n in names))


def staged_text(file: Path) -> bytes | None:
    """A file as Git has it, and would commit it; None where Git does not know it."""
    done = _run(file.parent, "cat-file", "blob", f":./{file.name}")
    return done.stdout if done.returncode == 0 else None


def is_staged(file: Path, text: str) -> bool:
    """Whether a text is what Git has of a file, line ends aside."""
    staged = staged_text(file)
    return staged is not None and _lines(staged) == _lines(text.encode(errors="surrogateescape"))


def _lines(data: bytes) -> list[bytes]:
    return data.removeprefix(b"\xef\xbb\xbf").splitlines()


def _answer(folder: Path, *arguments: str) -> str:
    done = _run(folder, *arguments)
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise GitError(f"git says: {said[-1] if said else 'nothing'}")
    return done.stdout.decode(errors="surrogateescape")


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
