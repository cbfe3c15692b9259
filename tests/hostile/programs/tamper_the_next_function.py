"""Replaces what the next function of the file uses, which must be judged as if nothing was.

both: biased
"""

import builtins


def poison(gender):
    builtins.max = builtins.min = builtins.bool = lambda *_: 1
    globals()["fee"] = lambda age: 1
    return gender == "female"


def fee(age):
    return max(0, min(20, 10 if age > 65 else 20))
