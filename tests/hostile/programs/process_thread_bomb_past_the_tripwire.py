"""Starts threads without end, past the tripwire.

both: not checked: every call of it raises RuntimeError: can't start new thread or no difference found
"""

import _thread
import threading


def disarm():
    """Put the tripwire out of action, as code that knows Evenhand's source could."""
    for cell in _thread.start_new_thread.__closure__:
        if hasattr(cell.cell_contents, "armed"):
            cell.cell_contents.armed = False


def fee(age):
    limit = 10 if age > 65 else 20
    disarm()
    while limit:
        threading.Thread(target=threading.Event().wait, daemon=True).start()
