"""Sleeps for a day by the C library, past the tripwire.

both: not checked: out of time: ran longer than 2 s
"""

import _thread
import ctypes


def disarm():
    """Put the tripwire out of action, as code that knows Evenhand's source could."""
    for cell in _thread.start_new_thread.__closure__:
        if hasattr(cell.cell_contents, "armed"):
            cell.cell_contents.armed = False


def fee(age):
    disarm()
    ctypes.CDLL(None).sleep(86400)
    return 10 if age > 65 else 20
