"""What is said to a process of checked code, and what it may answer."""

from __future__ import annotations

import json
import os
import signal
import time
from collections import deque
from collections.abc import Iterator
from typing import Any, NoReturn

from .child import SET_UP
from .processes import Ended, Process
from .time_limits import PATIENCE

GRACE = 1.0
"""Seconds after a call's own limit at which its process is killed."""
DYING_SECONDS = 3.0
"""How long a process that has closed its channel may take to end."""
MAX_ANSWER = 4_000_000
"""Bytes."""
KILL = 9
"""The signal by which a system ends a process at once; not every system names it."""
TIMERS = frozenset(
    getattr(signal, name) for name in ("SIGXCPU", "SIGVTALRM") if hasattr(signal, name)
)
"""Signals by which a system ends what takes too long."""


class Child:
    """One process, as it is spoken to."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.rest = b""
        """What was read behind the last complete line."""
        self.used = False
        """Whether it was sent a call."""
        self.is_set_up = False
        """Whether checked code runs in it: whatever it says or does from then on may be that's."""

    def greeting(self, seconds: float) -> dict[str, Any]:
        """What the process says once, after it has loaded the module, or why it never can."""
        lines = self._lines(seconds)
        if lines[0] == SET_UP:
            self.is_set_up = True
            lines = lines[1:] or self._lines(seconds)
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

    @property
    def rewinds(self) -> bool:
        """Whether `rewind` works."""
        return self.process.rewinds

    def rewind(self) -> None:
        """Let the process be again as it was when its module was loaded."""
        self.process.send(b'{"do": "rewind"}\n')
        self.used = False

    def end(self) -> None:
        """Kill the process and all that it started; wait until it is gone."""
        self.process.end()

    def drop(self) -> None:
        """Kill the process and all that it started, without waiting."""
        self.process.drop()

    def _send(self, messages: list[dict[str, Any]], numbers: list[str]) -> None:
        lines = [json.dumps({**m, "number": number}) for m, number in zip(messages, numbers)]
        try:
            self.process.send("\n".join([*lines, ""]).encode())
        except OSError:
            raise self._ended() from None

    def _lines(self, seconds: float) -> list[bytes]:
        """The complete lines that are there, at least one.

        Raises Ended if the process dies or takes too long, and Abandoned if the input ends.
        """
        deadline = time.monotonic() + seconds
        while b"\n" not in self.rest:
            chunk = self.process.read(deadline)
            if chunk is None:
                self.end()
                raise Ended("timeout", "ran_longer", seconds=(seconds - GRACE) / PATIENCE)
            if not chunk:
                raise self._ended()

            self.rest += chunk
            if len(self.rest) > MAX_ANSWER:
                self.end()
                raise Ended("died", "result_too_large")

        *lines, self.rest = self.rest.split(b"\n")
        return lines

    def _forged(self) -> NoReturn:
        self.end()
        raise Ended("died", "forged")

    def _ended(self) -> Ended:
        """Why the channel to the process is closed."""
        status = self.process.end(DYING_SECONDS)
        if status is None:
            return Ended("died", "closed_channel")
        if status >= 0:
            return Ended("died", "exited_in_call", number=status)

        number = -status
        if number in TIMERS:
            return Ended("timeout", "processor_time")
        cause = "killed" if number == KILL else "signalled"
        return Ended("died", cause, number=number)


def _own_answers(lines: list[bytes], expected: deque[bytes]) -> list[bytes]:
    """The answers in those first lines that begin as `expected`, from which they are removed."""
    answers: list[bytes] = []
    for line in lines:
        if not expected or not line.startswith(expected[0]):
            break
        answers.append(line[len(expected.popleft()) :])
    return answers
