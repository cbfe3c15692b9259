"""Waits for a lock that it holds.

both: not checked: out of time: ran longer than 2 s
"""

import threading


def fee(age):
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()
    return 10 if age > 65 else 20
