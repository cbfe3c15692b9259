"""Makes a named pipe.

both: not checked: wants to change 'pipe'
"""

import os

HERE = os.path.dirname(os.path.abspath(__file__))
CANARY = os.path.join(os.path.dirname(HERE), "canary")
SECRET = os.path.join(CANARY, "secret.txt")


def fee(age):
    os.mkfifo(os.path.join(CANARY, "pipe"))
    return 10 if age > 65 else 20
