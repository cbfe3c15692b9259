"""Fills the memory with a list.

both: not checked: no arguments were found that it accepts: MemoryError
"""


def fee(age):
    limit = 10 if age > 65 else 20
    return [limit] * 10**10
