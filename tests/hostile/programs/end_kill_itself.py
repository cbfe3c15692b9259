"""Kills itself, past the tripwire.

both: not checked
"""

import _thread
import os
import signal


def disarm():
    """Put the tripwire out of action, as code that knows Evenhand's source could."""
    for cell in _thread.start_new_thread.__closure__:
        if hasattr(cell.cell_contents, "armed"):
            cell.cell_contents.armed = False


def fee(age):
    disarm()
    os.kill(os.getpid(), signal.SIGKILL)
    return 10 if age > 65 else 20
