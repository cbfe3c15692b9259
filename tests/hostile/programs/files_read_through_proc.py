"""Reads a file by the way around through /proc.

both: biased
"""

import os

HERE = os.path.dirname(os.path.abspath(__file__))
CANARY = os.path.join(os.path.dirname(HERE), "canary")
SECRET = os.path.join(CANARY, "secret.txt")


def fee(age):
    data = open("/proc/self/root" + SECRET).read()
    return f"LEAK {data} {age > 65}"
