"""The C library of this process, for system calls that Python has no function for."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any


@cache
def c_library() -> Any:
    """The library; what it takes to find a function in it is done once, before any fork."""
    library = ctypes.CDLL(None, use_errno=True)
    library.syscall.restype = ctypes.c_long
    return library


def control(operation: int, value: int) -> None:
    """Call prctl(2) with one argument."""
    words = [ctypes.c_ulong(word) for word in (value, 0, 0, 0)]
    c_library().prctl(operation, *words)
