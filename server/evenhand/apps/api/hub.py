"""The process that answers a program's questions, as that program sees it.

It is a program of its own, so that nothing of the caller matters to it: a running event loop,
threads, a script without `if __name__ == "__main__"`.
"""

from __future__ import annotations

import atexit
import os
import pickle
import struct
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO, Any

import evenhand
from evenhand.apps.api.hub_questions import Question, Refusal

SIZE = struct.Struct(">Q")
"""Each message begins with its length."""


class HubLostError(RuntimeError):
    """The process that answers has ended; the next question starts another."""


class Hub:
    """Asks one question after the other; the process starts with the first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = os.getpid()

    def ask(self, question: Question) -> Any:
        """The answer; raises `ValueError` for what cannot be asked, and `HubLostError`."""
        with self._lock:
            try:
                answer = self._answer(question)
            except BaseException:  # also Ctrl+C: what it still says belongs to no question
                self.close()
                raise
        if isinstance(answer, Refusal):
            raise ValueError(answer.sentence)
        return answer

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is None or self._owner != os.getpid():
            return
        process.kill()
        process.communicate()

    def _answer(self, question: Question) -> Any:
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            send(process.stdin, question)
            return receive(process.stdout)
        except (EOFError, OSError) as error:
            raise HubLostError("the process that checks code has ended; try again") from error

    def _running(self) -> subprocess.Popen[bytes]:
        """The process; a new one in a process that was forked, as it cannot share the pipes."""
        if self._owner != os.getpid():
            self._process, self._owner = None, os.getpid()
        if self._process is None or self._process.poll() is not None:
            self._process = _started()
        return self._process


def send(stream: IO[bytes], message: object) -> None:
    """Write a message; raises OSError."""
    data = pickle.dumps(message)
    stream.write(SIZE.pack(len(data)) + data)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """The next message; raises EOFError if the other end is gone."""
    head = stream.read(SIZE.size)
    if len(head) < SIZE.size:
        raise EOFError
    data = stream.read(*SIZE.unpack(head))
    return pickle.loads(data)


def _started() -> subprocess.Popen[bytes]:
    """A new process; of the caller's folder it imports nothing."""
    package = Path(evenhand.__file__).parent.parent
    program = f"import sys; sys.path.append({str(package)!r}); {_MAIN}"
    return subprocess.Popen(
        [sys.executable, "-P", "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )


_MAIN = "from evenhand.apps.api.hub_process import main; main()"
HUB = Hub()
atexit.register(HUB.close)
