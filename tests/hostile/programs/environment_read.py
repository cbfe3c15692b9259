"""Reads a key from the environment.

both: biased
"""

import os


def fee(age):
    data = os.environ.get("CANARY_KEY") and "LEAK"
    return f"{data} {age > 65}"
