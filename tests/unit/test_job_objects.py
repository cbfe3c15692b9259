"""What Windows is asked for around a process, as its library would hear it."""

from __future__ import annotations

import ctypes
import signal
import sys
from typing import Any

import pytest

from evenhand.check.worker.job_objects import (
    EXTENDED_LIMITS,
    BasicLimits,
    ExtendedLimits,
    Job,
    MemoryCounters,
    as_signal,
)

NOW_BYTES, PROCESS, JOB = 50 << 20, 4711, 99


class Kernel:
    """Answers as kernel32 does, and keeps what it was asked for."""

    def __init__(self, refuses: str = "") -> None:
        self.refuses, self.heard = refuses, list[tuple[Any, ...]]()
        self.CreateJobObjectW = self._creates
        self.limits = ExtendedLimits()

    def __getattr__(self, name: str) -> Any:
        return lambda *words: self._hears(name, words)

    class _Creates:
        restype: Any = None

        def __call__(self, *words: object) -> int:
            return JOB

    _creates = _Creates()

    def _hears(self, name: str, words: tuple[Any, ...]) -> int:
        self.heard.append((name, *words))
        if name == "SetInformationJobObject" and words[1] == EXTENDED_LIMITS:
            ctypes.memmove(ctypes.byref(self.limits), words[2], words[3].value)
        if name == "K32GetProcessMemoryInfo":
            ctypes.cast(words[1], ctypes.POINTER(MemoryCounters))[0].page_file = NOW_BYTES
        return int(name != self.refuses)

    @property
    def names(self) -> list[str]:
        return [name for name, *_ in self.heard]


@pytest.mark.skipif(sys.maxsize < 2**32, reason="these are the sizes on 64 bits")
@pytest.mark.parametrize(
    ("structure", "size"), [(BasicLimits, 64), (ExtendedLimits, 144), (MemoryCounters, 72)]
)
def test_structures_are_as_large_as_windows_has_them(
    structure: type[ctypes.Structure], size: int
) -> None:
    assert ctypes.sizeof(structure) == size


def test_a_process_is_alone_in_its_job_and_ends_with_it() -> None:
    kernel = Kernel()
    Job(kernel, PROCESS)

    assert kernel.names[-1] == "AssignProcessToJobObject"
    assert [word.value for word in kernel.heard[-1][1:]] == [JOB, PROCESS]
    assert kernel.limits.basic.active_processes == 1
    assert kernel.limits.basic.flags & 0x2008 == 0x2008  # kill on close, number of processes


def test_memory_is_limited_beyond_what_is_in_use() -> None:
    kernel = Kernel()
    Job(kernel, PROCESS).limit(1 << 30, 60)

    assert kernel.limits.process_memory == NOW_BYTES + (1 << 30)
    assert kernel.limits.basic.process_time == 60 * 10_000_000  # in units of 100 ns
    assert kernel.limits.basic.flags & 0x102 == 0x102


def test_a_job_is_closed_once() -> None:
    kernel = Kernel()
    job = Job(kernel, PROCESS)
    job.close()
    job.close()

    assert kernel.names.count("CloseHandle") == 1


@pytest.mark.parametrize("refuses", ["SetInformationJobObject", "AssignProcessToJobObject"])
def test_a_limit_that_windows_refuses_is_an_error(refuses: str) -> None:
    with pytest.raises(OSError, match="Windows refuses a limit"):
        Job(Kernel(refuses), PROCESS)


@pytest.mark.parametrize(
    ("status", "told"),
    [
        (0, 0),
        (3, 3),
        (-9, -9),
        (0xC0000005, -signal.SIGSEGV),
        (0xC00000FD, -signal.SIGSEGV),
        (0xC0000409, -signal.SIGABRT),
    ],
)
def test_a_crash_is_told_by_the_signal_that_it_is_elsewhere(status: int, told: int) -> None:
    assert as_signal(status) == told
