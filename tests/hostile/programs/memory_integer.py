"""Computes a number of billions of digits.

both: not checked: no arguments were found that it accepts: MemoryError
"""


def fee(age):
    limit = 10 if age > 65 else 20
    return 1 << (1 << 40) + limit
