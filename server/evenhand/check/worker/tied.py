"""Ends this process with the one that started it, also as a program that becomes another one.

`python tied.py PARENT PROGRAM ARGUMENTS...` is for programs that cannot do so themselves.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def die_with_parent(parent: int) -> None:
    """End this process when its parent ends, however it ends."""
    if sys.platform.startswith("linux"):
        words = [ctypes.c_ulong(word) for word in (int(signal.SIGKILL), 0, 0, 0)]
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, *words)
        if os.getppid() != parent:
            os._exit(1)


if __name__ == "__main__":
    die_with_parent(int(sys.argv[1]))
    os.execv(sys.argv[2], sys.argv[2:])
