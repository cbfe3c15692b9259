"""The process from which all others are forked: it has packages imported, and no one's text.

Python keeps what it once held in many places, where a forked process could find it. So the text of
a module is read, compiled and served by a process of its own, which hands over when another module
comes. What this one reads are the names of large packages and of folders.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import shutil
import signal
import sys
from typing import Any

from . import breakout, walls
from .compiling import compile_module
from .frames import MODULE, content_of, next_header
from .supervisor import COMPILED, COMPILING, OPENED, Supervisor
from .tripwire import Tripwire

HEAVY = (
    "asyncio", "numpy", "pandas", "polars", "sklearn", "scipy", "torch", "pydantic", "attrs",
    "attr", "pydantic_settings", "msgspec", "sqlalchemy", "fastapi", "flask", "django",
)  # fmt: skip
"""Packages that take long to import."""


def main(scratch: str, wanted: str) -> None:
    """Serve in the new folder `scratch` until the input ends, then remove it.

    `wanted` is the isolation: walls are raised unless it is `basic`.
    """
    out = os.dup(1)  # what anything else prints must not be read as an answer
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    os.set_inheritable(out, False)

    try:
        os.mkdir(scratch, 0o700)
        os.chdir(scratch)
    except OSError as error:
        _say(out, {"problem": {"cause": "no_folder", "message": error.strerror or ""}})
        return

    status = 0
    try:
        status = _serve(out, scratch, wanted)
    except BrokenPipeError:
        return
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    _end_as(status)


def _serve(out: int, scratch: str, wanted: str) -> int:
    """Greet, and serve one module after another; returns a status as `waitpid` gives it."""
    if not hasattr(os, "fork"):
        _say(out, {"problem": {"cause": "needs_fork"}})
        return 0

    standing = breakout.Standing((), "basic", ())
    if wanted != "basic":
        standing = breakout.tested(Tripwire(()).readable, scratch)
    _say(out, {"ready": list(sys.version_info[:3]), "standing": standing._asdict()})

    return _serve_modules(Supervisor(out, standing.walls))


def _serve_modules(supervisor: Supervisor) -> int:
    """Have processes serve one module after another, until the input ends or one of them dies."""
    spare = Spare(supervisor)
    header = next_header()
    while header is not None:
        _reap()
        if _import_ahead(**json.loads(content_of(header))):
            spare.dismiss()
            spare = Spare(supervisor)

        present = spare
        present.begin()
        opened = present.notes_until(OPENED)
        spare = Spare(supervisor)  # while the first calls of the present one are under way
        notes = opened if MODULE in opened else opened + present.notes_until(MODULE)
        status = present.leave(handed_over=MODULE in notes)

        header = notes.strip(COMPILING + COMPILED + OPENED) or None
        if header is None and notes.endswith(COMPILING):
            why = {"cause": _why_not_compiled(status), "while_loading": True}
            _say(supervisor.out, {"problem": why})
            header = next_header()
        elif header is None:
            return status
    return 0


class Spare:
    """A process that stands ready for the next module."""

    def __init__(self, supervisor: Supervisor) -> None:
        wait, self.go = os.pipe()
        self.receive, send = os.pipe()
        parent = os.getpid()
        gc.freeze()  # what is here is not looked through, and so not copied, in each process
        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.close(self.go)
                os.close(self.receive)
                walls.die_with_parent(parent)
                compile_module("def f(x):\n    return x > 1\n", "", True)  # what is slow once
                if os.read(wait, 1):
                    os.close(wait)
                    supervisor.serve(send)
                os._exit(0)
            finally:
                os._exit(1)

        os.close(wait)
        os.close(send)

    def begin(self) -> None:
        """Let the process serve the module whose text comes next."""
        os.write(self.go, b"!")
        os.close(self.go)

    def dismiss(self) -> None:
        """Let the process end unused."""
        os.close(self.go)
        os.close(self.receive)
        _leaving.append(self.pid)

    def notes_until(self, mark: bytes) -> bytes:
        """What the process notes down up to a mark, or to where it hands over or ends."""
        notes = b""
        while mark not in notes and MODULE not in notes:
            chunk = os.read(self.receive, 1 << 12)
            if not chunk:
                break
            notes += chunk
        return notes

    def leave(self, *, handed_over: bool) -> int:
        """The status with which the process ended; 0 if it has handed over and soon will."""
        os.close(self.receive)
        if handed_over:
            _leaving.append(self.pid)
            return 0
        return os.waitpid(self.pid, 0)[1]


_leaving: list[int] = []
"""Processes that need not have ended yet, and of which nothing more is expected."""


def _reap() -> None:
    """Forget those that have ended meanwhile."""
    for pid in list(_leaving):
        if os.waitpid(pid, os.WNOHANG)[0]:
            _leaving.remove(pid)


def _why_not_compiled(status: int) -> str:
    is_late = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF
    return "compiling_time" if is_late else "compiling_memory"


def _end_as(status: int) -> None:
    """End as another process did."""
    if os.WIFSIGNALED(status):
        os.kill(os.getpid(), os.WTERMSIG(status))
    sys.exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 1)


def _import_ahead(packages: list[str], folders: list[str]) -> bool:
    """Import large installed packages once, so that every process has them; whether any is new."""
    before = len(sys.modules)
    for name in packages:
        first = name.partition(".")[0]
        if first not in HEAVY or name in sys.modules or _is_local(first, folders):
            continue

        try:
            importlib.import_module(name)
        except BaseException:  # the process of the code says what is missing
            continue
    return len(sys.modules) > before


def _is_local(name: str, folders: list[str]) -> bool:
    paths = [os.path.join(folder, name) for folder in folders]
    return any(os.path.exists(path) or os.path.exists(f"{path}.py") for path in paths)


def _say(out: int, message: dict[str, Any]) -> None:
    os.write(out, json.dumps(message).encode() + b"\n")
