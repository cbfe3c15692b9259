"""What arrives at a process that cannot wait for several pipes at once: threads read them.

Windows can wait for sockets only, so that each pipe has a thread of its own there, and on every
system in which processes are spawned.
"""

from __future__ import annotations

import queue
import threading
import time
from io import FileIO, RawIOBase
from typing import Callable

from .frames import HEADER

PORTION = 1 << 18
"""Bytes that are read at once."""
UNREAD = 16
"""Portions of one pipe that may wait; its writer waits meanwhile."""

Take = Callable[[bytes], None]


class Inbox:
    """Everything that arrives, in the order of its arrival: requests, and what processes write."""

    def __init__(self) -> None:
        self.arrivals: queue.SimpleQueue[tuple[Take, bytes]] = queue.SimpleQueue()
        self.requests = b""
        """What was read of the standard input and not asked for yet."""
        self.ended = False
        """Whether the standard input has."""
        self.input = self.watch(FileIO(0, closefd=False), self._request)

    def watch(self, file: RawIOBase, take: Take) -> Pipe:
        """Read a pipe from now on; `take` gets its portions, and an empty one at its end."""
        pipe = Pipe(file, self.arrivals, take)
        threading.Thread(target=pipe.pump, daemon=True).start()
        return pipe

    def wait(self, deadline: float | None = None) -> bool:
        """Pass on what arrives next; False if nothing does before the deadline."""
        left = None if deadline is None else max(deadline - time.monotonic(), 0)
        try:
            take, portion = self.arrivals.get(timeout=left)
        except queue.Empty:
            return False
        take(portion)
        return True

    def is_quiet(self, seconds: float) -> bool:
        """Whether no request arrives within so many seconds; what processes write is kept."""
        deadline = time.monotonic() + seconds
        while not self.requests and not self.ended:
            if not self.wait(deadline):
                return True
        return False

    def next_frame(self) -> tuple[bytes, bytes] | None:
        """The kind and the content of the next request; None if the input ends."""
        if not self._has(HEADER):
            return None

        header = self.requests[:HEADER]
        end = HEADER + int(header[1:])
        if not self._has(end):
            return None
        content, self.requests = self.requests[HEADER:end], self.requests[end:]
        return header[:1], content

    def _has(self, count: int) -> bool:
        """Wait until so many bytes of requests are there; False if they never are."""
        while len(self.requests) < count:
            if self.ended:
                return False
            self.wait()
        return True

    def _request(self, portion: bytes) -> None:
        self.input.taken()
        self.requests += portion
        self.ended = not portion


class Pipe:
    """One pipe that a thread reads, a limited way ahead of who takes what it reads."""

    def __init__(
        self, file: RawIOBase, arrivals: queue.SimpleQueue[tuple[Take, bytes]], take: Take
    ) -> None:
        self.file, self.arrivals, self.take = file, arrivals, take
        self.room = threading.Semaphore(UNREAD)

    def pump(self) -> None:
        """Read to the end."""
        portion: bytes | None = b" "
        with self.file:
            while portion:
                self.room.acquire()
                try:
                    portion = self.file.read(PORTION)
                except OSError:
                    portion = b""
                self.arrivals.put((self.take, portion or b""))

    def taken(self, portions: int = 1) -> None:
        """Make room for more."""
        self.room.release(portions)
