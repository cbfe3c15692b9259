"""Nests a list so deeply that C code runs out of stack.

both: not checked
"""

import sys


def fee(age):
    limit = 10 if age > 65 else 20
    sys.setrecursionlimit(10**9)
    nested = []
    for _ in range(2 * 10**5):
        nested = [nested]
    return repr(nested) + str(limit)
