"""Snapshots of a Python with the worker imported, from which processes start in half a second.

They are made once for each version of the worker and kept beside the runtime. One that somebody
else has put there is not used.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

from filelock import FileLock

from evenhand.causes import Cause, Explanation
from evenhand.check.sandbox.wasm_folder import (
    is_installed,
    runtime_folder,
    stamp_of,
)
from evenhand.check.sandbox.worker_error import WorkerError
from evenhand.check.worker.deno import NO_WINDOW, command, environment

WORKER = Path(__file__).parents[1] / "worker"
HOST = "host.mjs"
VERSIONS, LOCK = "versions", "lock"
SEEDS = (0, 1)
"""Of the hashes of texts: those of a worker and of its twin."""
SECONDS = 300.0
"""How long it may take to make a snapshot; it takes ten on a machine that is free."""
UNUSED_SECONDS = 30 * 86_400.0
"""After which the snapshots of another version are deleted."""


def snapshot(hash_seed: int) -> tuple[str, str]:
    """The paths of `host.mjs` and of a snapshot; makes it if need be. Raises WorkerError."""
    if not is_installed():
        raise WorkerError(Explanation(Cause.NO_RUNTIME))

    folder = runtime_folder() / VERSIONS / _version()
    host, file = folder / HOST, folder / f"{hash_seed}.bin"
    try:
        if not _is_ready(host, file):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with FileLock(runtime_folder() / LOCK):
                _make_ready(host, file, hash_seed)
        os.utime(folder)
    except OSError as error:
        message = error.strerror or str(error)
        raise WorkerError(Explanation(Cause.NO_SNAPSHOT, message=message)) from error
    return str(host), str(file)


def make_all() -> None:
    """Make all snapshots, so that no check has to wait for them; raises WorkerError."""
    for seed in SEEDS:
        snapshot(seed)


def _make_ready(host: Path, file: Path, hash_seed: int) -> None:
    """Make a snapshot, unless another process was faster; raises OSError or WorkerError."""
    if _is_ready(host, file):
        return
    _replace(host, (WORKER / HOST).read_bytes())
    _replace(file, _made(host, hash_seed))
    _replace(_note(file), json.dumps(stamp_of(file)).encode())
    _delete_old(host.parent)


def _is_ready(host: Path, file: Path) -> bool:
    """Whether both are there, as they were made here."""
    try:
        is_own = json.loads(_note(file).read_bytes()) == stamp_of(file)
        return is_own and host.read_bytes() == (WORKER / HOST).read_bytes()
    except (OSError, ValueError):
        return False


def _made(host: Path, hash_seed: int) -> bytes:
    try:
        run = subprocess.run(
            command(str(host), "make", str(hash_seed)),
            input=json.dumps(_sources()).encode() + b"\n",
            capture_output=True,
            cwd=runtime_folder(),
            env=environment(str(host), {}),
            timeout=SECONDS,
            creationflags=NO_WINDOW,
            check=True,
        )
    except subprocess.SubprocessError as error:
        words = (getattr(error, "stderr", b"") or b"").decode("utf-8", "replace").strip()
        message = words.partition("\n")[0] or type(error).__name__
        raise WorkerError(Explanation(Cause.NO_SNAPSHOT, message=message)) from error
    return run.stdout


@cache
def _sources() -> dict[str, str]:
    """The worker's own modules."""
    files = sorted(WORKER.glob("*.py"))
    return {file.stem: file.read_text(encoding="utf-8") for file in files if file.stem != "start"}


@cache
def _version() -> str:
    """What tells this worker from those of other versions."""
    text = json.dumps(_sources()) + (WORKER / HOST).read_text(encoding="utf-8")
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _note(file: Path) -> Path:
    """Where the stamp of a snapshot is kept that was made here."""
    return file.with_suffix(".json")


def _replace(path: Path, content: bytes) -> None:
    """Write a file whole, or not at all; raises OSError."""
    descriptor, beside = tempfile.mkstemp(prefix=".new-", dir=path.parent)
    try:
        with open(descriptor, "wb") as file:
            file.write(content)
        os.replace(beside, path)
    finally:
        with suppress(OSError):
            os.unlink(beside)


def _delete_old(present: Path) -> None:
    """Delete what no version of Evenhand has used for long."""
    oldest = time.time() - UNUSED_SECONDS
    for folder in present.parent.iterdir():
        if folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)
