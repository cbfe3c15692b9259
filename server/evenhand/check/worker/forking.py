"""One forked process that runs checked code, and the pipes to it."""

from __future__ import annotations

import json
import os
import select
import signal
import time
from collections import deque
from collections.abc import Iterator
from typing import Any, NoReturn

from . import child, walls
from .loading import Compiled
from .tripwire import Tripwire

GRACE = 1.0
"""Seconds beyond a call's own limit before its process is killed."""
DYING_SECONDS = 0.5
"""How long a process that has let go of its channel may take to end."""
MAX_ANSWER = 4_000_000
RECEIVE, SEND = 230, 231


class Ended(Exception):
    """The process under watch ended or was ended: for which cause, with which details."""

    def __init__(self, kind: str, cause: str, **details: Any) -> None:
        super().__init__(cause)
        self.kind = kind
        self.explanation = {"cause": cause, **details}


class Abandoned(Exception):
    """Nobody is there any more to give an answer to."""


class Child:
    """One forked process and the pipes to it."""

    def __init__(self, compiled: Compiled, request: dict[str, Any]) -> None:
        mine_in, theirs_out = os.pipe()
        theirs_in, mine_out = os.pipe()
        parent, wire = os.getpid(), Tripwire(tuple(request["search_path"]))
        self.pid = os.fork()
        if self.pid == 0:
            try:
                child.serve(compiled, request, wire, *_become(parent, theirs_in, theirs_out))
            finally:
                os._exit(70)
        os.close(theirs_in)
        os.close(theirs_out)
        self.receive, self.send = mine_in, mine_out
        self.rest = b""
        self.used = False

    def greeting(self, seconds: float) -> dict[str, Any]:
        """What it says once, before any call."""
        lines = self._lines(seconds)
        try:
            words = json.loads(lines[0])
        except ValueError:
            words = None
        if not isinstance(words, dict) or len(lines) > 1:
            self._forged()
        made: dict[str, Any] = words
        return made

    def ask(self, messages: list[dict[str, Any]], seconds: float) -> Iterator[list[bytes]]:
        """Send messages at once; answers as JSON, as they come, each within `seconds`.

        An answer begins with the number of its message, which nobody can tell beforehand.
        """
        self.used = True
        numbers = [os.urandom(16).hex() for _ in messages]
        sent = [json.dumps({**m, "number": n}) for m, n in zip(messages, numbers)]
        try:
            os.write(self.send, "\n".join([*sent, ""]).encode())
        except OSError:
            raise self.ended() from None
        expected = deque(f"{n} ".encode() for n in numbers)
        while expected:
            lines = self._lines(seconds)
            valid: list[bytes] = []
            while lines and expected and lines[0].startswith(expected[0]):
                valid.append(lines.pop(0)[len(expected.popleft()) :])
            if valid:
                yield valid
            if lines:
                self._forged()

    def _lines(self, seconds: float) -> list[bytes]:
        """The lines that are there, at least one; Ended when the process dies or takes too long."""
        deadline = time.monotonic() + seconds
        while b"\n" not in self.rest:
            left = deadline - time.monotonic()
            ready = select.select([self.receive, 0], [], [], max(left, 0))[0]
            if 0 in ready and not _has_input():
                raise Abandoned
            if self.receive not in ready:
                if left <= 0:
                    self.end()
                    raise Ended("timeout", "ran_longer", seconds=seconds - GRACE)
                continue
            chunk = os.read(self.receive, 1 << 20)
            if not chunk:
                raise self.ended()
            self.rest += chunk
            if len(self.rest) > MAX_ANSWER:
                self.end()
                raise Ended("died", "result_too_large")
        *lines, self.rest = self.rest.split(b"\n")
        return lines

    def _forged(self) -> NoReturn:
        self.end()
        raise Ended("died", "forged")

    def ended(self) -> Ended:
        """Why the channel to the process is closed."""
        status = self.end(DYING_SECONDS)
        if status is None:
            return Ended("died", "closed_channel")
        if not os.WIFSIGNALED(status):
            return Ended("died", "exited_in_call", number=os.WEXITSTATUS(status))
        number = os.WTERMSIG(status)
        if number == signal.SIGXCPU:
            return Ended("timeout", "processor_time")
        cause = "killed" if number == signal.SIGKILL else "signalled"
        return Ended("died", cause, number=number)

    def end(self, patience: float = 0.0) -> int | None:
        """Kill the process and all that it started.

        Returns its wait status if it ends by itself within `patience` seconds.
        """
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
        return status if finished else None

    def drop(self) -> None:
        """Kill it likewise, and let the system clear up meanwhile; `reap` waits for that."""
        if self.pid:
            _dying.append(self._killed())

    def _killed(self) -> int:
        pid, self.pid = self.pid, 0
        for kill in (os.killpg, os.kill):
            try:
                kill(pid, signal.SIGKILL)
            except OSError:
                continue
        for descriptor in (self.receive, self.send):
            os.close(descriptor)
        return pid


_dying: list[int] = []
"""Processes that were killed, and not yet waited for."""


def reap() -> None:
    """Wait until every dropped process is gone."""
    while _dying:
        os.waitpid(_dying.pop(), 0)


_buffer = b""


def requests() -> Iterator[bytes]:
    """Lines from the standard input, until it ends."""
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
