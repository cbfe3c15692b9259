"""Reads a file outside the project by its descriptor.

both: not checked: wants to open 'secret.txt'
"""

import os

HERE = os.path.dirname(os.path.abspath(__file__))
CANARY = os.path.join(os.path.dirname(HERE), "canary")
SECRET = os.path.join(CANARY, "secret.txt")


def fee(age):
    data = os.read(os.open(SECRET, os.O_RDONLY), 99)
    return f"LEAK {data} {age > 65}"
