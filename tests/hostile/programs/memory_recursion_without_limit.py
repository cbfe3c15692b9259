"""Calls itself without end, after lifting Python's limit.

both: not checked
"""

import sys


def fee(age):
    limit = 10 if age > 65 else 20
    sys.setrecursionlimit(10**9)
    return fee(age + limit)
