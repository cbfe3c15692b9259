"""Restricts which files this process can read, and lets it change none (Linux's Landlock).

Landlock's rights are bits, and newer kernels know more of them; see landlock(7).
"""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Iterable

from .c_library import c_library

CREATE, ADD_RULE, RESTRICT = 444, 445, 446
"""System calls; their numbers are the same on every machine."""
ASK_VERSION, PATH_BENEATH = 1, 1
WRITE_FILE, READ_FILE, READ_DIR, TRUNCATE = 1 << 1, 1 << 2, 1 << 3, 1 << 14
FILES_OF_VERSION = ((1, (1 << 13) - 1), (2, 1 << 13), (3, TRUNCATE), (5, 1 << 15))
"""The rights to files that each version of Landlock adds."""
NETWORK = 0b11
"""TCP: bind and connect; since version 4."""
SCOPES = 0b11
"""Other processes' abstract sockets and signals to them; since version 6."""


def version() -> int:
    """The kernel's version of Landlock; raises OSError if it has none."""
    return _call(CREATE, None, 0, ASK_VERSION)


def restrict(readable: Iterable[str]) -> None:
    """Refuse everything but reading `readable` and what is in it; raises OSError on failure.

    A path that does not exist, or that this process may not read, is skipped.
    """
    landlock_version = version()
    attributes = _ruleset_attributes(landlock_version)
    ruleset = _call(CREATE, attributes, len(attributes), 0)
    try:
        for path in readable:
            _allow(ruleset, path, READ_FILE | READ_DIR)

        truncate = TRUNCATE if landlock_version >= 3 else 0
        _allow(ruleset, os.devnull, READ_FILE | WRITE_FILE | truncate)

        _call(RESTRICT, ruleset, 0)
    finally:
        os.close(ruleset)


def _ruleset_attributes(landlock_version: int) -> bytes:
    """Everything that this version can refuse, as `struct landlock_ruleset_attr`."""
    files = sum(bits for since, bits in FILES_OF_VERSION if landlock_version >= since)
    attributes = struct.pack("=Q", files)
    if landlock_version >= 4:
        attributes += struct.pack("=Q", NETWORK)
    if landlock_version >= 6:
        attributes += struct.pack("=Q", SCOPES)
    return attributes


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return

    try:
        if not os.path.isdir(path):
            rights &= ~READ_DIR
        rule = struct.pack("=Qi", rights, descriptor)
        _call(ADD_RULE, ruleset, PATH_BENEATH, rule, 0)
    finally:
        os.close(descriptor)


def _call(number: int, *args: bytes | int | None) -> int:
    """The result of a system call; raises OSError if it fails."""
    words = [ctypes.c_long(arg) if isinstance(arg, int) else arg for arg in args]
    result: int = c_library().syscall(ctypes.c_long(number), *words)
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result
