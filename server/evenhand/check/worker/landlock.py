"""Files: after `restrict`, this process can read what it was told of, and change nothing (Linux).

Landlock's rights are bits, and newer kernels know more of them; see landlock(7).
"""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Iterable

CREATE, ADD_RULE, RESTRICT = 444, 445, 446
"""System calls; their numbers are the same on every machine."""
ASK_VERSION, PATH_BENEATH = 1, 1
WRITE_FILE, READ_FILE, READ_DIR, TRUNCATE = 1 << 1, 1 << 2, 1 << 3, 1 << 14
FILES_OF_VERSION = ((1, (1 << 13) - 1), (2, 1 << 13), (3, TRUNCATE), (5, 1 << 15))
NETWORK = 0b11
"""TCP: bind and connect; from version 4 on."""
SCOPES = 0b11
"""Abstract sockets and signals of others; from version 6 on."""


def version() -> int:
    """Which Landlock the kernel has; OSError where it has none."""
    return _call(CREATE, None, 0, ASK_VERSION)


def restrict(readable: Iterable[str]) -> None:
    """Leave only reading, and only of `readable` and what lies in it; OSError where it fails.

    A path that is not there, or that could not be read before, is passed over.
    """
    known = version()
    rules = _call(CREATE, *_sized(_handled(known)), 0)
    try:
        for path in readable:
            _allow(rules, path, READ_FILE | READ_DIR)
        _allow(rules, os.devnull, READ_FILE | WRITE_FILE | (TRUNCATE if known >= 3 else 0))
        _call(RESTRICT, rules, 0)
    finally:
        os.close(rules)


def _handled(known: int) -> bytes:
    """Everything that this version can refuse, as `struct landlock_ruleset_attr`."""
    made = struct.pack("=Q", sum(bits for since, bits in FILES_OF_VERSION if known >= since))
    if known >= 4:
        made += struct.pack("=Q", NETWORK)
    if known >= 6:
        made += struct.pack("=Q", SCOPES)
    return made


def _allow(rules: int, path: str, rights: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not os.path.isdir(path):
            rights &= ~READ_DIR
        _call(ADD_RULE, rules, PATH_BENEATH, struct.pack("=Qi", rights, place), 0)
    finally:
        os.close(place)


def _sized(data: bytes) -> tuple[bytes, int]:
    return data, len(data)


def _call(number: int, *args: bytes | int | None) -> int:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    words = [ctypes.c_long(a) if isinstance(a, int) else a for a in args]
    result: int = libc.syscall(ctypes.c_long(number), *words)
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result
