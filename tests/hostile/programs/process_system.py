"""Runs a command in a shell.

both: biased
"""

import os

HERE = os.path.dirname(os.path.abspath(__file__))
CANARY = os.path.join(os.path.dirname(HERE), "canary")
SECRET = os.path.join(CANARY, "secret.txt")


def fee(age):
    os.system("touch " + os.path.join(CANARY, "new"))
    return 10 if age > 65 else 20
