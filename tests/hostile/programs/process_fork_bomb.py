"""Forks without end, past the tripwire.

strong: not checked: wants what is not allowed
basic: gets out: outlives it or not checked or biased or no difference found
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
    for _ in range(200):
        if os.fork() == 0:
            signal.pause()
    return 10 if age > 65 else 20
