"""Attaches to the process above it as a debugger would, past the tripwire.

strong: biased
basic: not checked: out of time: no answer or biased
"""

import _thread
import ctypes
import os


def disarm():
    """Put the tripwire out of action, as code that knows Evenhand's source could."""
    for cell in _thread.start_new_thread.__closure__:
        if hasattr(cell.cell_contents, "armed"):
            cell.cell_contents.armed = False


def fee(age):
    disarm()
    data = "" if ctypes.CDLL(None).ptrace(16, os.getppid(), None, None) else "LEAK"
    return f"{data} {age > 65}"
