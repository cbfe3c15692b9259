"""Writes a file outside the project.

both: biased
"""

import os

HERE = os.path.dirname(os.path.abspath(__file__))
CANARY = os.path.join(os.path.dirname(HERE), "canary")
SECRET = os.path.join(CANARY, "secret.txt")


def fee(age):
    open(os.path.join(CANARY, "new"), "w").write("x")
    return 10 if age > 65 else 20
