"""Makes the processes of checked code from scratch, on every system: one for each function.

A process that starts anew takes its time, so that two always stand ready: with the worker's
modules, and with the large packages that the present module imports.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from contextlib import suppress
from typing import Any, Protocol

from . import job_objects
from .breakout import DONE, SECONDS
from .bundle import bundled
from .deno import NO_WINDOW
from .frames import MODULE, frame
from .inbox import UNREAD, Inbox
from .processes import Abandoned, Process, Request
from .spawned import COMPILED
from .supervisor import Supervisor

START = os.path.join(os.path.dirname(os.path.abspath(__file__)), "start.py")
SPARES = 2
"""Processes that stand ready."""
REST = 0.5
"""Seconds without a request after which spares are started for an editor: before that they would
slow down typing."""


def serve(out: int, standing: tuple[str, ...], maker: SpawnMaker) -> int:
    """Serve one module after another until the input ends; returns the status to end with.

    `standing` are the walls around checked code; answers go to the descriptor `out`.
    """
    supervisor = Supervisor(out, standing, maker)
    try:
        while (frame := maker.inbox.next_frame()) is not None:
            kind, content = frame
            if kind == MODULE:
                supervisor.close()
                maker.expect(content)
            else:
                supervisor.answer(json.loads(content))
                if not maker.serves_editor or maker.inbox.is_quiet(REST):
                    maker.restock()  # while the next request is on its way
    except Abandoned:
        return 0
    finally:
        supervisor.close()
        maker.close()
    return 0


class Program(Protocol):
    """What runs in a process of checked code."""

    @property
    def first(self) -> bytes:
        """What it has to read before anything else."""

    def process(self, inbox: Inbox) -> SpawnedProcess:
        """Start it; raises OSError."""


class SpawnMaker:
    """Starts processes of one program ahead of their modules."""

    makes_copies = False

    def __init__(self, program: Program) -> None:
        self.inbox = Inbox()
        self.program = program
        self.spares: deque[SpawnedProcess] = deque()
        self.serves_editor = False
        """Whether somebody edits the last file, whose process serves all that becomes of it."""
        self.ahead = b""
        """What spares are told to import."""
        self.restock(1)  # beside the process that tries the walls

    def expect(self, packages: bytes) -> None:
        """Have spares import what the next modules import, by the content of a frame."""
        if packages + b"\n" != self.ahead:
            self.ahead = packages + b"\n"
            for spare in self.spares:
                spare.send(self.ahead)

    def prepare(self, request: Request) -> None:
        """A process compiles the module itself, and says so if it cannot."""

    def note_imported(self, files: list[str]) -> None:
        """Each process compiles for itself."""

    def make(self, request: Request) -> SpawnedProcess:
        """Hand the module to a spare; raises OSError if no process can be started."""
        process = self._spare() or self._started()
        self.serves_editor = process.rewinds and request["edited"]
        process.limit(request["limits"])
        process.hand_over(request)
        return process

    def has_again(self, process: Process, request: Request) -> bool:
        """Have a process load its file anew, if its memory can be put back."""
        if not isinstance(process, SpawnedProcess) or not process.rewinds:
            return False
        process.hand_over(request)
        return True

    def restock(self, count: int = SPARES) -> None:
        """Start spares until there are enough; those that cannot be started are not missed yet.

        For an editor they warm up: there is time until the next file.
        """
        with suppress(OSError):
            while len(self.spares) < count:
                self.spares.append(self._started())
        if self.serves_editor:
            for spare in self.spares:
                spare.warm_up()

    def reap(self) -> None:
        """Wait until every dropped process is gone."""
        while _dying:
            _dying.pop().wait()

    def close(self) -> None:
        """End all spares, and wait until they are gone."""
        while self.spares:
            self.spares.pop().drop()
        self.reap()

    def try_walls(self, readable: tuple[str, ...], treasure: str) -> dict[str, Any] | None:
        """Try to break out in a process of its own; None if that does not come to its end."""
        process = self._started()
        attempt = {"do": "break_out", "readable": readable, "treasure": treasure}
        process.send(json.dumps(attempt).encode() + b"\n")
        text = process.read_all(SECONDS)
        return json.loads(text) if process.end(SECONDS) == DONE and text else None

    def _spare(self) -> SpawnedProcess | None:
        """A process that stands ready, if there is one that nobody has killed meanwhile."""
        while self.spares:
            spare = self.spares.popleft()
            if spare.popen.poll() is None:
                return spare
            spare.drop()
        return None

    def _started(self) -> SpawnedProcess:
        process = self.program.process(self.inbox)
        process.send(self.program.first)
        process.send(self.ahead)
        return process


class Interpreter:
    """This interpreter, with the worker's own modules."""

    def __init__(self) -> None:
        self.first = frame(b"B", bundled())

    def process(self, inbox: Inbox) -> SpawnedProcess:
        """Start one."""
        program, environment = _interpreter()
        command = [program, "-s", START, "spawned", str(os.getpid())]
        return SpawnedProcess(inbox, started(command, environment))


def started(
    command: list[str], environment: dict[str, str], folder: str | None = None
) -> subprocess.Popen[bytes]:
    """Start a process in a session of its own, with pipes; raises OSError."""
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        bufsize=0,
        cwd=folder,
        env=environment,
        start_new_session=True,
        creationflags=NO_WINDOW,
    )


class SpawnedProcess:
    """One process, its pipes, and the threads that read and write them."""

    rewinds = False

    def __init__(self, inbox: Inbox, popen: subprocess.Popen[bytes]) -> None:
        self.popen = popen
        self.job = job_objects.around(self.popen)
        self.inbox = inbox
        self.compiled = False
        self.arrived: deque[bytes] = deque()
        assert self.popen.stdout is not None
        self.pipe = inbox.watch(self.popen.stdout, self.take)  # type: ignore[arg-type]
        self.outgoing: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=self._write, daemon=True).start()

    def hand_over(self, request: Request) -> None:
        """Have it load a module."""
        self.send(json.dumps(request).encode() + b"\n")

    def warm_up(self) -> None:
        """Use the time until it is handed a module, if that makes it faster afterwards."""

    def take(self, portion: bytes) -> None:
        """Keep what it has written until that is read."""
        self.arrived.append(portion)

    def limit(self, limits: dict[str, Any]) -> None:
        """Let the system limit it, where that is not done from within."""
        if self.job is not None:
            self.job.limit(limits["memory_bytes"], limits["cpu_seconds"])

    def send(self, data: bytes) -> None:
        """Write to it, without waiting."""
        if data:
            self.outgoing.put(data)

    def read(self, deadline: float) -> bytes | None:
        """What it writes next; empty if it has closed the channel, None after the deadline."""
        while True:
            while not self.arrived:
                if self.inbox.ended:
                    raise Abandoned
                if not self.inbox.wait(deadline):
                    return None

            portion = self.arrived.popleft()
            self.pipe.taken()
            if self.compiled or not portion.startswith(COMPILED):
                return portion
            self.compiled = True
            if len(portion) > 1:
                return portion[1:]

    def read_all(self, seconds: float) -> bytes:
        """Everything that it writes until it closes the channel, or until the time is up."""
        deadline = time.monotonic() + seconds
        text = b""
        while portion := self.read(deadline):
            text += portion
        return text

    def end(self, patience: float = 0.0) -> int | None:
        """Kill it and all that it started; its status if it ended by itself."""
        finished = self._ends_within(patience)
        self._kill()
        status = self.popen.wait()
        return job_objects.as_signal(status) if finished else None

    def drop(self) -> None:
        """Kill it and all that it started; `SpawnMaker.reap` waits until it is gone."""
        self._kill()
        _dying.append(self.popen)

    def _ends_within(self, seconds: float) -> bool:
        try:
            self.popen.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def _kill(self) -> None:
        """Kill the process, with its group or its job."""
        self.outgoing.put(b"")
        self.pipe.taken(UNREAD)
        if self.job is not None:
            self.job.close()
        elif sys.platform != "win32":
            with suppress(OSError):
                os.killpg(self.popen.pid, signal.SIGKILL)
        self.popen.kill()

    def _write(self) -> None:
        """Write what is to be sent, until there is an empty portion or nobody reads."""
        assert self.popen.stdin is not None
        with suppress(OSError), self.popen.stdin as pipe:
            while data := self.outgoing.get():
                while data:
                    data = data[pipe.write(data) :]


def _interpreter() -> tuple[str, dict[str, str]]:
    """This interpreter as a program, with its environment.

    On Windows that of a virtual environment starts another, which would be a second process.
    """
    environment = dict(os.environ)
    base: str = getattr(sys, "_base_executable", sys.executable)
    if sys.platform != "win32" or base == sys.executable:
        return sys.executable, environment
    return base, {**environment, "__PYVENV_LAUNCHER__": sys.executable}


_dying: list[subprocess.Popen[bytes]] = []
"""Processes that were killed and not waited for."""
