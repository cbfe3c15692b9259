"""Waits for a signal that never comes.

both: not checked: out of time: ran longer than 2 s
"""

import signal


def fee(age):
    signal.pause()
    return 10 if age > 65 else 20
