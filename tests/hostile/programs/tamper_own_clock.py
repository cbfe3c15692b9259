"""Sets the alarm of the harness to long ago, and ignores it.

both: not checked: takes more than 200,000 steps
"""

import signal


def fee(age):
    signal.setitimer(signal.ITIMER_REAL, 1e9)
    signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals))
    while age:
        pass
    return 10 if age > 65 else 20
