"""Measures one text in a process of its own, which may be killed."""

from __future__ import annotations

import gc
import multiprocessing
import resource
from dataclasses import dataclass, field
from multiprocessing.connection import Connection

from benchmarks.growth.stages import Seconds, go_through

KIBIBYTES_IN_A_MEBIBYTE = 1024
MOST_MEMORY = 4 << 30
"""Bytes of address space."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What one text took."""

    size: int
    seconds: Seconds = field(default_factory=dict)
    """Of the processor, by stage; empty if there is a problem."""
    memory: float = 0.0
    """MiB that the process has gained at its peak."""
    problem: str = ""
    """Why it came to no end."""

    @property
    def total(self) -> float:
        """Seconds of all stages."""
        return sum(self.seconds.values())


def measure(text: str, size: int, limit: float) -> Measured:
    """Take a text through all stages in a new process, for at most `limit` seconds."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_child, args=(text, size, limit, sender), daemon=True)
    process.start()
    sender.close()

    try:
        measured: Measured = receiver.recv()
    except EOFError:
        measured = Measured(size, problem=f"over {limit:g} s")
    process.join()
    return measured


def _child(text: str, size: int, limit: float, sender: Connection) -> None:
    whole_seconds = int(limit) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (whole_seconds, whole_seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    gc.freeze()

    before = _peak()
    try:
        seconds = go_through(text)
    except Exception as error:
        first_line = str(error).partition("\n")[0]
        sender.send(Measured(size, problem=f"{type(error).__name__}: {first_line}"))
    else:
        gained = (_peak() - before) / KIBIBYTES_IN_A_MEBIBYTE
        sender.send(Measured(size, seconds, gained))


def _peak() -> int:
    """The most memory that this process has had, in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
