"""Where the runtime is on this machine, and whether it is whole.

What is in the folder counts only if each file has the hash that is pinned, or has not been
touched since it had: the folder may be one that somebody else has filled.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import platformdirs

from evenhand.check.sandbox.wasm_packages import key, packages

VARIABLE = "EVENHAND_RUNTIME"
"""Names a folder for the runtime in place of the user's own cache."""
VERIFIED = "verified.json"
"""Stamps of the files at the time when their hashes were right."""


def home_folder() -> Path:
    """Where runtimes are kept."""
    named = os.environ.get(VARIABLE, "")
    if os.path.isabs(named):
        return Path(named)
    return platformdirs.user_cache_path("evenhand", appauthor=False) / "wasm"


def runtime_folder() -> Path:
    """Where the runtime is that this version of Evenhand uses, if it is installed."""
    return home_folder() / key()


def is_supported() -> bool:
    """Whether there is a runtime for this machine."""
    return bool(packages())


def is_installed() -> bool:
    """Whether the runtime is there and whole."""
    return is_supported() and is_whole(runtime_folder())


def is_whole(folder: Path) -> bool:
    """Whether all files are in a folder, each with its own content."""
    try:
        stamps = {str(path): stamp_of(path) for path, _ in _files(folder)}
        if stamps == _noted(folder):
            return True
        if any(_digest(path) != digest for path, digest in _files(folder)):
            return False
    except OSError:
        return False
    note_whole(folder)
    return True


def note_whole(folder: Path) -> None:
    """Remember that the files have their own content, so that nobody has to read them again."""
    try:
        stamps = {str(path): stamp_of(path) for path, _ in _files(folder)}
        (folder / VERIFIED).write_text(json.dumps(stamps), encoding="utf-8")
    except OSError:
        return


def stamp_of(path: Path) -> list[int]:
    """What nobody can foresee of a file, and what changes whenever it does; raises OSError."""
    status = os.lstat(path)
    return [status.st_dev, status.st_ino, status.st_ctime_ns, status.st_size]


def _files(folder: Path) -> list[tuple[Path, str]]:
    return [
        (folder / package.folder / name, digest)
        for package in packages()
        for name, digest in package.files
    ]


def _noted(folder: Path) -> Any:
    try:
        return json.loads((folder / VERIFIED).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
