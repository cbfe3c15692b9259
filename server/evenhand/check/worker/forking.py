"""Makes the processes of checked code by `fork`: copies of this one, with the module compiled."""

from __future__ import annotations

import os
import select
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from . import child, reaping, walls
from .compiling import Compiled, compile_module, mark
from .frames import has_input
from .imports_ahead import ImportsAhead
from .processes import Abandoned, Process, Request
from .tied import die_with_parent

KEPT_MODULES = 8
"""Compiled modules that are kept."""
COMPILING, COMPILED = b"(", b")"
"""Notes to the process that forked this one: that it begins to compile, and that it is done."""


class ForkMaker:
    """Compiles modules, and forks processes that have one of them."""

    makes_copies = True

    def __init__(self, notes: int) -> None:
        self.notes = notes
        """The descriptor for notes to the process that forked this one."""
        self.compiled: dict[tuple[str, str, bool], tuple[Compiled | None, dict[str, Any]]] = {}
        self.imports = ImportsAhead()

    def prepare(self, request: Request) -> dict[str, Any] | None:
        """Compile a module; returns the explanation if that fails."""
        compiled, problem = self._compiled(request)
        if compiled is None:
            return problem
        if request["watch"]:
            mark(compiled, request["sites"])
        return None

    def make(self, request: Request) -> ForkedProcess:
        """Fork a process that loads a prepared module."""
        compiled, _ = self._compiled(request)
        assert compiled is not None
        if request["watch"] and self.imports.files:
            with self._compiling(request):
                self.imports.compile(child.readable(request))
        return ForkedProcess(compiled, request)

    def note_imported(self, files: list[str]) -> None:
        """Have what a process has imported compiled before the next one is forked."""
        self.imports.note(files)

    def has_again(self, process: Process, request: Request) -> bool:
        """Forked processes cannot."""
        return False

    def reap(self) -> None:
        """Wait until every dropped process is gone."""
        reaping.wait_for_all()

    def _compiled(self, request: Request) -> tuple[Compiled | None, dict[str, Any]]:
        key = (request["source"], request["path"], request["watch"])
        if key not in self.compiled:
            if len(self.compiled) > KEPT_MODULES:
                self.compiled.clear()
            with self._compiling(request):
                self.compiled[key] = compile_module(*key)
        return self.compiled[key]

    @contextmanager
    def _compiling(self, request: Request) -> Iterator[None]:
        """Meanwhile something is compiled, within limits, and whoever waits knows it."""
        limits = request["limits"]
        os.write(self.notes, COMPILING)
        with walls.within_limits(limits["memory_bytes"], limits["load_seconds"]):
            yield
        os.write(self.notes, COMPILED)


class ForkedProcess:
    """One forked process and the pipes to it."""

    compiled = True
    rewinds = False

    def __init__(self, compiled: Compiled, request: Request) -> None:
        self.receive, child_send = os.pipe()
        child_receive, self._send = os.pipe()
        parent, wire = os.getpid(), child.tripwire(request)

        self.pid = os.fork()
        if self.pid == 0:
            try:
                child.serve(compiled, request, wire, *_become(parent, child_receive, child_send))
            finally:
                os._exit(70)

        os.close(child_receive)
        os.close(child_send)

    def send(self, data: bytes) -> None:
        """Write to it; raises OSError if it is gone."""
        os.write(self._send, data)

    def read(self, deadline: float) -> bytes | None:
        """What it writes next; empty if it has closed the channel, None after the deadline."""
        while True:
            left = deadline - time.monotonic()
            ready = select.select([self.receive, 0], [], [], max(left, 0))[0]
            if 0 in ready and not has_input():
                raise Abandoned
            if self.receive in ready:
                return os.read(self.receive, 1 << 20)
            if left <= 0:
                return None

    def end(self, patience: float = 0.0) -> int | None:
        """Kill it and all that it started; its status if it ended by itself."""
        if self.pid == 0:
            return None

        deadline = time.monotonic() + patience
        finished, status = os.waitpid(self.pid, os.WNOHANG)
        while not finished and time.monotonic() < deadline:
            time.sleep(0.001)
            finished, status = os.waitpid(self.pid, os.WNOHANG)

        pid = self._killed()
        if not finished:
            os.waitpid(pid, 0)
        return os.waitstatus_to_exitcode(status) if finished else None

    def drop(self) -> None:
        """Kill it and all that it started; `reap` waits until it is gone."""
        if self.pid:
            reaping.leave(self._killed())

    def _killed(self) -> int:
        """Kill the process group, which need not exist yet, and the process; returns its id."""
        pid, self.pid = self.pid, 0
        for kill in (os.killpg, os.kill):
            try:
                kill(pid, signal.SIGKILL)
            except OSError:
                continue

        for descriptor in (self.receive, self._send):
            os.close(descriptor)
        return pid


def _become(parent: int, receive: int, send: int) -> tuple[int, int]:
    """In the child: a session of its own, and only 0 to 2 and its pipes; returns these."""
    reaping.begin_anew()
    os.setsid()
    die_with_parent(parent)
    channel = child.moved_channel(receive, send)
    os.closerange(3, min(channel))
    return channel
