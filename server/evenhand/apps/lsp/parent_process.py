"""Whether another process is alive."""

from __future__ import annotations

import asyncio
import ctypes
import os
import sys

LOOK_EVERY_SECONDS = 2.0


async def gone(process: int) -> None:
    """Return once `process` has ended."""
    while is_alive(process):
        await asyncio.sleep(LOOK_EVERY_SECONDS)


def is_alive(process: int) -> bool:
    if sys.platform == "win32":
        return _is_alive_on_windows(process)
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _is_alive_on_windows(process: int) -> bool:
    """os.kill would end the process on Windows."""
    synchronize, still_running = 0x00100000, 0x00000102
    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
    handle = kernel.OpenProcess(synchronize, False, process)
    if not handle:
        return False
    try:
        return bool(kernel.WaitForSingleObject(handle, 0) == still_running)
    finally:
        kernel.CloseHandle(handle)
