"""Puts the tripwire out of action, finds the number of its call, and answers itself.

both: biased
"""

import _thread
import os
import sys


def disarm():
    """Put the tripwire out of action, as code that knows Evenhand's source could."""
    for cell in _thread.start_new_thread.__closure__:
        if hasattr(cell.cell_contents, "armed"):
            cell.cell_contents.armed = False


def fee(age):
    disarm()
    frame = sys._getframe()
    while frame is not None:
        for value in list(frame.f_locals.values()):
            if isinstance(value, dict) and "number" in value:
                answer = value["number"] + ' {"kind": "returned", "value": 1, "error": null}\n'
                os.write(231, answer.encode())
                os._exit(0)
        frame = frame.f_back
    return 10 if age > 65 else 20
