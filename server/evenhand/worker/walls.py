"""What the operating system itself refuses to a checked function."""

from __future__ import annotations

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def limit_resources(memory_bytes: int, cpu_seconds: int) -> None:
    """Bound memory, processor time, file size, open files and processes, where possible."""
    try:
        import resource
    except ImportError:  # Windows
        return
    memory = _address_space() + memory_bytes
    wanted = (
        ("RLIMIT_AS", memory), ("RLIMIT_CPU", cpu_seconds), ("RLIMIT_FSIZE", 0),
        ("RLIMIT_CORE", 0), ("RLIMIT_NOFILE", 64), ("RLIMIT_NPROC", 0),
    )  # fmt: skip
    for name, value in wanted:
        kind = getattr(resource, name, None)
        if kind is None:
            continue
        try:
            hard = resource.getrlimit(kind)[1]
            bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
            above = bound + 1 if name == "RLIMIT_CPU" and bound < hard % (1 << 63) else bound
            resource.setrlimit(kind, (bound, above))
        except (ValueError, OSError):
            continue


def die_with_parent(parent: int) -> None:
    """End this process when its parent ends, however it ends."""
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)


def _address_space() -> int:
    """Bytes of address space in use; 0 where it cannot be told."""
    try:
        with open("/proc/self/statm", "rb") as handle:
            return int(handle.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 4 << 30
