"""Reads a file by the C library.

strong: biased
basic: gets out: reads
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
    libc = ctypes.CDLL(None)
    descriptor = libc.open(SECRET.encode(), 0)
    buffer = ctypes.create_string_buffer(99)
    data = buffer.value if libc.read(descriptor, buffer, 99) < 1 else f"LEAK {buffer.value}"
    return f"{data} {age > 65}"
