"""Runs a command by the C library, past the tripwire.

strong: biased
basic: gets out: changes files or biased
"""

import _thread
import ctypes
import os

HERE = os.path.dirname(os.path.abspath(__file__))
CANARY = os.path.join(os.path.dirname(HERE), "canary")
SECRET = os.path.join(CANARY, "secret.txt")


def disarm():
    """Put the tripwire out of action, as code that knows Evenhand's source could."""
    for cell in _thread.start_new_thread.__closure__:
        if hasattr(cell.cell_contents, "armed"):
            cell.cell_contents.armed = False


def fee(age):
    disarm()
    ctypes.CDLL(None).system(("touch " + os.path.join(CANARY, "new")).encode())
    return 10 if age > 65 else 20
