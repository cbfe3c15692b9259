"""Starts threads without end.

both: not checked: wants to start a thread
"""

import threading


def fee(age):
    while True:
        threading.Thread(target=threading.Event().wait).start()
    return 10 if age > 65 else 20
