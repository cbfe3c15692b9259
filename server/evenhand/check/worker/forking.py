"""Forks the processes that run checked code, talks to them over pipes, and ends them."""

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
from .compiling import Compiled
from .frames import has_input
from .time_limits import PATIENCE
from .tripwire import Tripwire

GRACE = 1.0
"""Seconds after a call's own limit at which its process is killed."""
DYING_SECONDS = 3.0
"""How long a process that has closed its channel may take to end."""
MAX_ANSWER = 4_000_000
"""Bytes."""
RECEIVE, SEND = 230, 231
"""The child's descriptors: high, so that code which closes or guesses small numbers misses them."""


class Ended(Exception):
    """The process under watch ended or was ended: for which cause, with which details."""

    def __init__(self, kind: str, cause: str, **details: Any) -> None:
        super().__init__(cause)
        self.kind = kind
        self.explanation = {"cause": cause, **details}


class Abandoned(Exception):
    """The input has ended, so that an answer would reach no one."""


class Child:
    """One forked process and the pipes to it."""

    def __init__(self, compiled: Compiled, request: dict[str, Any]) -> None:
        self.receive, child_send = os.pipe()
        child_receive, self.send = os.pipe()
        parent, wire = os.getpid(), Tripwire(child.readable(request))

        self.pid = os.fork()
        if self.pid == 0:
            try:
                child.serve(compiled, request, wire, *_become(parent, child_receive, child_send))
            finally:
                os._exit(70)

        os.close(child_receive)
        os.close(child_send)
        self.rest = b""
        """What was read behind the last complete line."""
        self.used = False
        """Whether it was sent a call."""

    def greeting(self, seconds: float) -> dict[str, Any]:
        """What the process says once, after it has loaded the module."""
        lines = self._lines(seconds)
        try:
            greeting = json.loads(lines[0])
        except (ValueError, RecursionError):
            greeting = None

        if not isinstance(greeting, dict) or len(lines) > 1:
            self._forged()
        return greeting

    def ask(self, messages: list[dict[str, Any]], seconds: float) -> Iterator[list[bytes]]:
        """Send all messages; yields answers as JSON as they come, each within `seconds`.

        An answer begins with the random number of its message, which checked code cannot guess.
        """
        self.used = True
        numbers = [os.urandom(16).hex() for _ in messages]
        self._send(messages, numbers)

        expected = deque(f"{number} ".encode() for number in numbers)
        while expected:
            lines = self._lines(seconds)
            answers = _own_answers(lines, expected)
            is_forged = len(lines) > len(answers)
            if is_forged and not expected:
                answers.pop()  # each message has one answer, and the last one's is `Ended`
            if answers:
                yield answers
            if is_forged:
                self._forged()

    def _send(self, messages: list[dict[str, Any]], numbers: list[str]) -> None:
        lines = [json.dumps({**m, "number": number}) for m, number in zip(messages, numbers)]
        try:
            os.write(self.send, "\n".join([*lines, ""]).encode())
        except OSError:
            raise self.ended() from None

    def _lines(self, seconds: float) -> list[bytes]:
        """The complete lines that are there, at least one.

        Raises Ended if the process dies or takes too long, and Abandoned if the input ends.
        """
        deadline = time.monotonic() + seconds
        while b"\n" not in self.rest:
            left = deadline - time.monotonic()
            ready = select.select([self.receive, 0], [], [], max(left, 0))[0]
            if 0 in ready and not has_input():
                raise Abandoned

            if self.receive in ready:
                self._read()
            elif left <= 0:
                self.end()
                raise Ended("timeout", "ran_longer", seconds=(seconds - GRACE) / PATIENCE)

        *lines, self.rest = self.rest.split(b"\n")
        return lines

    def _read(self) -> None:
        chunk = os.read(self.receive, 1 << 20)
        if not chunk:
            raise self.ended()

        self.rest += chunk
        if len(self.rest) > MAX_ANSWER:
            self.end()
            raise Ended("died", "result_too_large")

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
        if number in (signal.SIGXCPU, signal.SIGVTALRM):
            return Ended("timeout", "processor_time")
        cause = "killed" if number == signal.SIGKILL else "signalled"
        return Ended("died", cause, number=number)

    def end(self, patience: float = 0.0) -> int | None:
        """Kill the process and all that it started; wait until it is gone.

        Returns its wait status if it ended by itself within `patience` seconds, otherwise None.
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
        """Kill the process and all that it started; `reap` waits until it is gone."""
        if self.pid:
            _dying.append(self._killed())

    def _killed(self) -> int:
        """Kill the process group, which need not exist yet, and the process; returns its id."""
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
"""Processes that were killed and not waited for."""


def reap() -> None:
    """Wait until every dropped process is gone."""
    while _dying:
        os.waitpid(_dying.pop(), 0)


def _own_answers(lines: list[bytes], expected: deque[bytes]) -> list[bytes]:
    """The answers in those first lines that begin as `expected`, from which they are removed."""
    answers: list[bytes] = []
    for line in lines:
        if not expected or not line.startswith(expected[0]):
            break
        answers.append(line[len(expected.popleft()) :])
    return answers


def _become(parent: int, receive: int, send: int) -> tuple[int, int]:
    """In the child: a session of its own, and only 0 to 2 and its pipes; returns these."""
    os.setsid()
    walls.die_with_parent(parent)
    for descriptor, number in ((receive, RECEIVE), (send, SEND)):
        os.dup2(descriptor, number, inheritable=False)
    os.closerange(3, RECEIVE)
    return RECEIVE, SEND
