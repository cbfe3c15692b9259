"""Waits for the end of another process: the client's."""

from __future__ import annotations

import asyncio
import ctypes
import os
import sys

LOOK_EVERY_SECONDS = 2.0

# Of the Windows API: an access right, and the result of a wait that timed out.
_SYNCHRONIZE = 0x00100000
_WAIT_TIMEOUT = 0x00000102


async def gone(process: int) -> None:
    """Return once `process` has ended."""
    while is_alive(process):
        await asyncio.sleep(LOOK_EVERY_SECONDS)


def is_alive(process: int) -> bool:
    """Whether a process with this number exists."""
    if sys.platform == "win32":
        return _is_alive_on_windows(process)

    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # it exists, and belongs to another user
        return True
    return True


def _is_alive_on_windows(process: int) -> bool:
    # os.kill would end the process on Windows.
    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
    handle = kernel.OpenProcess(_SYNCHRONIZE, False, process)
    if not handle:
        return False

    try:
        return bool(kernel.WaitForSingleObject(handle, 0) == _WAIT_TIMEOUT)
    finally:
        kernel.CloseHandle(handle)
