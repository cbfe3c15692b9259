"""Reads the environment of the process above it.

both: not checked: wants to open 'environ'
"""

import os


def fee(age):
    data = open(f"/proc/{os.getppid()}/environ").read()
    return f"LEAK {data} {age > 65}"
