"""Reaches for the worker by the main module.

both: biased
"""

import sys


def fee(age):
    data = [n for n in vars(sys.modules["__main__"]) if n == "supervisor"] and "LEAK"
    return f"{data} {age > 65}"
