"""Limits a process on Windows, and all that it starts, by a Job Object.

The job ends with the last handle to it: its processes do not outlive the one that holds them,
however that ends. On other systems, a process limits itself (`walls.py`) and has a group.
"""

from __future__ import annotations

import ctypes
import signal
import subprocess
import sys
from ctypes import c_int64, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Any

EXTENDED_LIMITS, UI_RESTRICTIONS = 9, 4
"""Kinds of information about a job."""
PROCESS_TIME, ACTIVE_PROCESSES, PROCESS_MEMORY = 0x2, 0x8, 0x100
DIE_ON_ERROR, KILL_ON_CLOSE = 0x400, 0x2000
"""Flags of its limits; without the last but one, Windows shows a window about a crash."""
EVERY_RESTRICTION = 0xFF
"""No clipboard, no windows of others, no settings of the desktop, no end of the session."""
TICKS = 10_000_000
"""Parts of a second in which Windows counts processor time."""
ERRORS, FAST_FAIL = 0xC0000000, 0xC0000409
"""Exit statuses from here up are those of crashes; that of `abort`."""


class BasicLimits(ctypes.Structure):
    """`JOBOBJECT_BASIC_LIMIT_INFORMATION`."""

    _fields_ = (
        ("process_time", c_int64), ("job_time", c_int64), ("flags", c_uint32),
        ("least_working_set", c_size_t), ("most_working_set", c_size_t),
        ("active_processes", c_uint32), ("affinity", c_size_t), ("priority", c_uint32),
        ("scheduling", c_uint32),
    )  # fmt: skip


class ExtendedLimits(ctypes.Structure):
    """`JOBOBJECT_EXTENDED_LIMIT_INFORMATION`."""

    _fields_ = (
        ("basic", BasicLimits), ("transfers", c_uint64 * 6), ("process_memory", c_size_t),
        ("job_memory", c_size_t), ("most_process_memory", c_size_t), ("most_job_memory", c_size_t),
    )  # fmt: skip


class MemoryCounters(ctypes.Structure):
    """`PROCESS_MEMORY_COUNTERS`."""

    _fields_ = (
        ("size", c_uint32), ("faults", c_uint32), ("peak_working_set", c_size_t),
        ("working_set", c_size_t), ("quotas", c_size_t * 4), ("page_file", c_size_t),
        ("peak_page_file", c_size_t),
    )  # fmt: skip


class Job:
    """A job with one process in it, which may start no other."""

    def __init__(self, kernel: Any, process: int) -> None:
        """`kernel` is the library kernel32, `process` a handle; raises OSError."""
        self.kernel, self.process = kernel, c_void_p(process)
        kernel.CreateJobObjectW.restype = c_void_p
        self.handle = c_void_p(_checked(kernel.CreateJobObjectW(None, None)))
        self._set(EXTENDED_LIMITS, _limits(KILL_ON_CLOSE | DIE_ON_ERROR | ACTIVE_PROCESSES))
        self._set(UI_RESTRICTIONS, c_uint32(EVERY_RESTRICTION))
        _checked(kernel.AssignProcessToJobObject(self.handle, self.process))

    def limit(self, memory_bytes: int, cpu_seconds: int) -> None:
        """Limit the memory beyond what the process has now, and its time; raises OSError."""
        limits = _limits(
            KILL_ON_CLOSE | DIE_ON_ERROR | ACTIVE_PROCESSES | PROCESS_MEMORY | PROCESS_TIME
        )
        limits.basic.process_time = cpu_seconds * TICKS
        limits.process_memory = self._memory() + memory_bytes
        self._set(EXTENDED_LIMITS, limits)

    def close(self) -> None:
        """End what is in the job."""
        if self.handle.value is not None:
            self.kernel.CloseHandle(self.handle)
            self.handle = c_void_p()

    def _memory(self) -> int:
        """Bytes that the process has asked for by now."""
        counters = MemoryCounters(ctypes.sizeof(MemoryCounters))
        size = c_uint32(ctypes.sizeof(counters))
        _checked(self.kernel.K32GetProcessMemoryInfo(self.process, ctypes.byref(counters), size))
        return int(counters.page_file)

    def _set(self, kind: int, content: Any) -> None:
        size = c_uint32(ctypes.sizeof(content))
        words = (self.handle, kind, ctypes.byref(content), size)
        _checked(self.kernel.SetInformationJobObject(*words))


def around(popen: subprocess.Popen[bytes]) -> Job | None:
    """A job around a process that has just been started; None on systems without jobs."""
    if sys.platform != "win32":
        return None

    try:
        return Job(ctypes.WinDLL("kernel32", use_last_error=True), int(popen._handle))
    except OSError:
        popen.kill()
        raise


def as_signal(status: int) -> int:
    """An exit status; for a crash on Windows, minus the signal that it would be elsewhere."""
    if status < ERRORS:
        return status
    return -int(signal.SIGABRT if status == FAST_FAIL else signal.SIGSEGV)


def _limits(flags: int) -> ExtendedLimits:
    limits = ExtendedLimits()
    limits.basic.flags = flags
    limits.basic.active_processes = 1
    return limits


def _checked(result: Any) -> Any:
    """A result that means success; raises OSError for any other."""
    if not result:
        code = getattr(ctypes, "get_last_error", int)()
        raise OSError(code, f"Windows refuses a limit (error {code})")
    return result
