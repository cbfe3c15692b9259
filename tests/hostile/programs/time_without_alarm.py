"""Switches the alarm off by which it would be ended, and loops.

both: not checked: takes more than 200,000 steps
"""

import signal


def fee(age):
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    while age:
        pass
    return 10 if age > 65 else 20
