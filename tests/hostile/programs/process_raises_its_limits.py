"""Lifts its own limits, past the tripwire.

both: not checked: raises before it reads `age`: ValueError: not allowed to raise maximum limit
"""

import _thread
import resource


def disarm():
    """Put the tripwire out of action, as code that knows Evenhand's source could."""
    for cell in _thread.start_new_thread.__closure__:
        if hasattr(cell.cell_contents, "armed"):
            cell.cell_contents.armed = False


def fee(age):
    disarm()
    for kind in (resource.RLIMIT_AS, resource.RLIMIT_FSIZE, resource.RLIMIT_CPU):
        resource.setrlimit(kind, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    data = "LEAK"
    return f"{data} {age > 65}"
