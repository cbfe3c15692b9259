"""The warm process that never runs checked code: it compiles, forks, watches and ends.

It reads requests as JSON lines on its standard input and answers on a private descriptor.
At the end of its input it ends, and its children with it.
"""

from __future__ import annotations

import importlib
import json
import os
import select
import shutil
import signal
import sys
import time
from typing import Any, Iterator

from . import child, walls
from .loading import Compiled, compile_module

GRACE = 1.0
"""Seconds beyond a call's own limit before its process is killed."""
MAX_ANSWER = 4_000_000
RECEIVE, SEND = 230, 231
FORGED = "wrote to the channel of its results"
HEAVY = ("asyncio", "numpy", "pandas", "sklearn", "scipy", "torch", "pydantic", "attrs", "attr")


class Ended(Exception):
    """The process under watch ended or was ended; the message says why."""

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.kind, self.reason = kind, reason


class Abandoned(Exception):
    """Nobody is there any more to give an answer to."""


class Child:
    """One forked process and the pipes to it."""

    def __init__(self, compiled: Compiled, request: dict[str, Any]) -> None:
        mine_in, theirs_out = os.pipe()
        theirs_in, mine_out = os.pipe()
        parent = os.getpid()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                child.serve(compiled, request, *_become(parent, theirs_in, theirs_out))
            finally:
                os._exit(70)
        os.close(theirs_in)
        os.close(theirs_out)
        self.receive, self.send = mine_in, mine_out
        self.rest = b""
        self.asked = 0

    def ask(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send one message; the answer carries its number, so that nothing else passes for it."""
        self.asked += 1
        try:
            os.write(self.send, json.dumps({**message, "number": self.asked}).encode() + b"\n")
        except OSError:
            raise self.ended() from None
        answer = self.answer(seconds)
        if answer.get("number") != self.asked or self.rest:
            self.end()
            raise Ended("died", FORGED)
        return answer

    def answer(self, seconds: float) -> dict[str, Any]:
        """The next message; Ended when the process dies or takes too long."""
        deadline = time.monotonic() + seconds
        while b"\n" not in self.rest:
            left = deadline - time.monotonic()
            ready = select.select([self.receive, 0], [], [], max(left, 0))[0]
            if 0 in ready and not _has_input():
                raise Abandoned
            if self.receive not in ready:
                if left <= 0:
                    self.end()
                    raise Ended("timeout", f"ran longer than {seconds - GRACE:g} s")
                continue
            chunk = os.read(self.receive, 1 << 20)
            if not chunk:
                raise self.ended()
            self.rest += chunk
            if len(self.rest) > MAX_ANSWER:
                self.end()
                raise Ended("died", "gave a result too large to compare")
        line, self.rest = self.rest.split(b"\n", 1)
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            self.end()
            raise Ended("died", FORGED)
        return answer

    def ended(self) -> Ended:
        status = self.end()
        if os.WIFSIGNALED(status):
            number = os.WTERMSIG(status)
            if number == signal.SIGXCPU:
                return Ended("timeout", "used too much processor time")
            if number == signal.SIGKILL:
                return Ended("died", "its process was killed, or closed the channel of its results")
            return Ended("died", f"its process was ended by signal {number}")
        return Ended("died", f"ended its process with status {os.WEXITSTATUS(status)}")

    def end(self) -> int:
        """Kill the process and all that it started; returns its wait status."""
        if self.pid == 0:
            return 0
        finished, status = os.waitpid(self.pid, os.WNOHANG)
        for kill in (os.killpg, os.kill):
            try:
                kill(self.pid, signal.SIGKILL)
            except OSError:
                continue
        if not finished:
            status = os.waitpid(self.pid, 0)[1]
        for descriptor in (self.receive, self.send):
            os.close(descriptor)
        self.pid = 0
        return status


class Supervisor:
    """Holds the module in place and its child."""

    def __init__(self, out: int) -> None:
        self.out = out
        self.child: Child | None = None
        self.compiled: dict[tuple[str, str, bool], tuple[Compiled | None, str]] = {}
        self.current: tuple[Compiled, dict[str, Any]] | None = None

    def open(self, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Compile and load a module in a new process."""
        self.close()
        yield self._opened(request)

    def _opened(self, request: dict[str, Any]) -> dict[str, Any]:
        key = (request["source"], request["path"], request["watch"])
        if key not in self.compiled:
            if len(self.compiled) > 8:
                self.compiled.clear()
            self.compiled[key] = compile_module(*key)
        compiled, problem = self.compiled[key]
        if compiled is None:
            self.current = None
            return {"problem": problem}
        _import_ahead(compiled.imports, request["search_path"])
        self.current = (compiled, request)
        try:
            self.child, loaded = self._start()
        except Ended as ended:
            self.current = None
            return {"problem": f"loading the file {ended.reason}"}
        return loaded

    def run(self, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Make calls one after another; a process that ends is replaced for the next call."""
        deaths = 0
        for call in request["calls"]:
            if deaths >= request["deaths"]:
                yield {"kind": "died", "reason": "earlier calls ended its process"}
                continue
            try:
                outcome = self._call(call, request)
            except Ended as ended:
                self.child = None
                deaths += 1
                outcome = {"kind": ended.kind, "reason": ended.reason}
            yield outcome

    def close(self) -> None:
        if self.child is not None:
            self.child.end()
            self.child = None

    def _call(self, call: dict[str, Any], request: dict[str, Any]) -> dict[str, Any]:
        if request["fresh"]:
            self.close()
        if self.child is None:
            self.child, _ = self._start()
        return self.child.ask(call, request["seconds"] + GRACE)

    def _start(self) -> tuple[Child, dict[str, Any]]:
        if self.current is None:
            raise Ended("died", "no module is open")
        compiled, request = self.current
        try:
            made = Child(compiled, request)
        except OSError as error:
            raise Ended("died", f"could not start: {error.strerror}") from None
        return made, made.answer(request["limits"]["load_seconds"] + GRACE)

    def serve(self) -> None:
        """Answer requests until the input ends, or nobody listens any more."""
        try:
            for line in _requests():
                request = json.loads(line)
                for answer in getattr(self, request["do"])(request):
                    self.write(answer)
        except (Abandoned, BrokenPipeError):
            return
        finally:
            self.close()

    def write(self, message: dict[str, Any]) -> None:
        data = json.dumps(message).encode() + b"\n"
        while data:
            data = data[os.write(self.out, data) :]


_buffer = b""


def _requests() -> Any:
    global _buffer
    while True:
        while b"\n" in _buffer:
            line, _buffer = _buffer.split(b"\n", 1)
            yield line
        if not _has_input():
            return


def _has_input() -> bool:
    """Read what is there; False at the end of the input."""
    global _buffer
    chunk = os.read(0, 1 << 20)
    _buffer += chunk
    return bool(chunk)


def _become(parent: int, receive: int, send: int) -> tuple[int, int]:
    """In the child: a session of its own, no descriptor but its pipes; returns these."""
    os.setsid()
    walls.die_with_parent(parent)
    for taken, kept in ((receive, RECEIVE), (send, SEND)):  # out of the way of small numbers
        os.dup2(taken, kept, inheritable=False)
    os.closerange(3, RECEIVE)
    return RECEIVE, SEND


def _import_ahead(names: tuple[str, ...], search_path: list[str]) -> None:
    """Import large installed packages once, so that every fork has them."""
    for name in names:
        first = name.partition(".")[0]
        if first not in HEAVY or name in sys.modules or _is_local(first, search_path):
            continue
        try:
            importlib.import_module(name)
        except BaseException:  # the child says what is missing
            continue


def _is_local(name: str, search_path: list[str]) -> bool:
    return any(
        os.path.exists(os.path.join(folder, entry))
        for folder in search_path
        for entry in (name, f"{name}.py")
    )


def main(scratch: str) -> None:
    """Serve until the input ends; then the folder `scratch` goes too."""
    out = os.dup(1)
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    os.set_inheritable(out, False)
    supervisor = Supervisor(out)
    if not hasattr(os, "fork"):
        supervisor.write({"problem": "runs on a system without fork, which is needed"})
        return
    supervisor.write({"ready": list(sys.version_info[:3]), "isolation": "basic"})
    try:
        supervisor.serve()
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
