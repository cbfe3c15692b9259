"""Reads through a link in the project that leads out of it.

both: biased
"""

import os

HERE = os.path.dirname(os.path.abspath(__file__))
CANARY = os.path.join(os.path.dirname(HERE), "canary")
SECRET = os.path.join(CANARY, "secret.txt")


def fee(age):
    data = open(os.path.join(HERE, "link_to_secret")).read()
    return f"LEAK {data} {age > 65}"
