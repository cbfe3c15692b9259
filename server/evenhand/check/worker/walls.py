"""What the operating system itself refuses to a checked function."""

from __future__ import annotations

import ctypes
import os
import signal
import sys

from . import landlock, seccomp

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]
from .tripwire import SYSTEM

PR_SET_PDEATHSIG, PR_SET_NO_NEW_PRIVS = 1, 38
LIBRARIES = (
    "/usr/local/lib/", "/nix/store/", "/gnu/store/", "/etc/ld.so.cache", "/etc/ld.so.conf",
    "/etc/ld.so.conf.d/",
)  # fmt: skip
"""Where the system's loader finds what packages are linked with."""
NAMES = ("landlock", "seccomp") if sys.platform.startswith("linux") else ()
"""The walls that this system may have."""


def confine(names: tuple[str, ...], readable: tuple[str, ...]) -> None:
    """Raise the walls `names` around this process, for good; OSError where one cannot stand."""
    if not names:
        return
    _control(PR_SET_NO_NEW_PRIVS, 1)
    if "landlock" in names:
        landlock.restrict((*readable, *SYSTEM, *LIBRARIES))
    if "seccomp" in names:
        seccomp.restrict()


def limit_resources(memory_bytes: int, cpu_seconds: int) -> None:
    """Bound memory, processor time, file size, open files and processes, where possible."""
    if resource is None:
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
        _control(PR_SET_PDEATHSIG, int(signal.SIGKILL))
        if os.getppid() != parent:
            os._exit(1)


def _control(what: int, value: int) -> None:
    words = [ctypes.c_ulong(word) for word in (value, 0, 0, 0)]
    ctypes.CDLL(None).prctl(what, *words)


def _address_space() -> int:
    """Bytes of address space in use; 0 where it cannot be told."""
    try:
        with open("/proc/self/statm", "rb") as handle:
            return int(handle.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 4 << 30
