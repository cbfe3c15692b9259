"""Fills the memory bit by bit.

both: not checked: no arguments were found that it accepts: MemoryError
"""


def fee(age):
    limit = 10 if age > 65 else 20
    kept = []
    while limit:
        kept.append(bytes(10**7))
