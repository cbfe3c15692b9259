"""Connects to a local service, past the tripwire.

strong: not checked: wants what is not allowed
basic: gets out: is heard
"""

import _thread
import os
import socket

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
    end = socket.socket(socket.AF_UNIX)
    end.connect(os.path.join(CANARY, "service"))
    end.send(b"hello")
    return 10 if age > 65 else 20
