"""Ask Git what text it has of a file, and from where a change is counted.

A repository comes from a stranger, and its configuration can name programs for nearly everything
that Git does: filters, differences, hooks, fetching. So it is asked only for names and objects, as
they are stored, and files are compared here, by their content.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from evenhand.doors.bounded_process import OutOfBoundsError, answer_of
from evenhand.doors.files import Unreadable, is_there, read_text
from evenhand.doors.printable import cut
from evenhand.doors.programs import lies_in, path_outside, program

SECONDS, QUICK_SECONDS = 20.0, 5.0
"""For one answer, and for one that takes a moment in any repository."""
QUICK = frozenset({"rev-parse"})
"""What asks about a name of a revision: the first question, which hangs where the settings do."""
LONGEST_SHOWN = 100
"""Characters of a revision that a sentence shows."""
MOST_BYTES = 1 << 26
"""Of one answer: the names of half a million files."""
SWITCHED_OFF = (
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.alternateRefsCommand=true",
    "core.sshCommand=false",
    "core.askPass=false",
    "core.gitProxy=none",
    "credential.helper=",
    "fetch.recurseSubmodules=false",
    "submodule.recurse=false",
    "protocol.allow=never",
    "protocol.ext.allow=never",
    "safe.bareRepository=explicit",
)
"""Everything by which a configuration could start a program, though no question here needs it."""
ENVIRONMENT = {
    "GIT_ALLOW_PROTOCOL": "none",  # it outranks every protocol.NAME.allow of the repository
    "GIT_ASKPASS": "false",
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_GRAFT_FILE": os.devnull,
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_PAGER": "cat",
    "GIT_SSH_COMMAND": "false",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
KEPT = ("GIT_CONFIG_NOSYSTEM", "SUDO_UID", "SYSTEMROOT")
PLACES = ("HOME", "XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM")
"""Of the user's variables: where his own configuration is, which names the safe folders."""
_ID = re.compile(rb"[0-9a-f]{40}|[0-9a-f]{64}")


class GitError(Exception):
    """Why Git cannot answer, in one sentence for the user."""


@dataclass(frozen=True, slots=True)
class Change:
    """From where a branch began to the files as they are on disk, committed or not."""

    root: Path
    base: str
    """The commit from which the change is counted."""
    blobs: Mapping[bytes, bytes]
    """What that commit has: by the path below `root`, the id of the content."""
    note: str = ""
    """What the user has to know of where it is counted from; empty if it is the right place."""

    def touches(self, file: Path, data: bytes) -> bool:
        """Whether a file of this repository is new or edited, now that it holds `data`.

        Line ends count for nothing: Git can be asked to change them.
        """
        path = _real(file)
        if repository_root(path.parent) != self.root:
            return False
        before = self._blob(path)
        return before is None or not self.is_text_of(before, data)

    def old_text(self, file: Path) -> bytes | None:
        """The bytes of a file before the change; None if the file is new.

        Raises `GitError`.
        """
        blob = self._blob(_real(file))
        return None if blob is None else self.text_of(blob)

    def text_of(self, blob: bytes) -> bytes:
        """The bytes of which this is the id; raises `GitError`."""
        return _answer(self.root, "cat-file", "blob", blob.decode())

    def gone(self, ending: str) -> list[tuple[str, bytes]]:
        """The files with this ending that are no more where they were: their paths and ids."""
        names = [(os.fsdecode(path), blob) for path, blob in self.blobs.items()]
        there = [(name, blob) for name, blob in names if name.endswith(ending)]
        return [(name, blob) for name, blob in there if not is_there(self.root / name)]

    def is_text_of(self, blob: bytes, data: bytes) -> bool:
        """Whether `data` is what has this id, line ends aside."""
        return blob in _possible_ids(data, len(blob))

    def _blob(self, path: Path) -> bytes | None:
        """The id of a file's content in that commit, by the real path; None if it is new."""
        if not path.is_relative_to(self.root):
            return None
        return self.blobs.get(os.fsencode(path.relative_to(self.root).as_posix()))


def change_since(folder: Path, revision: str) -> Change:
    """What has changed in the repository around `folder` since it left `revision`.

    Raises `GitError`.
    """
    root = repository_root(_real(folder))
    if root is None:
        raise GitError(f"{folder} is not in a Git repository")

    _refuse_another(root)
    base, is_shared = _base(root, revision)
    entries = _answer(root, "ls-tree", "-r", "-z", "--full-tree", base)
    note = "" if is_shared else _not_shared(root, revision)
    return Change(root, base, dict(_blobs(entries)), note)


def staged_text(file: Path) -> bytes | None:
    """The bytes of a file that Git would commit; None if Git does not track it.

    Raises `GitError`.
    """
    path = _real(file)
    root = repository_root(path.parent)
    if root is None:
        return None

    _refuse_another(root)
    name = path.relative_to(root).as_posix()
    status, blob, _ = _asked(root, "cat-file", "blob", f":0:{name}")
    return blob if status == 0 else None


def repository_root(folder: Path) -> Path | None:
    """The nearest folder with a `.git`, at or above `folder`; None if there is none."""
    for candidate in (folder, *folder.parents):
        if is_there(candidate / ".git"):
            return candidate
    return None


def _refuse_another(root: Path) -> None:
    """Raise `GitError` if Git would not use what is called `.git`, but another repository.

    It may find one above, or one that is kept as plain files in `root`, as versions before 2.38 do.
    """
    answer = _answer(root, "rev-parse", "--absolute-git-dir")
    if _real(Path(os.fsdecode(answer).removesuffix("\n"))) != _git_folder(root / ".git"):
        raise GitError(f"{root / '.git'} is no repository")


def _git_folder(path: Path) -> Path:
    """The folder that is `path`, or that is named in the file there."""
    text = read_text(path, errors="surrogateescape")
    if isinstance(text, Unreadable):
        return _real(path)
    return _real(path.parent / text.removeprefix("gitdir: ").rstrip("\r\n"))


def _base(root: Path, revision: str) -> tuple[str, bool]:
    """The commit where `revision` and HEAD parted, and True; else `revision` itself, and False."""
    name = f"{revision}^{{commit}}"
    status, commit, _ = _asked(root, "rev-parse", "--verify", "--quiet", "--end-of-options", name)
    if status != 0 or not _ID.fullmatch(commit.strip()):
        raise GitError(
            f"there is no commit or branch `{cut(revision, LONGEST_SHOWN)}` here{_if_shallow(root)}"
        )

    status, common, _ = _asked(root, "merge-base", commit.strip().decode(), "HEAD")
    is_shared = status == 0 and _ID.fullmatch(common.strip()) is not None
    return (common if is_shared else commit).strip().decode(), is_shared


def _not_shared(root: Path, revision: str) -> str:
    what = "and HEAD have no commit in common here, so what has changed on either counts"
    return f"`{cut(revision, LONGEST_SHOWN)}` {what}{_if_shallow(root)}"


def _if_shallow(root: Path) -> str:
    """What to do about a clone without the whole history; empty if it has all of it."""
    _, answer, _ = _asked(root, "rev-parse", "--is-shallow-repository")
    if answer.strip() != b"true":
        return ""
    return "; this clone is shallow: `git fetch --unshallow`, or `fetch-depth: 0` for checkout"


def _blobs(entries: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Path and id of each file that `ls-tree` lists, as `MODE blob ID<tab>PATH`."""
    for entry in entries.split(b"\0"):
        about, _, path = entry.partition(b"\t")
        match about.split(b" "):
            case [_, b"blob", blob] if _ID.fullmatch(blob):
                yield path, blob


def _possible_ids(data: bytes, digits: int) -> set[bytes]:
    """The ids under which Git may have a file with `data`, each with so many digits."""
    return {_blob_id(text, digits) for text in (data, data.replace(b"\r\n", b"\n"))}


def _blob_id(data: bytes, digits: int) -> bytes:
    content = b"blob %d\0" % len(data) + data
    if digits == 64:
        return hashlib.sha256(content).hexdigest().encode()
    return hashlib.sha1(content, usedforsecurity=False).hexdigest().encode()


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _answer(root: Path, *question: str) -> bytes:
    status, answer, complaint = _asked(root, *question)
    if status != 0:
        raise GitError(f"git says: {_complaint(complaint)}")
    return answer


def _complaint(complaint: bytes) -> str:
    """The first line of what Git said, since what follows is advice to type commands."""
    lines = complaint.decode(errors="replace").strip().splitlines()
    fatal = (line for line in lines if line.startswith("fatal: "))
    return next(fatal, lines[0] if lines else "nothing").removeprefix("fatal: ")


def _asked(root: Path, *question: str) -> tuple[int, bytes, bytes]:
    """Git's exit status, its answer, and what it complained about."""
    git = program("git", root)
    if git is None:
        raise GitError("Git is not installed, or only inside of the folder that is checked")

    switches = (part for setting in SWITCHED_OFF for part in ("-c", setting))
    command = [git, "--no-pager", *switches, "-C", str(root), *question]
    try:
        seconds = QUICK_SECONDS if question[0] in QUICK else SECONDS
        return answer_of(command, _environment(root), seconds, MOST_BYTES)
    except OutOfBoundsError as error:
        raise GitError(f"`git {question[0]}` {error}") from error
    except OSError as error:
        raise GitError(f"git cannot be started ({error.strerror})") from error


def _environment(root: Path) -> dict[str, str]:
    own = {name: os.environ[name] for name in (*KEPT, *PLACES) if name in os.environ}
    for name in PLACES:
        place = Path(own.get(name, ""))
        if not place.is_absolute() or lies_in(place, root):
            own.pop(name, None)
    ceiling = {"GIT_CEILING_DIRECTORIES": str(root.parent)}
    return {**own, **ENVIRONMENT, **ceiling, "PATH": path_outside(root)}
