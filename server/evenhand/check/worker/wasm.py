"""Starts processes of checked code that are WebAssembly: Pyodide, in a Deno that may do nothing.

Such a process can call nothing of the operating system but what `host.mjs` hands it: its standard
input and output. It needs no wall of the system, and has none of the user's packages.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from typing import Any

from .children import MAX_ANSWER
from .deno import command, environment, folder_of
from .host_paths import inside
from .inbox import Inbox
from .processes import Request
from .served_files import ServedFiles
from .spawned import COMPILED
from .spawning import SpawnedProcess, started

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

TIED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "tied.py")
ENGINE_BYTES = 1 << 29
"""What Deno takes besides the memory of Python."""
WARM = b"~\n"
"""What a process writes after each round of warming up."""
ROUNDS = 8
"""Of warming up; the first check of a file takes half the time afterwards."""


class WasmProgram:
    """What is started: the runtime in a folder, with one snapshot."""

    first = b""

    def __init__(self, host: str, snapshot: str) -> None:
        """`host` is the path of `host.mjs` in the runtime."""
        self.host, self.snapshot = host, snapshot

    def process(self, inbox: Inbox) -> SpawnedProcess:
        """Start one."""
        line = command(self.host, "serve", self.snapshot)
        if sys.platform.startswith("linux"):
            line = [sys.executable, "-IS", TIED, str(os.getpid()), *line]
        own = environment(self.host, os.environ)
        return WasmProcess(inbox, started(line, own, folder_of(self.host)))


class WasmProcess(SpawnedProcess):
    """A process that asks for files while it runs."""

    rewinds = True

    def __init__(self, inbox: Inbox, popen: subprocess.Popen[bytes]) -> None:
        self.unread = b""
        """The beginning of a line."""
        self.has_compiled = False
        self.rounds = 0
        """How many it has been told to make; no more once it has a module."""
        self.files = ServedFiles(())
        super().__init__(inbox, popen)

    def warm_up(self) -> None:
        """Have it warm up, round by round, until it is handed a module."""
        if not self.rounds:
            self._warm_up_again()

    def hand_over(self, request: Request) -> None:
        """Have it load a module, whose folders it may read; also once more."""
        self.compiled = self.has_compiled = False
        self.rounds = ROUNDS
        folders = request["search_path"] if request["readable"] is None else request["readable"]
        self.files = ServedFiles(tuple(folders))
        paths = {
            "path": inside(request["path"]),
            "search_path": [inside(folder) for folder in request["search_path"]],
            "readable": [inside(folder) for folder in folders],
        }
        super().hand_over({**request, **paths})

    def limit(self, limits: dict[str, Any]) -> None:
        """Let the system limit it too, as far as it can do so from without."""
        super().limit(limits)
        if not hasattr(resource, "prlimit"):
            return
        seconds = int(limits["cpu_seconds"])
        with suppress(OSError, ValueError):
            data = _data_bytes(self.popen.pid) + limits["memory_bytes"] + ENGINE_BYTES
            resource.prlimit(self.popen.pid, resource.RLIMIT_DATA, (data, data))
            resource.prlimit(self.popen.pid, resource.RLIMIT_CPU, (seconds, seconds + 1))

    def take(self, portion: bytes) -> None:
        """Pass on what it writes, and answer what it asks."""
        self.unread += portion
        if not self.has_compiled and self.unread.startswith(WARM):
            self.unread = self.unread.removeprefix(WARM)
            self._warm_up_again()
        if not self.has_compiled and self.unread.startswith(COMPILED):
            self.has_compiled, self.unread = True, self.unread[1:]
            self.arrived.append(COMPILED)

        *lines, self.unread = self.unread.split(b"\n")
        said = b"".join(line + b"\n" for line in lines if not self._is_answered(line))
        if not portion or len(self.unread) > MAX_ANSWER:
            said, self.unread = said + self.unread, b""
        if said or not portion:
            self.arrived.append(said)
        else:
            self.pipe.taken()

    def _warm_up_again(self) -> None:
        """A process that has a module takes no notice."""
        if self.rounds < ROUNDS:
            self.rounds += 1
            self.send(b'{"do": "warm_up"}\n')

    def _is_answered(self, line: bytes) -> bool:
        """Answer a line that is a question; whether it was one."""
        is_question = line.startswith(b"?")
        if is_question:
            self.send(b"!" + self.files.answer(line[1:]) + b"\n")
        return is_question


def _data_bytes(pid: int) -> int:
    """What a process has of the memory that the limit counts; raises OSError."""
    with open(f"/proc/{pid}/statm", "rb") as file:
        return int(file.read().split()[5]) * os.sysconf("SC_PAGE_SIZE")
