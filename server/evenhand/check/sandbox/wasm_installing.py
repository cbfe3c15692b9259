"""Puts the runtime into its folder: from a registry of npm packages, or from files.

It is unpacked beside its place and renamed, so that nobody meets half of one, and one process at
a time does so.
"""

from __future__ import annotations

import base64
import hashlib
import io
import os
import shutil
import tarfile
import tempfile
import urllib.request
from collections.abc import Callable
from pathlib import Path

from filelock import FileLock

from evenhand.check.sandbox.wasm_folder import (
    home_folder,
    is_supported,
    is_whole,
    note_whole,
    runtime_folder,
)
from evenhand.check.sandbox.wasm_packages import Package, packages

REGISTRY = "https://registry.npmjs.org"
VARIABLES = ("npm_config_registry", "NPM_CONFIG_REGISTRY")
"""By which npm is told of another registry."""
SECONDS = 60.0
"""Without a byte, after which a download is given up."""
LARGEST = 200_000_000
"""Bytes of one package."""
LOCK = "lock"

Source = Callable[[Package], bytes]
"""Gets the archive of a package; raises OSError."""


class RuntimeProblemError(Exception):
    """The runtime cannot be installed; the message is one sentence."""


def install(source: Source) -> bool:
    """Install the runtime; whether it was not there. Raises RuntimeProblemError."""
    if not is_supported():
        raise RuntimeProblemError("there is no runtime of isolation `wasm` for this machine")

    try:
        home_folder().mkdir(mode=0o700, parents=True, exist_ok=True)
        with FileLock(home_folder() / LOCK):
            if is_whole(runtime_folder()):
                return False
            _unpack_all(source)
    except OSError as error:
        reason = error.strerror or str(error)
        place = runtime_folder()
        raise RuntimeProblemError(f"the runtime cannot be put into {place}: {reason}") from error
    return True


def remove() -> bool:
    """Delete the runtimes of all versions; whether there were any. Raises RuntimeProblemError."""
    home = home_folder()
    if not home.is_dir():
        return False
    try:
        with FileLock(home / LOCK):
            kept = [entry for entry in home.iterdir() if entry.is_dir()]
            for entry in kept:
                shutil.rmtree(entry)
    except OSError as error:
        reason = error.strerror or str(error)
        raise RuntimeProblemError(f"{home} cannot be deleted: {reason}") from error
    return bool(kept)


def from_registry(package: Package) -> bytes:
    """Download a package; raises RuntimeProblemError."""
    named = (os.environ.get(variable, "") for variable in VARIABLES)
    registry = next(filter(None, named), REGISTRY).rstrip("/")
    try:
        with urllib.request.urlopen(f"{registry}/{package.address}", timeout=SECONDS) as answer:
            content: bytes = answer.read(LARGEST)
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        raise RuntimeProblemError(
            f"{package.name} cannot be downloaded from {registry} ({reason}); on another machine,"
            f" `npm pack {package.name}@{package.version}` gets it for `--from FOLDER`"
        ) from error
    return content


def from_folder(folder: Path) -> Source:
    """How packages are read that were downloaded before."""

    def read(package: Package) -> bytes:
        scope = package.name.lstrip("@").replace("/", "-")
        names = (package.archive, f"{scope}-{package.version}.tgz")
        files = [folder / name for name in names if (folder / name).is_file()]
        if not files:
            raise RuntimeProblemError(f"{folder} has no {names[-1]}")
        return files[0].read_bytes()

    return read


def _unpack_all(source: Source) -> None:
    """Unpack all packages beside the runtime's folder, and put that in its place."""
    place = runtime_folder()
    beside = Path(tempfile.mkdtemp(prefix=".new-", dir=place.parent))
    try:
        for package in packages():
            content = source(package)
            if _integrity(content) != package.integrity:
                raise RuntimeProblemError(f"{package.archive} has another hash than it must have")
            _unpack(package, content, beside / package.folder)

        shutil.rmtree(place, ignore_errors=True)
        os.replace(beside, place)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    note_whole(place)


def _unpack(package: Package, content: bytes, folder: Path) -> None:
    """Take the pinned files out of an archive with the pinned hash."""
    folder.mkdir(exist_ok=True)
    with tarfile.open(fileobj=io.BytesIO(content), mode="r:gz") as archive:
        for name, _ in package.files:
            member = archive.extractfile(f"package/{name}")
            assert member is not None
            (folder / name).write_bytes(member.read())
            (folder / name).chmod(0o700)


def _integrity(content: bytes) -> str:
    return "sha512-" + base64.b64encode(hashlib.sha512(content).digest()).decode()
