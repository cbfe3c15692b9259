"""Reads the environment of the process above it.

both: biased
"""

import os


def fee(age):
    data = open(f"/proc/{os.getppid()}/environ").read()
    return f"LEAK {data} {age > 65}"
