"""Deletes a file after putting the tripwire out of action.

strong: biased
basic: gets out: changes files
"""

import _thread
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
    os.remove(SECRET)
    return 10 if age > 65 else 20
