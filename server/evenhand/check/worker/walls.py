"""Raises the walls around a process: what the operating system refuses to checked code."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator

from . import landlock, seatbelt, seccomp
from .c_library import c_library, control

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]
from .tripwire import SYSTEM

PR_SET_NO_NEW_PRIVS = 38
LIBRARIES = (
    "/usr/local/lib/", "/nix/store/", "/gnu/store/", "/etc/ld.so.cache", "/etc/ld.so.conf",
    "/etc/ld.so.conf.d/",
)  # fmt: skip
"""Where the system's loader finds shared libraries; packages are linked with them."""
AROUND = ("webassembly",)
"""The walls of a process that is WebAssembly; they stand from its start."""
BY_SYSTEM = {
    "linux": ("landlock", "seccomp"), "darwin": ("seatbelt",), "emscripten": AROUND,
}  # fmt: skip
NAMES = BY_SYSTEM.get(sys.platform, ())
"""The walls that this system may have; a self-test says whether they stand (`breakout.py`)."""
_MODULUS = 1 << 63
"""Modulo this, the -1 that means "unlimited" is the largest limit."""


def confine(names: tuple[str, ...], readable: tuple[str, ...]) -> None:
    """Raise the walls `names` around this process, for good; raises OSError if one fails."""
    if not names or names == AROUND:
        return

    if "seatbelt" in names:
        seatbelt.restrict(readable)
        return

    control(PR_SET_NO_NEW_PRIVS, 1)
    if "landlock" in names:
        landlock.restrict((*readable, *SYSTEM, *LIBRARIES))
    if "seccomp" in names:
        seccomp.restrict()


def prepare(names: tuple[str, ...]) -> None:
    """Do once, before processes are forked, what each of them would do before its walls stand."""
    if "landlock" in names or "seccomp" in names:
        c_library()
    if "seccomp" in names:
        seccomp.filter_parts(os.uname().machine)


def limit_resources(memory_bytes: int, cpu_seconds: int) -> None:
    """Limit memory, processor time, file size, open files and processes, as far as possible.

    `memory_bytes` is what may be added to the memory that is in use now.
    """
    if resource is None:
        return

    limits = (
        ("RLIMIT_AS", _address_space() + memory_bytes), ("RLIMIT_CPU", cpu_seconds),
        ("RLIMIT_FSIZE", 0), ("RLIMIT_CORE", 0), ("RLIMIT_NOFILE", 64), ("RLIMIT_NPROC", 0),
    )  # fmt: skip
    for name, value in limits:
        if hasattr(resource, name):
            _limit(name, value)


@contextlib.contextmanager
def within_limits(memory_bytes: int, seconds: float) -> Iterator[None]:
    """Meanwhile, this process may take so much more memory, and `seconds` of processor time.

    For work in C, which no exception interrupts.
    """
    if resource is None:
        yield
        return

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = _address_space() + memory_bytes
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        within = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(resource.RLIMIT_AS, (within, hard))
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        signal.setitimer(signal.ITIMER_PROF, 0)


def most_descriptors() -> int:
    """How many files this process may have open; 1,024 if the system does not say."""
    return 1024 if resource is None else int(resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def _limit(name: str, value: int) -> None:
    """Set one limit, or the lower one that is in force; nothing happens if it cannot be set."""
    kind = getattr(resource, name)
    try:
        hard = resource.getrlimit(kind)[1]
        soft_limit = value if hard == resource.RLIM_INFINITY else min(value, hard)

        # The soft limit of processor time sends SIGXCPU, which tells why; the hard one SIGKILL.
        room_above = name == "RLIMIT_CPU" and soft_limit < hard % _MODULUS
        hard_limit = soft_limit + 1 if room_above else soft_limit
        resource.setrlimit(kind, (soft_limit, hard_limit))
    except (ValueError, OSError):
        return


def _address_space() -> int:
    """Bytes of address space in use; 4 GiB if the system does not say."""
    try:
        with open("/proc/self/statm", "rb") as file:
            pages = int(file.read().split()[0])
            return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 4 << 30
