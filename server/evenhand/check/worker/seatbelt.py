"""Restricts this process to reading some folders and computing (the sandbox of macOS).

The profile is what `sandbox-exec` takes; the C library raises it within a process that runs.
"""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import Iterable

LIBRARY = "/usr/lib/libSystem.B.dylib"
SYSTEM = ("/usr/lib", "/System/Library", "/usr/share/zoneinfo", "/private/var/db/timezone")
"""Where the system's own libraries and time zones are."""
RULES = """\
(version 1)
(deny default)
(allow file-read-metadata)
(allow sysctl-read)
(allow signal (target self))
(allow process-info* (target self))
(allow file-read* file-write-data (literal "/dev/null"))
(allow file-read* (literal "/dev/urandom") (literal "/dev/random"))
"""


def restrict(readable: Iterable[str]) -> None:
    """Refuse everything but reading `readable` and what is in it; raises OSError on failure."""
    try:
        raise_profile = ctypes.CDLL(LIBRARY).sandbox_init
    except (OSError, AttributeError) as error:
        raise OSError(errno.ENOSYS, f"no sandbox: {error}") from None

    problem = ctypes.c_char_p()
    text = profile((*readable, *SYSTEM)).encode("utf-8", "surrogateescape")
    if raise_profile(text, ctypes.c_uint64(0), ctypes.byref(problem)) != 0:
        words = (problem.value or b"").decode("utf-8", "replace")
        raise OSError(errno.EPERM, words[:200] or "the sandbox refuses its profile")


def profile(readable: Iterable[str]) -> str:
    """The rules of the sandbox, with the folders and files that may be read."""
    real = dict.fromkeys(os.path.realpath(path) for path in readable)
    return RULES + "".join(f"(allow file-read* (subpath {_quoted(path)}))\n" for path in real)


def _quoted(path: str) -> str:
    escaped = path.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
