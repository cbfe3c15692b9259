"""Lays a hostile folder among things that are none of its business, and sees what became of them."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import socket
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from folders.definition import (
    Directory,
    Door,
    Entry,
    HostileFolder,
    Link,
    Pipe,
    Program,
    Service,
    Sparse,
)

NEIGHBOURS = {
    "a_neighbour.py": (
        'def score_a(years, gender):\n    return years * 2 + (10 if gender == "male" else 0)\n'
    ),
    "z_neighbour.py": (
        'def score_z(years, gender):\n    return years * 3 + (10 if gender == "male" else 0)\n'
    ),
}
"""Beside every folder's own files; the first and the last of them."""
LEAKS = """\
def fee(age):
    return "@secret@" if age > 65 else "none"
"""
KEY = "CANARY_KEY"
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""What a terminal obeys, or shows in another order than it stands."""


class World:
    """A user's machine; `lay` puts a folder into it, and `seen` says what it has reached."""

    def __init__(self, root: Path) -> None:
        self.root, self.home, self.outside = root, root / "home", root / "outside"
        self.project = root / "project"
        self._projects: list[Path] = []
        self.secret = secrets.token_hex(8)
        self._own, self._temp = root / "own", root / "temp"
        self._before: dict[bytes, object] = {}

    @property
    def environment(self) -> dict[str, str]:
        """That of the user, with a key that must not get out."""
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        own = {
            name: str(self._own / name.lower())
            for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "EVENHAND_LEDGER")
        }
        home = {"HOME": str(self.home), "TMPDIR": str(self._temp), KEY: self.secret}
        return {**kept, **own, **home, "EVENHAND_NO_CACHE": "1"}  # every door runs what it checks

    def lay(self, folder: HostileFolder, door: Door) -> None:
        """Build everything anew, with `folder` in it."""
        self.lay_side_by_side([folder], door)

    def lay_side_by_side(self, folders: Sequence[HostileFolder], door: Door) -> None:
        """Build everything anew, with each of the folders in its place."""
        self.clear(but=(self._own, self._temp))
        for path in (self.home / ".ssh", self.outside, self._own, self._temp):
            path.mkdir(parents=True, exist_ok=True)
        self._projects = []
        for folder in folders:
            self.turn_to(folder)
            self._projects.append(self.project)
            self.project.mkdir(parents=True)
            self._hide_secrets()
            self._fill(folder, door)
        self._before = self._state()

    def turn_to(self, folder: HostileFolder) -> None:
        """Have `project` be where a folder is."""
        self.project = self.root / folder.place

    def _fill(self, folder: HostileFolder, door: Door) -> None:
        if door is Door.AUDIT or folder.repository:
            self._commit_before(folder)
        for name, text in NEIGHBOURS.items():
            (self.project / name).write_text(text)
        for written, entry in folder.entries.items():
            self._put(os.fsencode(self.project) + b"/" + os.fsencode(written), entry)
        for command in folder.git:
            self._git(*self.filled(command).split(" "))
        if folder.prepare is not None:
            folder.prepare(self.project)

    def clear(self, but: tuple[Path, ...] = ()) -> None:
        """Take everything away, however deep it is."""
        self.root.mkdir(parents=True, exist_ok=True)
        inside = self.home.iterdir() if but and self.home.exists() else ()
        kept = (*but, self.home) if but else ()  # a home is not made anew while a server runs
        gone = [str(p) for p in (*inside, *self.root.iterdir()) if p not in kept]
        subprocess.run(["rm", "-rf", "--", *gone], check=True)

    def left(self) -> Iterator[str]:
        """What an ended run has left in the folder for temporary files."""
        if left := sorted(entry.name for entry in self._temp.iterdir()):
            yield f"left in the folder for temporary files: {left}"

    def seen(
        self,
        output: str,
        written: tuple[str | bytes, ...] = (),
        moving: tuple[str | bytes, ...] = (),
    ) -> Iterator[str]:
        """What should not have happened, given all that was said.

        Files that were `written` may have other content, and those that are `moving` may be gone.
        """
        if self.secret in output:
            at = output.index(self.secret)
            yield f"a secret was told: {output[max(at - 100, 0) : at]!a}"
        if (self.outside / "ran").exists():
            yield "a program of the folder was run"
        if said := _UNPRINTABLE.search(output):
            around = ascii(output[max(said.start() - 40, 0) :][:80])
            yield f"a terminal would obey {said[0]!a} in {around}"

        project = os.fsencode(self.project)
        free = {os.path.join(project, os.fsencode(name)) for name in moving}
        allowed = {os.path.join(project, os.fsencode(name)) for name in written} | free
        after = self._state()
        changed = {p for p in after.keys() | self._before if after.get(p) != self._before.get(p)}
        modes = {
            p for p in changed & allowed - free if _mode(after.get(p)) != _mode(self._before.get(p))
        }
        for path in sorted((changed - allowed) | modes):
            yield f"changed: {os.fsdecode(os.path.relpath(path, os.fsencode(self.root)))!a}"

    def filled(self, text: str) -> str:
        """A text with the places of this world."""
        places = {
            "@outside@": self.outside, "@home@": self.home, "@project@": self.project,
            "@secret@": self.secret, "@python@": os.path.realpath(sys.executable),
            "@bin@": os.path.dirname(os.path.realpath(sys.executable)),
            "@runs@": f"#!/bin/sh\ntouch {self.outside}/ran\n",
        }  # fmt: skip
        for mark, value in places.items():
            text = text.replace(mark, str(value))
        return text

    def _hide_secrets(self) -> None:
        texts = {
            "secret.txt": "@secret@\n",
            "secret_module.py": LEAKS,
            "settings.toml": '[tool.evenhand]\nkey-@secret@ = "@secret@"\n',
        }
        for name, text in texts.items():
            (self.outside / name).write_text(self.filled(text))
        (self.home / ".ssh" / "id").write_text(self.secret)

    def _commit_before(self, folder: HostileFolder) -> None:
        """A repository in which every source was empty."""
        self._git("init", "--quiet", "--initial-branch=main")
        for name, entry in [*folder.entries.items(), *((n, "") for n in NEIGHBOURS)]:
            if isinstance(name, str) and isinstance(entry, str) and name.endswith(".py"):
                path = self.project / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text("")
        self._git("add", "--all")
        self._git("commit", "--quiet", "--allow-empty", "--message=Begin")

    def _git(self, *arguments: str) -> None:
        who = ("-c", "user.name=Kim", "-c", "user.email=kim@example.org")
        environment = {**self.environment, "GIT_CONFIG_NOSYSTEM": "1"}
        command = ["git", *who, "-C", str(self.project), *arguments]
        subprocess.run(command, check=True, env=environment, capture_output=True, timeout=60)

    def _put(self, path: bytes, entry: Entry) -> None:
        path = os.path.normpath(path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if os.path.lexists(path) and not os.path.isdir(path):
            os.unlink(path)
        _MAKERS[type(entry)](self, path, entry)

    def _state(self) -> dict[bytes, object]:
        state: dict[bytes, object] = {}
        for top in (self.outside, self.home, *self._projects):
            for folder, _, names in os.walk(os.fsencode(top)):
                for path in (folder, *(os.path.join(folder, name) for name in names)):
                    state[path] = _described(path)
        return state


def _write(world: World, path: bytes, entry: Entry) -> None:
    data = world.filled(entry).encode() if isinstance(entry, str) else entry
    assert isinstance(data, bytes)
    with open(path, "wb") as file:
        file.write(data)


def _write_program(world: World, path: bytes, entry: Entry) -> None:
    assert isinstance(entry, Program)
    _write(world, path, entry.text)
    os.chmod(path, 0o755)


def _link(world: World, path: bytes, entry: Entry) -> None:
    assert isinstance(entry, Link)
    os.symlink(world.filled(entry.target).encode(), path)


def _stretch(world: World, path: bytes, entry: Entry) -> None:
    assert isinstance(entry, Sparse)
    with open(path, "wb") as file:
        file.truncate(entry.size)


def _listen(world: World, path: bytes, entry: Entry) -> None:
    service = socket.socket(socket.AF_UNIX)
    service.bind(os.path.relpath(path))
    service.close()


def _make_pipe(world: World, path: bytes, entry: Entry) -> None:
    os.mkfifo(path)


def _make_folder(world: World, path: bytes, entry: Entry) -> None:
    os.makedirs(path, exist_ok=True)


_MAKERS: dict[type, Callable[[World, bytes, Entry], None]] = {
    str: _write,
    bytes: _write,
    Program: _write_program,
    Link: _link,
    Sparse: _stretch,
    Service: _listen,
    Pipe: _make_pipe,
    Directory: _make_folder,
}


def _mode(described: object) -> object:
    return described[0] if isinstance(described, tuple) else described


def _described(path: bytes) -> object:
    """What a file is and has in it; of huge ones only how many bytes they have."""
    try:
        told = os.lstat(path)
        if stat.S_ISLNK(told.st_mode):
            return os.readlink(path)
        if not stat.S_ISREG(told.st_mode) or told.st_size > 5_000_000:
            return told.st_mode, told.st_size if stat.S_ISREG(told.st_mode) else 0
        with open(path, "rb") as file:
            return told.st_mode, told.st_nlink, hashlib.sha256(file.read()).digest()
    except OSError as error:
        return error.errno
