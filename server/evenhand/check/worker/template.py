"""The process from which all others are forked: it has packages imported, and no one's text.

Python keeps what it once held in many places, where a forked process could find it. So the text of
a module is read, compiled and served by a process of its own, which hands over when another module
comes. What this one reads are the names of large packages and of folders.
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
from typing import Any

from . import walls
from .breakout import DONE, SECONDS, tried
from .compiling import compile_module
from .forking import COMPILED, COMPILING, ForkMaker
from .frames import MODULE, content_of, next_header
from .importing_ahead import import_ahead
from .processes import Abandoned
from .supervisor import Supervisor
from .tied import die_with_parent

OPENED = b"."
"""A note to the process that forked this one: that its module is open."""


def serve(out: int, standing: tuple[str, ...]) -> int:
    """Have processes serve one module after another, until the input ends or one of them dies.

    `standing` are the walls around checked code; answers go to the descriptor `out`. Returns the
    exit status of a process that died, or minus the number of its signal; 0 if none did.
    """
    walls.prepare(standing)
    spare = Spare(out, standing)
    header = next_header()
    while header is not None:
        _reap()
        if import_ahead(**json.loads(content_of(header))):
            spare.dismiss()
            spare = Spare(out, standing)

        present = spare
        present.begin()
        opened = present.notes_until(OPENED)
        spare = Spare(out, standing)  # while the first calls of the present one are under way
        notes = opened if MODULE in opened else opened + present.notes_until(MODULE)
        status = present.leave(handed_over=MODULE in notes)

        header = notes.strip(COMPILING + COMPILED + OPENED) or None
        if header is None and notes.endswith(COMPILING):
            why = {"cause": _why_not_compiled(status), "while_loading": True}
            os.write(out, json.dumps({"problem": why}).encode() + b"\n")
            header = next_header()
        elif header is None:
            return os.waitstatus_to_exitcode(status)
    return 0


def _serve_module(out: int, standing: tuple[str, ...], notes: int) -> None:
    """Answer requests until the input ends, another module comes, or the reader has gone.

    The header of another module goes to `notes`, with what follows it not yet read.
    """
    supervisor = Supervisor(out, standing, ForkMaker(notes))
    try:
        while (header := next_header()) is not None:
            if header.startswith(MODULE):
                os.write(notes, header)
                return

            request = json.loads(content_of(header))
            supervisor.answer(request)
            if request["do"] == "open":
                os.write(notes, OPENED)
    except (Abandoned, BrokenPipeError):
        return
    finally:
        supervisor.close()


class Spare:
    """A process that stands ready for the next module."""

    def __init__(self, out: int, standing: tuple[str, ...]) -> None:
        wait, self.go = os.pipe()
        self.receive, send = os.pipe()
        parent = os.getpid()
        gc.freeze()  # what is here is not looked through, and so not copied, in each process
        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.close(self.go)
                os.close(self.receive)
                die_with_parent(parent)
                compile_module("def f(x):\n    return x > 1\n", "", True)  # what is slow once
                if os.read(wait, 1):
                    os.close(wait)
                    _serve_module(out, standing, send)
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


def try_walls(readable: tuple[str, ...], treasure: str) -> dict[str, Any] | None:
    """Try to break out in a process of its own; None if that does not come to its end."""
    receive, send = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.write(send, json.dumps(tried(readable, treasure)).encode())
            os._exit(DONE)
        finally:
            os._exit(1)

    os.close(send)
    text = _read_or_kill(receive, pid)
    os.close(receive)

    status = os.waitpid(pid, 0)[1]
    ended_well = os.WIFEXITED(status) and os.WEXITSTATUS(status) == DONE
    return json.loads(text) if ended_well else None


def _read_or_kill(receive: int, pid: int) -> bytes:
    """Everything until the pipe closes; kills the process at its end if it stays silent."""
    text = b""
    while select.select([receive], [], [], SECONDS)[0]:
        chunk = os.read(receive, 1 << 16)
        if not chunk:
            return text
        text += chunk

    os.kill(pid, signal.SIGKILL)
    return text
