"""Catches the exception that stops it, and goes on.

both: biased
"""

import os

HERE = os.path.dirname(os.path.abspath(__file__))
CANARY = os.path.join(os.path.dirname(HERE), "canary")
SECRET = os.path.join(CANARY, "secret.txt")


def fee(age):
    try:
        data = open(SECRET).read()
    except BaseException:
        data = "nothing"
    return f"{data} {age > 65}"
