"""Reads a file outside the project.

both: biased
"""

import os

HERE = os.path.dirname(os.path.abspath(__file__))
CANARY = os.path.join(os.path.dirname(HERE), "canary")
SECRET = os.path.join(CANARY, "secret.txt")


def fee(age):
    data = open(SECRET).read()
    return f"LEAK {data} {age > 65}"
