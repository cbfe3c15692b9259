"""The process from which all others are forked: it has seen no one's text.

Python keeps what it once held in many places, where a forked process could find it. So the text of
a module is read, compiled and served by a process of its own, which hands over when another module
comes. What this one reads are the names of large packages and of folders.

Large packages are imported by a second such process, forked from the first: a process that has them
takes several times as long to copy, and most modules need none.
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
from typing import Any, Callable, NamedTuple

from . import reaping, walls
from .breakout import DONE, SECONDS, tried
from .compiling import compile_module
from .forking import COMPILED, COMPILING, ForkMaker
from .frames import MODULE, content_of, is_quiet, next_header
from .importing import installed
from .importing_ahead import import_ahead
from .processes import Abandoned
from .supervisor import Supervisor
from .tied import die_with_parent

OPENED = b"."
"""A note to the process that forked this one: that its module is open."""


class Served(NamedTuple):
    """How the service of a module has ended."""

    header: bytes | None
    """Of the module that comes next; None if the input has ended, or a process has died."""
    status: int = 0
    """The exit status of a process that died, or minus the number of its signal."""


def serve(out: int, standing: tuple[str, ...]) -> int:
    """Have processes serve one module after another, until the input ends or one of them dies.

    `standing` are the walls around checked code; answers go to the descriptor `out`. Returns the
    exit status of a process that died, or minus the number of its signal; 0 if none did.
    """
    walls.prepare(standing)
    installed()
    bare = Template(out, standing)
    furnished: Furnished | None = None

    served = Served(next_header())
    while served.header is not None:
        ahead = json.loads(content_of(served.header))
        if not ahead["packages"]:
            served = bare.serve_next()
        else:
            furnished = furnished or Furnished(out, standing)
            served = furnished.serve_next(ahead)
    return served.status


class Template:
    """What this process is to the modules that it has served: a spare stands ready for the next."""

    def __init__(self, out: int, standing: tuple[str, ...]) -> None:
        self.out, self.standing = out, standing
        reaping.reap_as_they_end()
        self.spare = Spare(out, standing)

    def import_ahead(self, packages: list[str], folders: list[str]) -> None:
        """Import large packages, for the next module and all that come later."""
        if import_ahead(packages, folders):
            reaping.leave(self.spare.dismiss())
            self.spare = Spare(self.out, self.standing)

    def serve_next(self) -> Served:
        """Have the module served that the input tells of next."""
        present = self.spare
        present.begin()
        opened = present.notes_until(OPENED)
        self.spare = Spare(self.out, self.standing)  # while the first calls are under way
        notes = opened if MODULE in opened else opened + present.notes_until(MODULE)
        present.leave()

        header = notes.strip(COMPILING + COMPILED + OPENED)
        if header:
            reaping.leave(present.pid)
            return Served(header)

        status = os.waitpid(present.pid, 0)[1]
        if not notes.endswith(COMPILING):
            return Served(None, os.waitstatus_to_exitcode(status))
        why = {"cause": _why_not_compiled(status), "while_loading": True}
        os.write(self.out, json.dumps({"problem": why}).encode() + b"\n")
        return Served(next_header())


class Furnished:
    """A process with large packages imported, which serves the modules that need them."""

    def __init__(self, out: int, standing: tuple[str, ...]) -> None:
        orders, self.order = os.pipe()
        self.receive, send = os.pipe()
        _own.update((self.order, self.receive))
        self.pid = _forked(lambda: _follow_orders(Template(out, standing), orders, send))
        os.close(orders)
        os.close(send)

    def serve_next(self, ahead: dict[str, Any]) -> Served:
        """Have it import what it has to, and serve the module that the input tells of next."""
        os.write(self.order, json.dumps(ahead).encode() + b"\n")
        line = _line(self.receive)
        if not line:
            return Served(None, os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1]))
        header, status = json.loads(line)
        return Served(header.encode() if header is not None else None, status)


def _follow_orders(template: Template, orders: int, send: int) -> None:
    """Serve a module for each order, and say how that has ended, until no more orders come."""
    while line := _line(orders):
        template.import_ahead(**json.loads(line))
        header, status = template.serve_next()
        answer = header.decode() if header is not None else None, status
        os.write(send, json.dumps(answer).encode() + b"\n")


def _line(descriptor: int) -> bytes:
    """The next line; empty at the end. Nothing follows a line before somebody has answered it."""
    line = b""
    while not line.endswith(b"\n"):
        chunk = os.read(descriptor, 1 << 16)
        if not chunk:
            return b""
        line += chunk
    return line


def _serve_module(out: int, standing: tuple[str, ...], notes: int) -> None:
    """Answer requests until the input ends, another module comes, or the reader has gone.

    The header of another module goes to `notes`, with what follows it not yet read.
    """
    supervisor = Supervisor(out, standing, ForkMaker(notes))
    reaping.reap_as_they_end()
    try:
        while (header := next_header()) is not None:
            if header.startswith(MODULE):
                os.write(notes, header)
                return

            request = json.loads(content_of(header))
            supervisor.answer(request)
            if request["do"] == "open":
                os.write(notes, OPENED)
            while is_quiet() and supervisor.make_expected():
                pass
    except (Abandoned, BrokenPipeError):
        return
    finally:
        supervisor.close()


def _serve_when_told(out: int, standing: tuple[str, ...], wait: int, notes: int) -> None:
    """Do what is slow once, and serve a module as soon as something comes from `wait`."""
    compile_module("def f(x):\n    return x > 1\n", "", True)
    if os.read(wait, 1):
        os.close(wait)
        _serve_module(out, standing, notes)


class Spare:
    """A process that stands ready for the next module."""

    def __init__(self, out: int, standing: tuple[str, ...]) -> None:
        wait, self.go = os.pipe()
        self.receive, send = os.pipe()
        _own.update((self.go, self.receive))
        gc.freeze()  # what is here is not looked through, and so not copied, in each process
        self.pid = _forked(lambda: _serve_when_told(out, standing, wait, send))
        os.close(wait)
        os.close(send)

    def begin(self) -> None:
        """Let the process serve the module whose text comes next."""
        os.write(self.go, b"!")
        _close(self.go)

    def dismiss(self) -> int:
        """Let the process end unused; its number."""
        _close(self.go)
        _close(self.receive)
        return self.pid

    def notes_until(self, mark: bytes) -> bytes:
        """What the process notes down up to a mark, or to where it hands over or ends."""
        notes = b""
        while mark not in notes and MODULE not in notes:
            chunk = os.read(self.receive, 1 << 12)
            if not chunk:
                break
            notes += chunk
        return notes

    def leave(self) -> None:
        """Listen to the process no more."""
        _close(self.receive)


_own: set[int] = set()
"""Ends of pipes that nobody else may hold, so that the other side sees when they are closed."""


def _close(descriptor: int) -> None:
    """Close an end of a pipe that is this process's own."""
    _own.discard(descriptor)
    os.close(descriptor)


def _forked(work: Callable[[], None]) -> int:
    """The number of a new process that does some work, and ends then or with this one."""
    parent = os.getpid()
    pid = os.fork()
    if pid == 0:
        try:
            reaping.begin_anew()
            die_with_parent(parent)
            while _own:
                os.close(_own.pop())
            work()
            os._exit(0)
        finally:
            os._exit(1)
    return pid


def _why_not_compiled(status: int) -> str:
    number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    if number == signal.SIGKILL:
        return "killed"
    return "compiling_time" if number == signal.SIGPROF else "compiling_memory"


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
