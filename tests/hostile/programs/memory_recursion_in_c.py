"""Nests a list so deeply that C code runs out of stack.

both: not checked: worker ended by signal 11
"""

import sys


def fee(age):
    limit = 10 if age > 65 else 20
    sys.setrecursionlimit(10**9)
    nested = []
    for _ in range(10**6):
        nested = [nested]
    return repr(nested) + str(limit)
